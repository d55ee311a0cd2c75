import { IMPORT_MESSAGES, splitEmoji, type DayKey } from '@space/domain';

/** A task as a file has it. The rules of a task are not checked yet. */
export interface FoundTask {
  /** What tells it from all others of any source, the same in a later file of that source. */
  key: string;
  /** Its id, where the file is our own. */
  id?: string;
  title: string;
  emoji: string | null;
  /** Null where it has none. */
  day: DayKey | null;
  /** What is written where its day should be, and is not understood. */
  dayText?: string;
  completed: boolean;
  starred: boolean;
  pinned: boolean;
}

/** What does not come, and the sentence why. */
export interface LeftOut {
  title: string;
  reason: string;
}

/** What is lost of tasks that come. */
export type Loss = keyof typeof IMPORT_MESSAGES.losses;

/** What was found in a file. */
export interface Reading {
  /** The name of what made the file. */
  source: string;
  tasks: FoundTask[];
  leftOut: LeftOut[];
  losses: Map<Loss, number>;
}

/** Makes a reading that is still empty, and what fills it. */
export function createReading(source: string) {
  const reading: Reading = { source, tasks: [], leftOut: [], losses: new Map() };
  const met = new Map<string, number>();

  return {
    reading,
    add(task: Partial<FoundTask> & Pick<FoundTask, 'key' | 'title'>): void {
      const marks = { completed: false, starred: false, pinned: false };
      reading.tasks.push({ emoji: null, day: null, ...marks, ...task });
    },
    leaveOut(title: string, reason: string): void {
      reading.leftOut.push({ title, reason });
    },
    /** Counts what a task loses. */
    lose(losses: Partial<Record<Loss, boolean>>): void {
      for (const loss of LOSSES) {
        if (losses[loss] === true) reading.losses.set(loss, (reading.losses.get(loss) ?? 0) + 1);
      }
    },
    /** A key for tasks without one of their own: of several that are the same, each has its number. */
    numbered(...parts: string[]): string {
      const key = parts.join('\n');
      const count = (met.get(key) ?? 0) + 1;
      met.set(key, count);
      return count === 1 ? key : `${key}\n${count}`;
    },
  };
}

// The keys of the object literal are the names.
const LOSSES = Object.keys(IMPORT_MESSAGES.losses) as Loss[];

/** Takes the words of a task in another program; returns its title, on one line, and the emoji that they begin with. */
export function wordsOf(text: string): Pick<FoundTask, 'title' | 'emoji'> {
  return splitEmoji(text.replace(/\s+/gu, ' ').trim());
}
