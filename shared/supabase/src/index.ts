export { backendError, isBackendError } from './errors.ts';
export type { BackendError, BackendErrorDetails, BackendErrorKind } from './errors.ts';
export { readEnvironment } from './environment.ts';
export type { BackendEnvironment, EnvironmentDocument } from './environment.ts';
export {
  SESSION_KEY,
  clearStoredSession,
  readSession,
  readStoredSession,
  safeStorage,
} from './sessionStorage.ts';
export type { SafeStorage, SessionUser, StoredSession } from './sessionStorage.ts';
export type {
  AuthEventName,
  AuthGateway,
  AuthListener,
  Backend,
  MailLink,
  MailLinkType,
  ProfileRepository,
  TaskRepository,
} from './types.ts';
