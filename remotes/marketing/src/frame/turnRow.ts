import type { KeyboardEvent } from 'react';

/**
 * The arrow keys turn a row by one card. The browser's own scrolling by keys moves a little, and then the snapping takes
 * it back to the card it came from.
 */
export function turnRow(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  const row = event.currentTarget;
  const cards = [...(row.firstElementChild?.children ?? [])];
  const start = row.getBoundingClientRect().left;
  const places = cards.map((card) => card.getBoundingClientRect().left - start);
  if (step === 0 || places.length === 0) return;
  event.preventDefault();
  const nearest = places.reduce((best, place, index) => {
    return Math.abs(place) < Math.abs(places[best] ?? Infinity) ? index : best;
  }, 0);
  cards[nearest + step]?.scrollIntoView({ block: 'nearest', inline: 'start', behavior: 'instant' });
}
