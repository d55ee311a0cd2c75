import { closeSync, fsyncSync, openSync, readFileSync, readdirSync, renameSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Returns when a file, or the names in a folder, are on the disk. `sync`: fdatasync for content alone. */
export function flushNow(path: string, sync: (file: number) => void = fsyncSync): void {
  const file = openSync(path, 'r');
  try {
    sync(file);
  } finally {
    closeSync(file);
  }
}

/** Flushes a folder with all that is in it. */
export function flushAll(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) flushAll(path);
    else flushNow(path);
  }
  flushNow(folder);
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
