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

export function flushAll(folder: string): void {
  for (const name of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    flushNow(join(folder, name));
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

/** Parses JSON, as text or in UTF-8. Returns undefined if it is invalid. */
export function parseJson(json: string | Buffer): unknown {
  try {
    const text = typeof json === 'string' ? json : new TextDecoder('utf-8', { fatal: true }).decode(json);
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
