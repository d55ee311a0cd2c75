import type { DayKey } from '@space/domain';
import { onSessionEnd } from '@space/platform';
import { afterPaint } from '../board/board.ts';

/** Returns a new random UUID of version 4. Not `crypto.randomUUID`, which is missing on plain HTTP. */
export function createId(): string {
  const digits = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte, index) => {
    const marked = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, '0');
  }).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

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

/** Opens the composer of a day's card, or focuses it if it is open. */
export function openComposer(card: HTMLElement): void {
  const add = card.querySelector<HTMLElement>('[data-action="add"]');
  // Focused first: closing the composer returns the focus to it.
  (add ?? fieldOf(card))?.focus();
  add?.click();
}

function fieldOf(card: HTMLElement) {
  return card.querySelector<HTMLInputElement | HTMLTextAreaElement>(':scope > form :is(input, textarea)');
}

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
