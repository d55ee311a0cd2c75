import { useState } from 'react';
import { Icon } from '@space/ui';
import { isApple, useShortcut } from '../keys/keyboard.ts';
import { SearchDialog } from './SearchDialog.tsx';

interface SearchButtonProps {
  className: string | undefined;
  wordClassName: string | undefined;
}

/** The button that opens the search, also by its keys, and renders its dialog. */
export function SearchButton({ className, wordClassName }: SearchButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const open = () => setIsOpen(true);
  useShortcut('search', open);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title={isApple() ? 'Search (⌘K)' : 'Search (Ctrl+K)'}
        onClick={open}
      >
        <Icon name="search" />
        <span className={wordClassName}>Search</span>
      </button>
      {isOpen && <SearchDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
