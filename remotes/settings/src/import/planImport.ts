import {
  IMPORT_MESSAGES,
  newTaskInputSchema,
  splitEmoji,
  validate,
  weekStartOf,
  type DayKey,
  type NewTask,
} from '@space/domain';
import { v5 } from 'uuid';
import type { LeftOut, Loss, Losses, ParsedFile } from './parsedFile.ts';

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

export type ImportPlan = ReturnType<typeof planImport>;

/**
 * Takes a parsed file; returns which of its tasks are added and which are not. The id of a task is derived from its user and
 * its key, so a second import recognizes the task even if it has been changed since.
 */
export function planImport(file: ParsedFile, options: PlanOptions) {
  const { userId, existing, today, isUndatedToday, isMonthFirst } = options;
  const leftOut: LeftOut[] = [];
  const counts = new Map<string, number>();
  const valid: { task: NewTask; losses: Losses }[] = [];
  let present = 0;
  let undated = 0;

  for (const entry of file.found) {
    if ('reason' in entry) {
      leftOut.push(entry);
      continue;
    }
    const { key, id: ownId, losses, ...parsed } = entry;
    const words = parsed.title.replace(/\s+/gu, ' ').trim();
    const { title, emoji } = parsed.emoji === undefined ? splitEmoji(words) : parsed;
    const { dayText = '', completed, starred = false, pinned = false } = parsed;
    const leaveOut = (reason: string) => leftOut.push({ title, reason });
    const day = isMonthFirst ? (parsed.monthFirstDay ?? parsed.day) : parsed.day;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    const id = v5([userId, key, ...(count > 1 ? [count] : [])].join('\n'), NAMESPACE);
    // The other rules are checked before the day: a task that breaks one cannot be added on today either.
    const checked = validate(newTaskInputSchema, { title, emoji, task_date: day ?? today });
    if (count > 1 && file.hasIds) leaveOut(IMPORT_MESSAGES.twice);
    else if (existing.has(id) || (ownId !== undefined && existing.has(ownId))) present += 1;
    else if (!checked.ok) leaveOut(checked.message);
    else {
      if (day === null) undated += 1;
      if (day !== null || isUndatedToday)
        valid.push({ task: { ...checked.value, id, user_id: userId, completed, starred, pinned }, losses });
      else leaveOut(dayText === '' ? IMPORT_MESSAGES.noDay : IMPORT_MESSAGES.dayUnknown(dayText));
    }
  }
  const fromThisWeek = valid.filter(({ task }) => task.task_date >= weekStartOf(today));
  const earlier = valid.length - fromThisWeek.length;
  const isEverything = options.isEverything ?? earlier <= MAX_EARLIER;
  const chosen = isEverything ? valid : fromThisWeek;
  // `Object.keys` returns strings; the object has no other keys.
  const losses = (Object.keys(IMPORT_MESSAGES.losses) as Loss[]).map((loss) => {
    return [loss, chosen.filter((each) => each.losses[loss]).length] as const;
  });
  return {
    ...file,
    toAdd: chosen.map(({ task }) => task),
    /** How many tasks of the file exist already. */
    present,
    /** How many new, valid tasks have no day, are on days before this week, and are not. */
    undated,
    earlier,
    fromThisWeek: fromThisWeek.length,
    isEverything,
    leftOut,
    /** What the tasks to add lose, with the number of tasks. */
    losses: losses.filter(([, count]) => count > 0),
  };
}
