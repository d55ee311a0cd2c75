import { useEffect, useState } from 'react';
import { PATHS, SHORTCUTS, latinKey, shortcutOf, type Shortcut, type ShortcutId } from '@space/domain';
import { Link } from '@space/platform';
import { Button, Dialog, areSingleKeysOn } from '@space/ui';
import parts from '../parts/parts.module.css';
import styles from './keys.module.css';

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
function handleKeys(): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  document.addEventListener('keydown', silence, { capture: true, signal });
  document.addEventListener('pointerdown', () => (lastKeyAt = -Infinity), { capture: true, signal });
  document.addEventListener('keydown', handleKey, { signal });
  return () => controller.abort();
}

type Line = Pick<Shortcut, 'shown' | 'label'>;

/** Keys of the browser and of the task list, which have no switch. */
const NAVIGATION_KEYS: readonly Line[] = [
  { shown: ['↑', '↓'], label: 'To the task above or below' },
  { shown: ['←', '→'], label: 'To the day before or after' },
  { shown: ['Home', 'End'], label: 'To the first or last task of the day' },
  { shown: ['Tab'], label: 'To the actions of the task' },
  { shown: ['Space'], label: 'Tick the task' },
  { shown: ['Ctrl or ⌘', 'Z'], label: 'Take back the last change' },
];

const SINGLE_KEYS: readonly Shortcut[] = Object.values(SHORTCUTS);

function Keys({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      <dl className={`${parts.stack} ${styles.lines}`}>
        {lines.map(({ shown, label }) => (
          <div key={label} className={`${parts.wrap} ${styles.line}`}>
            <dt>
              {shown.map((key) => (
                <kbd key={key} className={styles.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Handles the keys of the week, and shows the list of them. */
export function Keyboard() {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  useEffect(handleKeys, []);
  useShortcut('help', () => setIsOpen(true));
  if (!isOpen) return null;
  return (
    <Dialog title="Keyboard shortcuts" onClose={close}>
      <Keys title="In the week" lines={NAVIGATION_KEYS} />
      <Keys title="On the task with the focus" lines={SINGLE_KEYS.filter(({ isForTask }) => isForTask)} />
      <Keys title="Anywhere" lines={SINGLE_KEYS.filter(({ isForTask }) => !isForTask)} />
      <Button look="primary" onClick={close}>
        Close
      </Button>
      <p className={`${parts.small} ${styles.hint}`}>
        Single keys can be switched off in the <Link to={PATHS.settings}>settings</Link>.
      </p>
    </Dialog>
  );
}
