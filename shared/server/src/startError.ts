/** An error that the operator can fix: shown as one sentence, without a stack trace. */
export const startError = (message: string, cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), { name: 'StartError' });

export const isStartError = (value: unknown): value is Error =>
  value instanceof Error && value.name === 'StartError';
