import { useState } from 'react';
import { ShortcutSheet } from './ShortcutSheet.tsx';
import { useShortcut } from './pageShortcuts.ts';
import { useKeyboard } from './useKeyboard.ts';

/** Listens to the keys of the week, and shows them all when asked. */
export function Keyboard() {
  const [isOpen, setIsOpen] = useState(false);
  useKeyboard();
  useShortcut('help', () => setIsOpen(true));
  return isOpen && <ShortcutSheet onClose={() => setIsOpen(false)} />;
}
