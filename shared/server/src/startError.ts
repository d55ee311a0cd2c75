/** An error that the operator can fix: shown as one sentence, without a stack trace. */
export interface StartError extends Error {
  name: 'StartError';
}

/** Creates the error with which `startServer` rejects. */
export function startError(message: string, cause?: unknown): StartError {
  return Object.assign(new Error(message, { cause }), { name: 'StartError' as const });
}

/** Checks the name instead of a class, so that it also works for another copy of this module. */
export function isStartError(value: unknown): value is StartError {
  return value instanceof Error && value.name === 'StartError';
}
