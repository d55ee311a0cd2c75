import type { SessionStore, SessionStoreOptions } from './types.ts';

/** Stub: being written. */
export function createSessionStore(_options: SessionStoreOptions): SessionStore {
  throw new Error('being written');
}
