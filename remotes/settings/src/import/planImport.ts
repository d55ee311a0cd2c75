import { IMPORT_MESSAGES, newTaskInputSchema, validate, type DayKey, type NewTask } from '@space/domain';
import { v5 } from 'uuid';
import type { LeftOut, ParsedFile } from './parsedFile.ts';

/** Must never change: the id of every imported task is derived from it. */
const NAMESPACE = '5f8f3b0e-6d2c-4a57-9b1e-0c4f7d9a2e61';

interface PlanOptions {
  userId: string;
  /** The ids of all tasks that the user has. */
  existing: ReadonlySet<string>;
  today: DayKey;
  /** Whether tasks without a day are added on today. */
  isUndatedToday: boolean;
}

/** What an import would do. */
export interface ImportPlan {
  toAdd: NewTask[];
  /** How many tasks of the file exist already. */
  present: number;
  /** How many new, valid tasks have no day. */
  undated: number;
  leftOut: LeftOut[];
}

/**
 * Takes a parsed file; returns which of its tasks are added and which are not. The id of a task is derived from its user and
 * its key, so a second import recognizes the task even if it has been changed since (rule import-once).
 */
export function planImport({ tasks, leftOut }: ParsedFile, options: PlanOptions): ImportPlan {
  const { userId, existing, today, isUndatedToday } = options;
  const plan: ImportPlan = { toAdd: [], present: 0, undated: 0, leftOut: [...leftOut] };
  const seen = new Set<string>();

  for (const { key, id: ownId, title, emoji, day, dayText, completed, starred, pinned } of tasks) {
    const leaveOut = (reason: string) => plan.leftOut.push({ title, reason });
    const id = v5(`${userId}\n${key}`, NAMESPACE);
    if (seen.has(id)) {
      leaveOut(IMPORT_MESSAGES.twice);
      continue;
    }
    seen.add(id);
    if (existing.has(id) || (ownId !== undefined && existing.has(ownId))) {
      plan.present += 1;
      continue;
    }
    // The other rules are checked before the day: a task that breaks one cannot be added on today either.
    const checked = validate(newTaskInputSchema, { title, emoji, task_date: day ?? today });
    if (!checked.ok) {
      leaveOut(checked.message);
      continue;
    }
    if (day === null) {
      plan.undated += 1;
      if (!isUndatedToday) {
        leaveOut(dayText === undefined ? IMPORT_MESSAGES.noDay : IMPORT_MESSAGES.dayUnknown(dayText));
        continue;
      }
    }
    plan.toAdd.push({ ...checked.value, id, user_id: userId, completed, starred, pinned });
  }
  return plan;
}
