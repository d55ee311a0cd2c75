import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CONTRACT_VERSION } from '@space/federation';
import { integrityOf } from '../files.ts';
import { folderOf } from '../readStore.ts';
import { EMPTY_POINTER, type ReleaseRecord } from '../schema.ts';

/** Takes a name and the fields that matter to a test; returns a complete record of a release. */
export function makeRecord(name: string, parts: Partial<ReleaseRecord> = {}): ReleaseRecord {
  return {
    ...{ name, version: '0.1.0-0123456789ab', commit: null, builtAt: '2026-11-21T12:00:00.000Z' },
    ...{ contract: CONTRACT_VERSION, shares: {}, uses: [], entry: 'remoteEntry.js', styles: [], preload: [] },
    ...{ title: `the ${name}`, pages: [], budget: { gzip: 1000 }, files: {} },
    ...parts,
  };
}

/** Writes files into a folder, texts and bytes as they are and other values as JSON; returns the folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, unknown>>): string {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    const isText = typeof content === 'string' || Buffer.isBuffer(content);
    writeFileSync(join(folder, file), isText ? content : JSON.stringify(content));
  }
  return folder;
}

/** Writes a release into a folder; returns its record, which lists the files. Takes also the fields that matter to a test. */
export function writeRelease(
  folder: string,
  name: string,
  files: Readonly<Record<string, string>>,
  parts: Partial<ReleaseRecord> = {},
): ReleaseRecord {
  const listed = Object.entries(files).map(([file, text]) => {
    const bytes = Buffer.byteLength(text);
    return [file, { bytes, gzip: bytes, integrity: integrityOf(text) }] as const;
  });
  const record = makeRecord(name, { files: Object.fromEntries(listed), ...parts });
  writeFiles(folder, { ...files, 'release.json': record });
  return record;
}

/** Puts a release into a store and makes it live; takes and returns the same as `writeRelease`. */
export function putLive(
  store: string,
  name: string,
  files: Readonly<Record<string, string>> = {},
  parts: Partial<ReleaseRecord> = {},
): ReleaseRecord {
  const { version } = makeRecord(name, parts);
  const record = writeRelease(join(folderOf(store, name), version), name, files, parts);
  const pointer = { ...EMPTY_POINTER, live: { version, since: record.builtAt } };
  writeFiles(folderOf(store, name), { 'pointer.json': pointer });
  return record;
}
