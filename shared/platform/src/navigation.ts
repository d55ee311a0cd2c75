import type { NavigationEntry } from '@space/federation';
import { useSession } from './session.ts';

const NONE: readonly NavigationEntry[] = [];
let provided = NONE;

/** For hosts only: sets the entries that remotes add to the navigation of signed-in users. */
export function provideNavigation(entries: readonly NavigationEntry[]): void {
  provided = entries;
}

/**
 * Returns the navigation entries that remotes add in their `remote.json`, for signed-in users; none for a visitor, and none
 * from a remote that is switched off.
 */
export const useNavigationEntries = (): readonly NavigationEntry[] =>
  useSession(({ user }) => user !== null) ? provided : NONE;
