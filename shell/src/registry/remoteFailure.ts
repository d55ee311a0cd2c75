import type { RemoteEvent } from '@space/federation';

/** Why a part of the site could not be shown. Recognised by its name: two copies of a class can meet on one page. */
export interface RemoteFailure extends Error {
  name: 'RemoteFailure';
  owner: string;
  reason: RemoteEvent['cause'];
}

/** Creates the error that the router passes to the error region. */
export function remoteFailure(owner: string, reason: RemoteEvent['cause'], cause: unknown): RemoteFailure {
  const detail = cause instanceof Error ? cause.message : String(cause);
  return Object.assign(new Error(`${owner}: ${detail}`, { cause }), {
    name: 'RemoteFailure' as const,
    owner,
    reason,
  });
}

export function isRemoteFailure(value: unknown): value is RemoteFailure {
  return value instanceof Error && value.name === 'RemoteFailure' && 'owner' in value;
}
