import { useSyncExternalStore, type ReactNode } from 'react';
import { session } from './session.ts';

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
 * sheet shows the right one before any script runs (decision 021). It has no box of its own (`display: contents`).
 */
export function SignedIn({ children }: BySessionProps) {
  return <BySession when="signed-in">{children}</BySession>;
}

/** Shows its children only to a visitor without a session; see `SignedIn`. */
export function SignedOut({ children }: BySessionProps) {
  return <BySession when="signed-out">{children}</BySession>;
}
