import { useSyncExternalStore, type ReactNode } from 'react';
import { session } from './session.ts';

type Status = 'signed-in' | 'signed-out';

const readStatus = (): Status => (session.getState().user === null ? 'signed-out' : 'signed-in');
/** In HTML that was prerendered no one knows who will read it. */
const readNobody = (): null => null;

interface BySessionProps {
  children: ReactNode;
}

function BySession({ when, children }: BySessionProps & { when: Status }) {
  const status = useSyncExternalStore(session.subscribe, readStatus, readNobody);
  return status === null || status === when ? <div data-when={when}>{children}</div> : null;
}

/**
 * What only a visitor with a session sees. A page that was prerendered holds both this and `SignedOut`, and the
 * style sheet shows the right one before any script has run (decision 021). It has no box of its own.
 */
export function SignedIn({ children }: BySessionProps) {
  return <BySession when="signed-in">{children}</BySession>;
}

/** What only a visitor without a session sees; see `SignedIn`. */
export function SignedOut({ children }: BySessionProps) {
  return <BySession when="signed-out">{children}</BySession>;
}
