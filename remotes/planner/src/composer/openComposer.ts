import { afterPaint } from '../board/afterPaint.ts';

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

/** Opens the composer of a day's card with text that was dropped there; several lines become a list (rule task-lists). */
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
