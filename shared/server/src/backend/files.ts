import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';

/** Writes a private file (mode 600) so that a reader, or the next start after a crash, never sees a part. */
export function writeFileAtomically(path: string, text: string): void {
  const temporary = `${path}.${process.pid}.tmp`;
  const file = openSync(temporary, 'w', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
}
