/** The operating system's error codes for a full disk and for an exhausted quota. */
const FULL = ['ENOSPC', 'EDQUOT'];

/** Returns an error's message for a person. A full disk has a message of its own: Node's names files that no one knows. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // The fields of Node's system errors; other errors have none of these.
  const { code = '', dest, path } = error as NodeJS.ErrnoException & { dest?: string };
  if (!FULL.includes(code)) return error.message;
  const place = dest ?? path;
  return `The disk is full${place === undefined ? '' : `: ${place} cannot be written`}. Make room, then try again.`;
}
