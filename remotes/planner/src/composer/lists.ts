import type { DayKey } from '@space/domain';
import { onSessionEnd } from '@space/platform';
import { createId } from './createId.ts';

/** A list that was pasted and is not added yet, or what of it was refused. */
export interface ListDraft {
  text: string;
  /** The emoji of lines that have none of their own. */
  emoji: string | null;
  /** The lines that were refused, and why. */
  refused: readonly { id: string; source: string; message: string }[];
}

/** The list of each day: it survives going to another week or page. */
export const lists = new Map<DayKey, ListDraft>();

onSessionEnd(() => lists.clear());

/**
 * Takes lines, and those that were refused before; returns the lines with an id each. A line that is sent again keeps its id,
 * so that it makes no second task (rule add-once); one that is there twice is two tasks.
 */
export function withIds<Line extends { source: string }>(
  lines: readonly Line[],
  refused: ListDraft['refused'],
): (Line & { id: string })[] {
  const left = [...refused];
  return lines.map((line) => {
    const index = left.findIndex(({ source }) => source === line.source);
    const [known] = index < 0 ? [] : left.splice(index, 1);
    return { ...line, id: known?.id ?? createId() };
  });
}
