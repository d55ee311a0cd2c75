/** A reason not to start that a person can act on: shown as one sentence, without a stack. */
export interface StartError extends Error {
  name: 'StartError';
}

/** Makes the error `startServer` rejects with when it refuses to start. */
export function startError(message: string, cause?: unknown): StartError {
  return Object.assign(new Error(message, { cause }), { name: 'StartError' as const });
}

/** By shape, so that two copies of this module agree. */
export function isStartError(value: unknown): value is StartError {
  return value instanceof Error && value.name === 'StartError';
}
