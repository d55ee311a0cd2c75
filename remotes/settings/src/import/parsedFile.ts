import { IMPORT_MESSAGES, splitEmoji, type DayKey } from '@space/domain';

/** A kind of data that imported tasks lose. */
export type Loss = keyof typeof IMPORT_MESSAGES.losses;

// `Object.keys` returns strings; the object has no other keys.
export const LOSSES = Object.keys(IMPORT_MESSAGES.losses) as Loss[];

/** A task of a file, not validated yet. */
export interface ParsedTask {
  /** Unique across all sources, and the same in a later file of the same source. */
  key: string;
  /** If Better Space has written the file. */
  id?: string;
  title: string;
  emoji: string | null;
  day: DayKey | null;
  /** Its day if the month comes first in the dates of the file, which leaves the order open. */
  monthFirstDay?: DayKey;
  /** The text from which the day is read. */
  dayText: string;
  completed: boolean;
  starred: boolean;
  pinned: boolean;
  losses: Set<Loss>;
}

/** A task that is not imported. */
export interface LeftOut {
  title: string;
  reason: string;
}

/** The contents of a file. */
export interface ParsedFile {
  /** The name of the program or of the format. */
  source: string;
  tasks: ParsedTask[];
  leftOut: LeftOut[];
  /** An example, if the file does not tell whether the day or the month comes first in its dates. */
  openDate: { text: string; dayFirst: DayKey; monthFirst: DayKey } | null;
}

/** Creates an empty result and the functions that fill it. */
export function createParsedFile(source: string) {
  const parsed: ParsedFile = { source, tasks: [], leftOut: [], openDate: null };
  const seen = new Map<string, number>();

  return {
    parsed,
    add(
      task: Partial<ParsedTask> & Pick<ParsedTask, 'key' | 'title'>,
      lost: Partial<Record<Loss, boolean>> = {},
    ): void {
      const marks = { completed: false, starred: false, pinned: false };
      const losses = new Set(LOSSES.filter((loss) => lost[loss]));
      parsed.tasks.push({ emoji: null, day: null, dayText: '', ...marks, losses, ...task });
    },
    leaveOut(title: string, reason: string): void {
      parsed.leftOut.push({ title, reason });
    },
    /** Returns a key for a task without an id. Repeated keys are numbered. */
    uniqueKey(...parts: string[]): string {
      const key = parts.join('\n');
      const count = (seen.get(key) ?? 0) + 1;
      seen.set(key, count);
      return count === 1 ? key : `${key}\n${count}`;
    },
  };
}

/** The key of a task of Better Space, the same for JSON and iCalendar files. */
export const ownKey = (id: string): string => `better-space\n${id.toLowerCase()}`;

/** Takes the text of a task from another program; returns its title, on one line, and its leading emoji. */
export function splitTitle(text: string): Pick<ParsedTask, 'title' | 'emoji'> {
  return splitEmoji(text.replace(/\s+/gu, ' ').trim());
}
