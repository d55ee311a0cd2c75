/** A refusal in one sentence for a person. Recognised by its name: two copies of a class can meet. */
export interface StoreError extends Error {
  name: 'StoreError';
}

/** Makes a refusal that a command prints as it stands. */
export function storeError(message: string, cause?: unknown): StoreError {
  return Object.assign(new Error(message, { cause }), { name: 'StoreError' as const });
}

/** Whether an unknown error is a refusal of ours. */
export function isStoreError(value: unknown): value is StoreError {
  return value instanceof Error && value.name === 'StoreError';
}
