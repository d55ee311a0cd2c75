import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addRelease, folderOf, readPointer, readRecord } from '@space/store';
import type { ReleaseRecord } from '@space/store';

interface Change {
  /** Twelve hex digits: what the version is called by. */
  content: string;
  /** The start of a file's path, as 'assets/container-', and what is put at the end of that file. */
  append?: readonly [start: string, text: string];
  record?: Partial<ReleaseRecord>;
}

/**
 * Puts a further version of a remote into a store, where nothing points at it: the live one with a change, recorded as a
 * release would record it. Returns its version.
 */
export async function addVersion(store: string, name: string, change: Change): Promise<string> {
  const { live } = await readPointer(store, name);
  if (live === null) throw new Error(`Nothing is live of ${name}`);
  const record = await readRecord(store, name, live.version);
  const folder = mkdtempSync(join(tmpdir(), 'space-version-'));
  cpSync(join(folderOf(store, name), live.version), folder, { recursive: true });

  const files = { ...record.files };
  if (change.append) {
    const [start, text] = change.append;
    const file = Object.keys(files).find((one) => one.startsWith(start));
    const known = file === undefined ? undefined : files[file];
    if (file === undefined || known === undefined) throw new Error(`${name} has no file ${start}…`);
    const bytes = `${readFileSync(join(folder, file), 'utf8')}${text}`;
    writeFileSync(join(folder, file), bytes);
    const integrity = `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
    files[file] = { ...known, integrity };
  }
  const version = `${record.version.split('-')[0] ?? ''}-${change.content}`;
  await addRelease(store, { ...record, ...change.record, version, files }, folder);
  rmSync(folder, { recursive: true });
  return version;
}
