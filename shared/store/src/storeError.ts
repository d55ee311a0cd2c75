/** A refusal in one sentence for a person. Recognised by its name: two copies of a class can meet. */
export interface StoreError extends Error {
  name: 'StoreError';
  /** 'denied': this account may not write there. */
  kind: 'refused' | 'denied';
}

/** Makes a refusal that a command prints as it stands. */
export function storeError(
  message: string,
  cause?: unknown,
  kind: StoreError['kind'] = 'refused',
): StoreError {
  return Object.assign(new Error(message, { cause }), { name: 'StoreError' as const, kind });
}

/** Whether an unknown error is a refusal of ours. */
export function isStoreError(value: unknown): value is StoreError {
  return value instanceof Error && value.name === 'StoreError';
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : null);

/** Whether the operating system says that a file or folder is not there. */
export function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(String(codeOf(error)));
}

/** Whether this account may not do what it tried, by the operating system or by the lock. */
export function isDenied(error: unknown): boolean {
  if (isStoreError(error)) return error.kind === 'denied';
  return ['EACCES', 'EPERM', 'EROFS'].includes(String(codeOf(error)));
}
