import { onSessionEnd } from '@space/platform';
import { createStore } from 'zustand/vanilla';

/** Whether the search is open. */
export const searchDialog = createStore<{ isOpen: boolean }>()(() => ({ isOpen: false }));

/** Opens the search (rule task-search): for the button, for Ctrl or Cmd and K, and for `/`. */
export function openSearch(): void {
  searchDialog.setState({ isOpen: true });
}

export function closeSearch(): void {
  searchDialog.setState({ isOpen: false });
}

onSessionEnd(closeSearch);
