import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Returns when a file, or the names in a folder, are on the disk. `sync`: fdatasync for content alone. */
export function flushNow(path: string, sync: (file: number) => void = fsyncSync): void {
  const file = openSync(path, 'r');
  try {
    sync(file);
  } finally {
    closeSync(file);
  }
}

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
  flushNow(dirname(path));
}

/** The text of a file, or '' where there is none yet, or none that can be read. */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** The value of a JSON text in UTF-8, or undefined for what is none. */
export function parseJson(text: string | Buffer): unknown {
  try {
    return JSON.parse(
      typeof text === 'string' ? text : new TextDecoder('utf-8', { fatal: true }).decode(text),
    );
  } catch {
    return undefined;
  }
}
