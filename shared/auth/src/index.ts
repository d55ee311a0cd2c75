export { createSessionStore } from './sessionStore.ts';
export type {
  LinkNotice,
  Outcome,
  SessionActions,
  SessionState,
  SessionStatus,
  SessionStore,
  SessionStoreOptions,
  SessionWindow,
} from './types.ts';
