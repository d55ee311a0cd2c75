import { useEffect } from 'react';
import { latinKey } from '@space/domain';
import { Icon } from '@space/ui';
import { useStore } from 'zustand';
import { useShortcut } from '../keys/keyboard.ts';
import { SearchDialog } from './SearchDialog.tsx';
import { openSearch, searchDialog } from './openSearch.ts';

const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Cmd+K on Apple devices, where Ctrl+K deletes to the end of the line; Ctrl+K elsewhere. */
function isShortcut(event: KeyboardEvent): boolean {
  const { metaKey, ctrlKey, altKey, shiftKey } = event;
  const isChord = isApple() ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  return isChord && !altKey && !shiftKey && latinKey(event) === 'k';
}

interface SearchButtonProps {
  className: string | undefined;
  wordClassName: string | undefined;
}

/** The button that opens the search, also by a shortcut, and renders its dialog. */
export function SearchButton({ className, wordClassName }: SearchButtonProps) {
  const isOpen = useStore(searchDialog, (state) => state.isOpen);
  useShortcut('search', openSearch);

  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent): void {
      // Another dialog is open already.
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
