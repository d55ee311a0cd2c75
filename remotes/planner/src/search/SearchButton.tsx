import { useEffect } from 'react';
import { Icon } from '@space/ui';
import { useStore } from 'zustand';
import { useShortcut } from '../keys/pageShortcuts.ts';
import { SearchDialog } from './SearchDialog.tsx';
import { openSearch, searching } from './openSearch.ts';

const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Cmd and K where a keyboard has Cmd, and Ctrl and K deletes to the end of the line; elsewhere Ctrl and K. */
function isShortcut({ key, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return (
    key.toLowerCase() === 'k' &&
    !altKey &&
    !shiftKey &&
    (isApple() ? metaKey && !ctrlKey : ctrlKey && !metaKey)
  );
}

interface SearchButtonProps {
  className: string | undefined;
  wordClassName: string | undefined;
}

/** Opens the search, by a press or by its shortcut, and holds it. */
export function SearchButton({ className, wordClassName }: SearchButtonProps) {
  const isOpen = useStore(searching, (state) => state.isOpen);
  useShortcut('search', openSearch);

  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent): void {
      // Another dialog waits for its answer.
      if (!isShortcut(event) || event.defaultPrevented || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      openSearch();
    }
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, []);

  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title={isApple() ? 'Search (⌘K)' : 'Search (Ctrl+K)'}
        onClick={openSearch}
      >
        <Icon name="search" />
        <span className={wordClassName}>Search</span>
      </button>
      {isOpen && <SearchDialog />}
    </>
  );
}
