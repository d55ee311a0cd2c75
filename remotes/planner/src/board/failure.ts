import { MESSAGES } from '@space/domain';

/** The kind of a `BackendError`, told by its shape: two copies of a class can meet on one page. */
export function failureKind(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'kind' in error ? error.kind : undefined;
}

/** Takes what was thrown and the sentence of the operation; returns the sentence to show. */
export function failureMessage(error: unknown, operation: string): string {
  return failureKind(error) === 'auth' ? MESSAGES.auth.sessionLost : operation;
}
