export { backendError, isBackendError, type BackendError, type BackendErrorKind } from './errors.ts';
export { loadAuthClient } from './loadAuthClient.ts';
export {
  RECOVERY_KEY,
  SESSION_KEY,
  clearStoredSession,
  readSession,
  readStoredSession,
  safeStorage,
  safeTabStorage,
} from './storedSession.ts';
export type { SafeStorage, SessionUser, StoredSession } from './storedSession.ts';
export type {
  Account,
  AccountRepository,
  Backend,
  CalendarFeedRepository,
  MailLink,
  ProfileRepository,
  RedeemedLink,
  TaskRepository,
} from './types.ts';
