/** A reason why a backup cannot be made, read or restored, in a sentence for the operator. */
export interface BackupError extends Error {
  name: 'BackupError';
}

/** Makes such an error. */
export function backupError(message: string, cause?: unknown): BackupError {
  return Object.assign(new Error(message, { cause }), { name: 'BackupError' as const });
}

/** By shape, so that two copies of this module agree. */
export const isBackupError = (value: unknown): value is BackupError =>
  value instanceof Error && value.name === 'BackupError';
