/** What the operating system calls a disk, or an account's share of it, that is full. */
const FULL = ['ENOSPC', 'EDQUOT'];

/** What a person is told of an error: its own sentence, but for a full disk, whose error names files that no one knows. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // As Node's own errors are; others have none of these.
  const { code = '', dest, path } = error as NodeJS.ErrnoException & { dest?: string };
  if (!FULL.includes(code)) return error.message;
  const place = dest ?? path;
  return `The disk is full${place === undefined ? '' : `: ${place} cannot be written`}. Make room, then try again.`;
}
