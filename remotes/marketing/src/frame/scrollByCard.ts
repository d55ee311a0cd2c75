import type { KeyboardEvent } from 'react';

/**
 * Scrolls a row by one card on an arrow key. The browser's own key scrolling moves only a little, and scroll snapping then
 * returns to the same card.
 */
export function scrollByCard(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  const row = event.currentTarget;
  const cards = [...(row.firstElementChild?.children ?? [])];
  const rowLeft = row.getBoundingClientRect().left;
  const offsets = cards.map((card) => card.getBoundingClientRect().left - rowLeft);
  if (step === 0 || offsets.length === 0) return;
  event.preventDefault();
  const nearest = offsets.reduce((best, offset, index) => {
    return Math.abs(offset) < Math.abs(offsets[best] ?? Infinity) ? index : best;
  }, 0);
  cards[nearest + step]?.scrollIntoView({ block: 'nearest', inline: 'start', behavior: 'instant' });
}
