import { onSessionEnd } from '@space/platform';
import { createStore } from 'zustand/vanilla';

/** Whether the search is open. */
export const searching = createStore<{ isOpen: boolean }>()(() => ({ isOpen: false }));

/** Opens the search (rule task-search): for the button, for Ctrl or Cmd and K, and for `/`. */
export function openSearch(): void {
  searching.setState({ isOpen: true });
}

export function closeSearch(): void {
  searching.setState({ isOpen: false });
}

onSessionEnd(closeSearch);
