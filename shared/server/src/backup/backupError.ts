/** A reason why a backup cannot be made, read or restored, in a sentence for the operator. */
export interface BackupError extends Error {
  name: 'BackupError';
}

/** Creates a BackupError. */
export function backupError(message: string, cause?: unknown): BackupError {
  return Object.assign(new Error(message, { cause }), { name: 'BackupError' as const });
}

/** Checks the shape, not the class, so that it also works across two copies of this module. */
export const isBackupError = (value: unknown): value is BackupError =>
  value instanceof Error && value.name === 'BackupError';
