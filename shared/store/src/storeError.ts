/** An error whose message is one sentence for a person. Recognised by its name: two copies of a class can meet. */
export interface StoreError extends Error {
  name: 'StoreError';
  /** 'denied': this account may not write there. */
  kind: 'refused' | 'denied';
}

/** Creates an error whose message a command prints unchanged. */
export function storeError(
  message: string,
  cause?: unknown,
  kind: StoreError['kind'] = 'refused',
): StoreError {
  return Object.assign(new Error(message, { cause }), { name: 'StoreError' as const, kind });
}

/** Whether an unknown error is a StoreError. */
export function isStoreError(value: unknown): value is StoreError {
  return value instanceof Error && value.name === 'StoreError';
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : null);

/** Whether an error of the operating system means that a file or folder does not exist. */
export function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(String(codeOf(error)));
}

/** Whether an error means that this account lacks a permission, by the operating system or by the lock. */
export function isDenied(error: unknown): boolean {
  if (isStoreError(error)) return error.kind === 'denied';
  return ['EACCES', 'EPERM', 'EROFS'].includes(String(codeOf(error)));
}
