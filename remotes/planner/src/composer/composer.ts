import type { DayKey } from '@space/domain';
import { onSessionEnd } from '@space/platform';
import { add } from '../board/add.ts';
import { afterPaint, board, type FailedTask, type SentTask } from '../board/board.ts';
import { without } from '../board/request.ts';

/** Returns a new random UUID of version 4. Not `crypto.randomUUID`, which is missing on plain HTTP. */
export function createId(): string {
  const digits = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}

/** What the composer of one task begins with. */
export interface Start {
  /** The text and emoji, as if the user had entered them. */
  typed?: { text: string; emoji: string | null };
  /** Whether tasks were added just before: then Enter on an empty field closes it. */
  isNext?: boolean;
}

export interface ComposerProps {
  day: DayKey;
  /** Called when the field is to be another one: several lines were pasted, or a list became one line or was added. */
  restart: (start: Start) => void;
  close: () => void;
}

/** A pasted list that is not added yet, or its refused lines. */
export interface ListDraft {
  text: string;
  /** The emoji for lines without one. */
  emoji: string | null;
  refused: readonly { line: { id: string; source: string }; message: string }[];
}

/** The list of each day: it survives navigation to another week or page. */
export const lists = new Map<DayKey, ListDraft>();

onSessionEnd(() => lists.clear());

export const keepFailed = (task: FailedTask): void =>
  board.setState(({ failed }) => ({ failed: { ...failed, [task.id]: task } }));

export const discardFailed = (id: string): void =>
  board.setState(({ failed }) => ({ failed: without(failed, id) }));

export async function retryFailed(task: SentTask): Promise<void> {
  const saved = await add(task);
  if (saved.ok) discardFailed(task.id);
  else keepFailed({ ...task, refusal: saved.message });
}

/** Opens the composer of a day's card, or focuses it if it is open. */
export function openComposer(card: HTMLElement): void {
  const add = card.querySelector<HTMLElement>('[data-action="add"]');
  // Focused first: closing the composer returns the focus to it.
  (add ?? fieldOf(card))?.focus();
  add?.click();
}

const fieldOf = (card: HTMLElement) =>
  card.querySelector<HTMLInputElement | HTMLTextAreaElement>(':scope > form :is(input, textarea)');

/** Opens the composer of a day's card with text that was dropped there; several lines become a list. */
export function openComposerWith(card: HTMLElement, text: string): void {
  openComposer(card);
  afterPaint(() => {
    const field = fieldOf(card);
    if (!field) return;
    // It is being saved, and closes or becomes editable then.
    if (field.readOnly) return openComposerWith(card, text);
    const dataTransfer = new DataTransfer();
    dataTransfer.setData('text/plain', text);
    // The field takes several lines itself, as if they were dropped on it.
    const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
    if (!field.dispatchEvent(drop)) return;
    const { selectionStart, selectionEnd, value } = field;
    const added = field instanceof HTMLTextAreaElement ? `\n${text}` : text;
    field.setRangeText(added, selectionStart ?? value.length, selectionEnd ?? value.length, 'end');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
