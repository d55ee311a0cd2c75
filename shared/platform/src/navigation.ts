import type { NavigationEntry } from '@space/federation';
import { useSession } from './session.ts';

const NONE: readonly NavigationEntry[] = [];
let known = NONE;

/** For the host: what remotes add to the navigation of people with a session. */
export function provideNavigation(entries: readonly NavigationEntry[]): void {
  known = entries;
}

/**
 * The ways on that remotes add in their `remote.json`, for people with a session; none for a visitor, and none of a remote that is
 * switched off.
 */
export const useNavigationEntries = (): readonly NavigationEntry[] =>
  useSession(({ user }) => user !== null) ? known : NONE;
