import { useSyncExternalStore } from 'react';
import type { NavigationEntry, PageAccess } from '@space/federation';
import { useSession } from './session.ts';

const NONE: readonly NavigationEntry[] = [];
let forUsers = NONE;
let forVisitors = NONE;

/** For the host: what remotes add to the navigation, each with who may see its page. */
export function provideNavigation(entries: readonly (NavigationEntry & { access: PageAccess })[]): void {
  forUsers = entries.filter(({ access }) => access !== 'signed-out');
  forVisitors = entries.filter(({ access }) => access !== 'signed-in');
}

const neverChanges = () => () => {};

/**
 * The ways on that remotes add in their `remote.json`, as far as they lead to a page that this visitor may see. None of a remote
 * that is switched off, and none while the page is taken over from HTML that was made for everybody.
 */
export function useNavigationEntries(): readonly NavigationEntry[] {
  const isSignedIn = useSession(({ user }) => user !== null);
  return useSyncExternalStore(
    neverChanges,
    () => (isSignedIn ? forUsers : forVisitors),
    () => NONE,
  );
}
