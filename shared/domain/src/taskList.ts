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

/** Takes the words of a task; returns the emoji that they begin with, if they do, and the rest as its title. */
export function splitEmoji(text: string): Pick<TaskLine, 'emoji' | 'title'> {
  const emoji = leadingEmoji(text);
  return { emoji, title: text.slice(emoji?.length ?? 0).trim() };
}

function readLine(line: string): TaskLine {
  const source = line.trim();
  const text = source.replace(BULLET, '').replace(NUMBER, '');
  const box = BOX.exec(text);
  const words = splitEmoji(text.slice(box?.[0].length ?? 0));
  const completed = /[xX✓✔]/u.test(box?.groups?.['mark'] ?? '');
  // A line of nothing but signs is a task of these signs.
  return isBlank(words.title)
    ? { source, title: source, emoji: null, completed: false }
    : { source, ...words, completed };
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
