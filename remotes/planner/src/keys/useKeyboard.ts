import { useEffect } from 'react';
import { SHORTCUTS, shortcutOf, type Shortcut } from '@space/domain';
import { switchedOffShortcuts } from '@space/ui';
import { moveFocus, rowOf } from './dayStops.ts';
import { actOf } from './pageShortcuts.ts';

/** Where keys are letters, or belong to what is open. */
const KEEPS_ITS_KEYS =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="menu"], [popover], dialog';

/** What a shortcut does with the focus where it is: presses a button of the row, or acts on the page. */
function actFor(event: KeyboardEvent, target: Element): (() => void) | undefined {
  const id = shortcutOf(event);
  if (id === null || switchedOffShortcuts().includes(id)) return undefined;
  const shortcut: Shortcut = SHORTCUTS[id];
  if (!shortcut.isForTask) return actOf(id);
  const button = rowOf(target)?.querySelector<HTMLElement>(`[data-action="${id}"]`);
  return button ? () => button.click() : undefined;
}

/**
 * The keyboard of the week (rule keyboard-shortcuts). A key that is held down acts once, but for the arrows; none acts while
 * text is typed or composed, or while a dialog is open.
 */
export function useKeyboard(): void {
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      const { target, defaultPrevented, isComposing, keyCode } = event;
      // 229: Safari ends the composition before its last key arrives.
      if (defaultPrevented || isComposing || keyCode === 229 || !(target instanceof Element)) return;
      if (target.closest(KEEPS_ITS_KEYS) || document.querySelector('dialog[open]')) return;
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
      if (!hasModifier && moveFocus(event.key, target)) {
        event.preventDefault();
        return;
      }
      const act = actFor(event, target);
      if (!act) return;
      event.preventDefault();
      if (!event.repeat) act();
    }
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
}
