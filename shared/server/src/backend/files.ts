import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** Flushes a file, or the entries of a folder, to disk. */
export function flushNow(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Flushes a folder and everything in it to disk. */
export function flushAll(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) flushAll(path);
    else flushNow(path);
  }
  flushNow(folder);
}

/** Writes a private file (mode 600) so that a reader, or the next start after a crash, never sees partial content. */
export function writeFileAtomically(path: string, text: string): void {
  const draft = `${path}.${process.pid}.tmp`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  renameSync(draft, path);
  flushNow(dirname(path));
}

/** Returns the text of a file, or '' if it does not exist or cannot be read. */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Parses JSON in UTF-8. Returns undefined if the text is invalid. */
export function parseJson(text: string | Buffer): unknown {
  try {
    return JSON.parse(
      typeof text === 'string' ? text : new TextDecoder('utf-8', { fatal: true }).decode(text),
    );
  } catch {
    return undefined;
  }
}
