export { createSessionStore } from './sessionStore.ts';
export type {
  LinkNotice,
  SessionActions,
  SessionOutcome,
  SessionState,
  SessionStatus,
  SessionStore,
  SessionStoreOptions,
  SessionWindow,
} from './types.ts';
