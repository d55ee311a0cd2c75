import { useEffect } from 'react';
import { SHORTCUTS, shortcutOf, type Shortcut } from '@space/domain';
import { switchedOffShortcuts } from '@space/ui';
import { moveFocus, rowOf } from './dayStops.ts';
import { shortcutAction } from './pageShortcuts.ts';
import { endSilence, isKeySilenced } from './silenceKeys.ts';

/** Elements that handle keys themselves: text fields, and whatever is open in front of the page. */
const HANDLES_OWN_KEYS =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="menu"], [popover], dialog';

/** Returns what a shortcut does at the focused element: clicks a button of its row, or acts on the page. */
function actionFor(event: KeyboardEvent, target: Element): (() => void) | undefined {
  const id = shortcutOf(event);
  if (id === null || switchedOffShortcuts().includes(id)) return undefined;
  const shortcut: Shortcut = SHORTCUTS[id];
  if (!shortcut.isForTask) return shortcutAction(id);
  const button = rowOf(target)?.querySelector<HTMLElement>(`[data-action="${id}"]`);
  return button ? () => button.click() : undefined;
}

/**
 * Handles the keyboard in the week (rule keyboard-shortcuts). A key that is held down acts once, except for the arrows; no
 * key acts while text is typed or composed, or while a dialog is open.
 */
export function useKeyboard(): void {
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      const { target, defaultPrevented, isComposing, keyCode } = event;
      // 229: Safari ends the composition before its last key arrives.
      if (defaultPrevented || isComposing || keyCode === 229 || !(target instanceof Element)) return;
      if (target.closest(HANDLES_OWN_KEYS) || document.querySelector('dialog[open]')) return;
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
      if (!hasModifier && moveFocus(event.key, target)) {
        event.preventDefault();
        return;
      }
      const action = actionFor(event, target);
      if (!action) return;
      event.preventDefault();
      if (!event.repeat) action();
    }
    /** Before the browser's own action too: Space and Enter on a button. */
    function silence(event: KeyboardEvent) {
      const isInField = event.target instanceof Element && event.target.closest(HANDLES_OWN_KEYS) !== null;
      if (isKeySilenced(event) && !isInField) event.preventDefault();
    }
    document.addEventListener('keydown', silence, true);
    document.addEventListener('pointerdown', endSilence, true);
    document.addEventListener('keydown', handleKey);
    return () => {
      document.removeEventListener('keydown', silence, true);
      document.removeEventListener('pointerdown', endSilence, true);
      document.removeEventListener('keydown', handleKey);
    };
  }, []);
}
