import { IMPORT_MESSAGES, newTaskInputSchema, validate, type DayKey, type NewTask } from '@space/domain';
import { v5 } from 'uuid';
import type { LeftOut, Reading } from './reading.ts';

/** Never another one: every id of an imported task hangs on it. */
const NAMESPACE = '5f8f3b0e-6d2c-4a57-9b1e-0c4f7d9a2e61';

interface PlanOptions {
  userId: string;
  /** The ids of all tasks that the user has. */
  existing: ReadonlySet<string>;
  today: DayKey;
  /** What has no day comes on today. */
  isUndatedToday: boolean;
}

/** What an import would do. */
export interface ImportPlan {
  toAdd: NewTask[];
  /** How many are here already. */
  here: number;
  /** How many would come if they had a day. */
  undated: number;
  leftOut: LeftOut[];
}

/**
 * Takes what was found in a file; returns what of it comes. The id of a task is made of the user and of what tells it in its
 * source, so a second import finds it here, whatever has been changed of it since (rule import-once).
 */
export function planImport({ tasks, leftOut }: Reading, options: PlanOptions): ImportPlan {
  const { userId, existing, today, isUndatedToday } = options;
  const plan: ImportPlan = { toAdd: [], here: 0, undated: 0, leftOut: [...leftOut] };
  const met = new Set<string>();

  for (const { key, id: ownId, title, emoji, day, dayText, completed, starred, pinned } of tasks) {
    const leaveOut = (reason: string) => plan.leftOut.push({ title, reason });
    const id = v5(`${userId}\n${key}`, NAMESPACE);
    if (met.has(id)) {
      leaveOut(IMPORT_MESSAGES.twice);
      continue;
    }
    met.add(id);
    if (existing.has(id) || (ownId !== undefined && existing.has(ownId))) {
      plan.here += 1;
      continue;
    }
    // The rules that need no day are checked first: putting it on today would not help.
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
