import { useEffect } from 'react';
import { SHORTCUTS, latinKey, shortcutOf, type Shortcut, type ShortcutId } from '@space/domain';
import { areSingleKeysOn } from '@space/ui';

/** How long no key has to be pressed after an editor was closed by one, in milliseconds. */
export const SILENCE = 700;

let isSilenced = false;
/** When a key was pressed last, by the event's clock; -Infinity after a pointer, Tab or an arrow key was used. */
let lastKeyAt = -Infinity;

/** Called when an editor closes: who types on does not mean the week with it. */
export function silenceKeys(): void {
  isSilenced = true;
}

/** The actions of the shortcuts that act on the page. */
const actions = new Map<ShortcutId, () => void>();

/** Registers the action of a shortcut while the component is mounted: the component that has the action has its key. */
export function useShortcut(id: ShortcutId, action: () => void): void {
  useEffect(() => {
    actions.set(id, action);
    return () => void actions.delete(id);
  });
}

/** Elements that handle keys themselves: text fields, and whatever is open in front of the page. */
const HANDLES_OWN_KEYS =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="menu"], [popover], dialog';

/** The elements of a day that arrow keys stop at: the checkbox of each row, then 'Add task' at its end. */
const STOPS = '[data-task]:not([inert]) > [data-action="toggle"], [data-action="add"]';

const CARD = 'section[data-day]';

export const cardOf = (element: Element | null) => element?.closest<HTMLElement>(CARD) ?? null;

export const cardOfDay = (day: string) => document.querySelector<HTMLElement>(`${CARD}[data-day="${day}"]`);

const rowOf = (element: Element | null) => element?.closest<HTMLElement>('[data-task]') ?? null;

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
function moveFocus(key: string, target: Element): boolean {
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

/** Returns what a key does at the focused element: clicks a button of its row, or acts on the page. */
function actionFor(event: KeyboardEvent, target: Element): (() => void) | undefined {
  const id = shortcutOf(event);
  if (id === null || !areSingleKeysOn()) return undefined;
  const shortcut: Shortcut = SHORTCUTS[id];
  if (!shortcut.isForTask) return actions.get(id);
  const button = rowOf(target)?.querySelector<HTMLElement>(`[data-action="${id}"]`);
  return button ? () => button.click() : undefined;
}

export const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Cmd+K on Apple devices, where Ctrl+K deletes to the end of the line; Ctrl+K elsewhere. */
function isSearchChord(event: KeyboardEvent): boolean {
  const { metaKey, ctrlKey, altKey, shiftKey } = event;
  const isChord = isApple() ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  return isChord && !altKey && !shiftKey && latinKey(event) === 'k';
}

/** A key that is held down acts once, except for the arrows; none acts while text is typed or a dialog is open. */
function handleKey(event: KeyboardEvent): void {
  const { target, defaultPrevented, isComposing, keyCode } = event;
  // 229: Safari ends the composition before its last key arrives.
  if (defaultPrevented || isComposing || keyCode === 229 || !(target instanceof Element)) return;
  if (document.querySelector('dialog[open]')) return;
  const isSearch = isSearchChord(event);
  if (target.closest(HANDLES_OWN_KEYS) && !isSearch) return;
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
  if (!hasModifier && moveFocus(event.key, target)) {
    event.preventDefault();
    return;
  }
  const action = isSearch ? actions.get('search') : actionFor(event, target);
  if (!action) return;
  event.preventDefault();
  if (!event.repeat) action();
}

/** Takes each pressed key before anything else does, also the browser: Space and Enter press a button. */
function silence(event: KeyboardEvent): void {
  const { key, timeStamp, target } = event;
  const isTypedOn = timeStamp - lastKeyAt < SILENCE;
  lastKeyAt = key === 'Tab' || key.startsWith('Arrow') ? -Infinity : timeStamp;
  isSilenced &&= isTypedOn && lastKeyAt === timeStamp;
  const isChord = event.ctrlKey || event.metaKey || event.altKey;
  const isInField = target instanceof Element && target.closest(HANDLES_OWN_KEYS) !== null;
  if (!isSilenced || isChord || isInField) return;
  if (key.length === 1 || key === 'Enter' || key === 'Delete') event.preventDefault();
}

/** Handles the keyboard in the week. Returns the function that ends this. */
export function handleKeys(): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  document.addEventListener('keydown', silence, { capture: true, signal });
  document.addEventListener('pointerdown', () => (lastKeyAt = -Infinity), { capture: true, signal });
  document.addEventListener('keydown', handleKey, { signal });
  return () => controller.abort();
}
