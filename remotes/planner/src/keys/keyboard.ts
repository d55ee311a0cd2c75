import { useEffect } from 'react';
import { SHORTCUTS, latinKey, shortcutOf, type Shortcut, type ShortcutId } from '@space/domain';
import { areSingleKeysOn } from '@space/ui';
import { moveFocus, rowOf } from './dayStops.ts';

/** How long no key has to be pressed after an editor was closed by one, in milliseconds. */
export const SILENCE = 700;

let isSilenced = false;
/** When a key was pressed last, by the event's clock; -Infinity after a pointer, Tab or an arrow key was used. */
let lastKeyAt = -Infinity;

/** Called when an editor closes: who types on does not mean the week with it. */
export function silenceKeys(): void {
  isSilenced = true;
}

/** Called when a pointer is used. */
export function endSilence(): void {
  lastKeyAt = -Infinity;
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

/** Handles the keyboard in the week while the component is mounted. */
export function useKeyboard(): void {
  useEffect(() => {
    // Takes over what an older version stored, before any key is pressed.
    areSingleKeysOn();
    const controller = new AbortController();
    const { signal } = controller;
    document.addEventListener('keydown', silence, { capture: true, signal });
    document.addEventListener('pointerdown', endSilence, { capture: true, signal });
    document.addEventListener('keydown', handleKey, { signal });
    return () => controller.abort();
  }, []);
}
