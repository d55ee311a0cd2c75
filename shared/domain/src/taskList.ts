import { isEmojiText } from './emoji.ts';
import { isBlank } from './text.ts';

/** One line of a pasted list, parsed but not validated: that is done with `newTaskInputSchema`. */
export interface TaskLine {
  /** The pasted line, trimmed. */
  source: string;
  title: string;
  emoji: string | null;
  completed: boolean;
}

/** How many lines can be added at once. */
export const MAX_LINES = 100;

const LINE_END = /\r\n|[\n\r\u0085\u2028\u2029]/u;
/** The marks of plain text, Google Docs, Notion and Word: its 'o' and '§' are letters, and marks only before a tab. */
const BULLETS = /^(?:[-*+–—]\s+|[•‣◦·●○■□▪▫\uF0B7\uF0A7]\s*|[o§]\t\s*)+/u;
const NUMBER = /^\d{1,3}[.)]\s+/u;
const BOXES = /^(?:(?:\[[ xX✓✔]?\]|[☐☑☒]\uFE0F?)\s*)+/u;
const IS_TICKED = /[xX✓✔☑☒]/u;

let graphemes: Intl.Segmenter | undefined;

/** Returns the emoji at the start of a text if other text follows it; a flag or a joined sequence is one emoji. */
function leadingEmoji(text: string): string | null {
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  const [first] = graphemes.segment(text);
  if (!first || !isEmojiText(first.segment) || [...first.segment].length > 10) return null;
  return isBlank(text.slice(first.segment.length)) ? null : first.segment;
}

/** Takes the text of a task; returns its leading emoji, or null, and the rest as the title. */
export function splitEmoji(text: string): Pick<TaskLine, 'emoji' | 'title'> {
  const emoji = leadingEmoji(text);
  return { emoji, title: text.slice(emoji?.length ?? 0).trim() };
}

function readLine(line: string): TaskLine {
  const source = line.trim();
  const text = source.replace(BULLETS, '').replace(NUMBER, '');
  const boxes = BOXES.exec(text)?.[0] ?? '';
  const words = splitEmoji(text.slice(boxes.length));
  const completed = IS_TICKED.test(boxes);
  // A line with nothing but list markers or an emoji becomes a task with this text.
  return isBlank(words.title)
    ? { source, title: source, emoji: null, completed: false }
    : { source, ...words, completed };
}

/** Returns the lines of a text as tasks: bullets, numbers, checkboxes and one leading emoji, in this order. */
export function readTaskLines(text: string): TaskLine[] {
  return text
    .split(LINE_END)
    .filter((line) => !isBlank(line))
    .map(readLine);
}
