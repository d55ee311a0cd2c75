export { backendError, isBackendError, type BackendError, type BackendErrorKind } from './errors.ts';
export { readEnvironment } from './environment.ts';
export { loadSupabase } from './loadSupabase.ts';
export { safeStorage, safeTabStorage } from './sessionStorage.ts';
export {
  RECOVERY_KEY,
  SESSION_KEY,
  clearStoredSession,
  readSession,
  readStoredSession,
} from './storedSession.ts';
export type { SafeStorage, SessionUser, StoredSession } from './storedSession.ts';
export type {
  Account,
  AccountRepository,
  AuthEventName,
  Backend,
  CalendarFeedRepository,
  MailLink,
  MailLinkType,
  ProfileRepository,
  RedeemedLink,
  TaskRepository,
} from './types.ts';
