import {
  IMPORT_MESSAGES,
  newTaskInputSchema,
  validate,
  weekStartOf,
  type DayKey,
  type NewTask,
} from '@space/domain';
import { v5 } from 'uuid';
import { LOSSES, type LeftOut, type Loss, type ParsedFile } from './parsedFile.ts';

/** Must never change: the id of every imported task is derived from it. */
const NAMESPACE = '5f8f3b0e-6d2c-4a57-9b1e-0c4f7d9a2e61';

/** Above so many earlier tasks, only those from this week on are chosen at first. */
const MAX_EARLIER = 20;

/** What the user chooses in the preview. */
export interface Choices {
  isUndatedToday: boolean;
  isMonthFirst: boolean;
  /** Also tasks of earlier weeks; null if the user has not chosen. */
  isEverything: boolean | null;
}

interface PlanOptions extends Choices {
  userId: string;
  /** The ids of all tasks that the user has. */
  existing: ReadonlySet<string>;
  today: DayKey;
}

/** What an import would do. */
export interface ImportPlan {
  toAdd: NewTask[];
  /** How many tasks of the file exist already. */
  present: number;
  /** How many new, valid tasks have no day, are on days before this week, and are not. */
  undated: number;
  earlier: number;
  fromThisWeek: number;
  isEverything: boolean;
  leftOut: LeftOut[];
  /** What the tasks to add lose, with the number of tasks. */
  losses: [Loss, number][];
}

/**
 * Takes a parsed file; returns which of its tasks are added and which are not. The id of a task is derived from its user and
 * its key, so a second import recognizes the task even if it has been changed since.
 */
export function planImport({ tasks, leftOut: unread }: ParsedFile, options: PlanOptions): ImportPlan {
  const { userId, existing, today, isUndatedToday, isMonthFirst } = options;
  const leftOut = [...unread];
  const seen = new Set<string>();
  const valid: { task: NewTask; losses: ReadonlySet<Loss> }[] = [];
  let present = 0;
  let undated = 0;

  for (const { key, id: ownId, title, emoji, dayText, completed, starred, pinned, ...parsed } of tasks) {
    const leaveOut = (reason: string) => leftOut.push({ title, reason });
    const day = isMonthFirst ? (parsed.monthFirstDay ?? parsed.day) : parsed.day;
    const id = v5(`${userId}\n${key}`, NAMESPACE);
    if (seen.has(id)) {
      leaveOut(IMPORT_MESSAGES.twice);
      continue;
    }
    seen.add(id);
    if (existing.has(id) || (ownId !== undefined && existing.has(ownId))) {
      present += 1;
      continue;
    }
    // The other rules are checked before the day: a task that breaks one cannot be added on today either.
    const checked = validate(newTaskInputSchema, { title, emoji, task_date: day ?? today });
    if (!checked.ok) {
      leaveOut(checked.message);
      continue;
    }
    if (day === null) {
      undated += 1;
      if (!isUndatedToday) {
        leaveOut(dayText === '' ? IMPORT_MESSAGES.noDay : IMPORT_MESSAGES.dayUnknown(dayText));
        continue;
      }
    }
    const task = { ...checked.value, id, user_id: userId, completed, starred, pinned };
    valid.push({ task, losses: parsed.losses });
  }

  const fromThisWeek = valid.filter(({ task }) => task.task_date >= weekStartOf(today));
  const earlier = valid.length - fromThisWeek.length;
  const isEverything = options.isEverything ?? earlier <= MAX_EARLIER;
  const chosen = isEverything ? valid : fromThisWeek;
  const lost = (loss: Loss) => chosen.filter((each) => each.losses.has(loss)).length;
  return {
    toAdd: chosen.map(({ task }) => task),
    present,
    undated,
    earlier,
    fromThisWeek: fromThisWeek.length,
    isEverything,
    leftOut,
    losses: LOSSES.map((loss): [Loss, number] => [loss, lost(loss)]).filter(([, count]) => count > 0),
  };
}
