/** The elements of a day that arrow keys stop at: the checkbox of each row, then 'Add task' at its end. */
const STOPS = '[data-task]:not([inert]) > [data-action="toggle"], [data-action="add"]';

const CARD = 'section[data-day]';

export function cardOf(element: Element | null): HTMLElement | null {
  return element?.closest<HTMLElement>(CARD) ?? null;
}

export function cardOfDay(day: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`${CARD}[data-day="${day}"]`);
}

export function rowOf(element: Element | null): HTMLElement | null {
  return element?.closest<HTMLElement>('[data-task]') ?? null;
}

const stopsOf = (card: Element) => [...card.querySelectorAll<HTMLElement>(STOPS)];

function stopIndexOf(card: Element, target: Element): number {
  const row = rowOf(target);
  return stopsOf(card).findIndex((stop) => stop === target || row?.contains(stop));
}

/** Focuses the stop of the card at an index, or the last stop if there are fewer. */
export function focusStop(card: Element, index = 0): void {
  const stops = stopsOf(card);
  (stops[index] ?? stops.at(-1))?.focus();
}

function focusNeighbour(card: HTMLElement, target: Element, step: 1 | -1): void {
  const stop = stopsOf(card)[stopIndexOf(card, target) + step] ?? null;
  // In the same column: from a star to the next star.
  const action = target.getAttribute('data-action') ?? 'toggle';
  const same = rowOf(stop)?.querySelector<HTMLElement>(`[data-action="${action}"]`);
  (same ?? stop)?.focus();
}

function focusOtherDay(card: HTMLElement, target: Element, step: 1 | -1): void {
  const cards = [...document.querySelectorAll<HTMLElement>(CARD)];
  const other = cards[cards.indexOf(card) + step];
  if (other) focusStop(other, Math.max(stopIndexOf(card, target), 0));
}

/** Moves the focus in a day by an arrow key, Home or End; returns false if the key is left to the browser. */
export function moveFocus(key: string, target: Element): boolean {
  const card = cardOf(target);
  if (!card || !target.matches(`[data-task] > *, [data-task] > * > [data-action], [data-task] a, ${STOPS}`))
    return false;
  if (key === 'ArrowDown') focusNeighbour(card, target, 1);
  else if (key === 'ArrowUp') focusNeighbour(card, target, -1);
  else if (key === 'ArrowRight') focusOtherDay(card, target, 1);
  else if (key === 'ArrowLeft') focusOtherDay(card, target, -1);
  else if (key === 'Home') focusStop(card);
  else if (key === 'End') focusStop(card, stopsOf(card).filter((stop) => rowOf(stop)).length - 1);
  else return false;
  return true;
}
