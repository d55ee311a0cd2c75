export { createSessionStore } from './sessionStore.ts';
export type { SessionState, SessionStore } from './types.ts';
