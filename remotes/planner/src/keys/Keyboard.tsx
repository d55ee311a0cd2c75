import { useState } from 'react';
import { ShortcutSheet } from './ShortcutSheet.tsx';
import { useShortcut } from './pageShortcuts.ts';
import { useKeyboard } from './useKeyboard.ts';

/** Handles the shortcuts of the week, and opens the list of them. */
export function Keyboard() {
  const [isOpen, setIsOpen] = useState(false);
  useKeyboard();
  useShortcut('help', () => setIsOpen(true));
  return isOpen && <ShortcutSheet onClose={() => setIsOpen(false)} />;
}
