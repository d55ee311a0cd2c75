import type { DayKey, IMPORT_MESSAGES } from '@space/domain';

export type Loss = keyof typeof IMPORT_MESSAGES.losses;
export type Losses = Partial<Record<Loss, boolean>>;

/** A task of a file, not validated yet. */
export interface ParsedTask {
  /** Different in each source, and the same in a later file of the same source. */
  key: string;
  /** If Better Space has written the file. */
  id?: string;
  title: string;
  /** If it is undefined, it is at the beginning of the title. */
  emoji?: string | null;
  day: DayKey | null;
  /** Its day if the month comes first in the dates of the file, which leaves the order open. */
  monthFirstDay?: DayKey;
  dayText?: string;
  completed: boolean;
  starred?: boolean;
  pinned?: boolean;
  losses: Losses;
}

export interface LeftOut {
  title: string;
  reason: string;
}

export interface ParsedFile {
  /** The name of the program or of the format. */
  source: string;
  /** Whether its tasks have ids; otherwise those with equal keys are numbered. */
  hasIds: boolean;
  found: readonly (ParsedTask | LeftOut)[];
  /** An example, if the file does not tell whether the day or the month comes first in its dates. */
  openDate?: { text: string; dayFirst: DayKey; monthFirst: DayKey } | undefined;
}

/** The error for a file that cannot be imported; its message is for the user. */
export class UnreadableFile extends Error {}

/** The key of a task of Better Space, the same for JSON and iCalendar files. */
export const ownKey = (id: string): string => `better-space\n${id.toLowerCase()}`;
