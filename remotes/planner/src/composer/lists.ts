import type { DayKey } from '@space/domain';
import { onSessionEnd } from '@space/platform';
import { createId } from './createId.ts';

/** A pasted list that is not added yet, or its refused lines. */
export interface ListDraft {
  text: string;
  /** The emoji for lines without one. */
  emoji: string | null;
  /** The lines that were refused, and why. */
  refused: readonly { id: string; source: string; message: string }[];
}

/** The list of each day: it survives navigation to another week or page. */
export const lists = new Map<DayKey, ListDraft>();

onSessionEnd(() => lists.clear());

/**
 * Takes lines, and the lines that were refused before; returns the lines, each with an id. A line that is sent again keeps
 * its id, so that it creates no second task (rule add-once); two equal lines are two tasks.
 */
export function withIds<Line extends { source: string }>(
  lines: readonly Line[],
  refused: ListDraft['refused'],
): (Line & { id: string })[] {
  const unmatched = [...refused];
  return lines.map((line) => {
    const index = unmatched.findIndex(({ source }) => source === line.source);
    const [known] = index < 0 ? [] : unmatched.splice(index, 1);
    return { ...line, id: known?.id ?? createId() };
  });
}
