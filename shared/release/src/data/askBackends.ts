import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Refusal } from '@space/federation';
import { BACKENDS, MIGRATE_PATH, type Announcement, type Finding, type Migrated } from '@space/server/data';
import {
  isMissing,
  readPointer,
  readRecord,
  recordedMigrations,
  storeError,
  type ReleaseRecord,
} from '@space/store';
import { refusedRelease } from '../gate/refusedRelease.ts';

/** A migration of a large table takes its time; a server that does not answer takes none. */
const PATIENCE_MILLISECONDS = 100_000;

/** Who serves a store, as they say there; what is said by one that has ended without a word is removed. */
async function backendsOf(store: string): Promise<Announcement[]> {
  const folder = join(store, BACKENDS);
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const read = async (name: string) => {
    const file = join(folder, name);
    // Written by `announce` of the server.
    const announcement = JSON.parse(await readFile(file, 'utf8')) as Announcement;
    const isThere = await fetch(announcement.address).then(
      () => true,
      () => false,
    );
    if (isThere) return [announcement];
    // Another account's stays, and is asked in vain again.
    await rm(file, { force: true }).catch(() => null);
    return [];
  };
  return (await Promise.all(names.map(read))).flat();
}

/** Asks one to make the tables of a release. */
async function ask(address: string, { name, version }: ReleaseRecord): Promise<Migrated> {
  const request = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name, version }),
    signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
  };
  const answer = await fetch(`${address}${MIGRATE_PATH}`, request).catch((error: unknown) => {
    throw storeError(
      `The server at ${address} was asked for the tables of ${name}, and did not answer.`,
      error,
    );
  });
  const text = await answer.text();
  if (!answer.ok) throw storeError(`The tables of ${name} could not be made: ${text}`);
  return JSON.parse(text) as Migrated; // written by the server's `createMigrateEndpoint`
}

/** Those migrations of a release that none brought that was live or tried before. */
async function newOnes(store: string, record: ReleaseRecord): Promise<string[]> {
  const { live, canary } = await readPointer(store, record.name);
  const before = [live, canary].flatMap((one) => (one === null ? [] : [one.version]));
  const known = new Set<string>();
  for (const version of before) {
    const earlier = await readRecord(store, record.name, version).catch(() => null);
    for (const { file } of earlier === null ? [] : recordedMigrations(earlier)) known.add(file);
  }
  return recordedMigrations(record).flatMap(({ file }) => (known.has(file) ? [] : [file]));
}

const pushFirst = (name: string, files: readonly string[]) => [
  `The backend is a hosted project, which a release does not change. Before people open these pages, push ${files.join(', ')} of ${name}:`,
  '`npm run store -- migrations <folder>`, then `supabase db push --include-all --workdir <folder>` (docs/hosted-supabase.md).',
];

const NOTHING: Migrated = { applied: [], findings: [] };

const refusalOf =
  (name: string) =>
  ({ message, where }: Finding): Refusal => ({
    rule: 'data',
    message,
    ...(where !== undefined && { where: `remotes/${name}/${where}` }),
  });

/**
 * Lets the servers of a store make the tables that a release needs, before it is live or tried. Takes the store and the record
 * of a release that lies there; returns what to say of it. Throws RefusedRelease when a database refuses them, and changes
 * nothing then.
 */
export async function makeTables(store: string, record: ReleaseRecord): Promise<string[]> {
  const { name } = record;
  if (recordedMigrations(record).length === 0) return [];
  const fresh = await newOnes(store, record);
  const backends = await backendsOf(store);
  const lines: string[] = [];
  for (const { address, backend } of backends) {
    const { findings, applied } = backend === 'hosted' ? NOTHING : await ask(address, record);
    if (findings.length > 0) throw refusedRelease(record, findings.map(refusalOf(name)));
    if (applied.length > 0) lines.push(`Its tables are there: ${applied.join(', ')}.`);
    if (backend === 'hosted' && fresh.length > 0) lines.push(...pushFirst(name, fresh));
  }
  if (backends.length > 0 || fresh.length === 0) return lines;
  return [`No server of this store runs here: its tables are made when one starts (${fresh.join(', ')}).`];
}

/** What is said of a preview that needs tables which no release has made yet. */
export async function saidOfPreview(store: string, record: ReleaseRecord): Promise<string[]> {
  const fresh = await newOnes(store, record);
  if (fresh.length === 0) return [];
  const isHosted = (await backendsOf(store)).some(({ backend }) => backend === 'hosted');
  if (isHosted) return pushFirst(record.name, fresh);
  return [`Its new tables are made by a release or a canary, and not by a preview: ${fresh.join(', ')}.`];
}
