import { isEmojiText } from './emoji.ts';
import { isBlank } from './text.ts';

/** One line of a pasted list, read but not checked: the rules of a task are `newTaskInputSchema`'s. */
export interface TaskLine {
  /** The line as it was pasted, without the white space around it. */
  source: string;
  title: string;
  emoji: string | null;
  completed: boolean;
}

/** How many lines are added at once (rule task-lists). */
export const MOST_LINES = 100;

const LINE_END = /\r\n|[\n\r\u0085\u2028\u2029]/u;
const BULLET = /^(?:[-*+–—]\s+|[•‣◦·]\s*)/u;
const NUMBER = /^\d{1,3}[.)]\s+/u;
const BOX = /^\[(?<mark>[ xX✓✔]?)\]\s*/u;

let graphemes: Intl.Segmenter | undefined;

/** The emoji that a text begins with, where words follow it; a flag or a joined sequence is one. */
function leadingEmoji(text: string): string | null {
  // Firefox has it since version 125; before that a leading emoji stays in the title.
  if (typeof Intl.Segmenter === 'undefined') return null;
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  const [first] = graphemes.segment(text);
  if (!first || !isEmojiText(first.segment) || [...first.segment].length > 10) return null;
  return isBlank(text.slice(first.segment.length)) ? null : first.segment;
}

function readLine(line: string): TaskLine {
  const source = line.trim();
  let title = source.replace(BULLET, '').replace(NUMBER, '');
  const box = BOX.exec(title);
  title = title.slice(box?.[0].length ?? 0);
  const emoji = leadingEmoji(title);
  title = title.slice(emoji?.length ?? 0).trim();
  const completed = /[xX✓✔]/u.test(box?.groups?.['mark'] ?? '');
  // A line of nothing but signs is a task of these signs.
  return isBlank(title)
    ? { source, title: source, emoji: null, completed: false }
    : { source, title, emoji, completed };
}

/**
 * Takes any text; returns its lines as tasks, without the empty ones. Understood are bullets (-, *, +, •), numbers (1. and
 * 1)), boxes ([ ] and [x]) and one leading emoji, in this order. Rule task-lists.
 */
export function readTaskLines(text: string): TaskLine[] {
  return text
    .split(LINE_END)
    .filter((line) => !isBlank(line))
    .map(readLine);
}
