import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import type { NavigationEntry } from '@space/federation';
import { session, useSession } from './session.ts';

type Status = 'signed-in' | 'signed-out';

const readStatus = (): Status => (session.getState().user === null ? 'signed-out' : 'signed-in');
/** In prerendered HTML the session of the visitor is unknown. */
const readUnknown = (): null => null;

interface BySessionProps {
  children: ReactNode;
}

function BySession({ when, children }: BySessionProps & { when: Status }) {
  const status = useSyncExternalStore(session.subscribe, readStatus, readUnknown);
  return status === null || status === when ? <div data-when={when}>{children}</div> : null;
}

/**
 * Shows its children only to a visitor with a session. Prerendered HTML contains both this and `SignedOut`, and the style
 * sheet shows the right one before any script runs. It has no box of its own (`display: contents`).
 */
export function SignedIn({ children }: BySessionProps) {
  return <BySession when="signed-in">{children}</BySession>;
}

/** Shows its children only to a visitor without a session; see `SignedIn`. */
export function SignedOut({ children }: BySessionProps) {
  return <BySession when="signed-out">{children}</BySession>;
}

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

/**
 * Sets a page's own title once its data is loaded: the document's title becomes 'Better Space — <title>'.
 * It overrides the title from `remote.json`, which the host sets earlier: the host's effect runs before those of the page.
 *
 * Takes the title; while it is null or empty, each new address shows the title from `remote.json`.
 */
export function usePageTitle(title: string | null): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (title) document.title = `Better Space — ${title}`;
  }, [title, pathname]);
}
