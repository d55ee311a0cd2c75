import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Refusal } from '@space/federation';
import {
  BACKENDS_FOLDER,
  MIGRATE_PATH,
  type Announcement,
  type Finding,
  type Migrated,
} from '@space/server/data';
import {
  isMissing,
  readPointer,
  readRecord,
  recordedMigrations,
  storeError,
  type ReleaseRecord,
} from '@space/store';
import { refusedRelease } from '../gate/refusedRelease.ts';

/** Long, because a migration of a large table takes a while; a server that is not running fails at once. */
const TIMEOUT_MILLISECONDS = 100_000;

/** The running servers of a store, from their announcement files; deletes the announcements of crashed servers. */
async function backendsOf(store: string): Promise<Announcement[]> {
  const folder = join(store, BACKENDS_FOLDER);
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const read = async (name: string) => {
    const file = join(folder, name);
    // Trusted: written by `announce` of the server.
    const announcement = JSON.parse(await readFile(file, 'utf8')) as Announcement;
    const isRunning = await fetch(announcement.address).then(
      () => true,
      () => false,
    );
    if (isRunning) return [announcement];
    // A file of another account cannot be deleted, and is checked again next time.
    await rm(file, { force: true }).catch(() => null);
    return [];
  };
  return (await Promise.all(names.map(read))).flat();
}

/** Requests a server to apply the migrations of a release. */
async function requestMigration(address: string, { name, version }: ReleaseRecord): Promise<Migrated> {
  const request = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name, version }),
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
  };
  const response = await fetch(`${address}${MIGRATE_PATH}`, request).catch((error: unknown) => {
    throw storeError(
      `The server at ${address} was to create the tables of ${name}, and did not answer.`,
      error,
    );
  });
  const text = await response.text();
  if (!response.ok) throw storeError(`The tables of ${name} could not be created: ${text}`);
  return JSON.parse(text) as Migrated; // trusted: written by the server's `createMigrateEndpoint`
}

/** The migrations of a release that neither the live release nor the canary contains. */
async function newMigrations(store: string, record: ReleaseRecord): Promise<string[]> {
  const { live, canary } = await readPointer(store, record.name);
  const versions = [live, canary].flatMap((one) => (one === null ? [] : [one.version]));
  const known = new Set<string>();
  for (const version of versions) {
    const current = await readRecord(store, record.name, version).catch(() => null);
    for (const { file } of current === null ? [] : recordedMigrations(current)) known.add(file);
  }
  return recordedMigrations(record).flatMap(({ file }) => (known.has(file) ? [] : [file]));
}

const pushInstructions = (name: string, files: readonly string[]) => [
  `The backend is a hosted project, which a release does not change. Before people open these pages, push ${files.join(', ')} of ${name}:`,
  '`npm run store -- migrations <folder>`, then `supabase db push --include-all --workdir <folder>`.',
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
 * Has the servers of a store apply the migrations of a release, before it goes live or becomes a canary. Takes the store
 * and the record of a release in it; returns lines to print. Throws RefusedRelease if a database refuses a migration, and
 * changes nothing in that case.
 */
export async function migrateBackends(store: string, record: ReleaseRecord): Promise<string[]> {
  const { name } = record;
  if (recordedMigrations(record).length === 0) return [];
  const added = await newMigrations(store, record);
  const backends = await backendsOf(store);
  const lines: string[] = [];
  for (const { address, backend } of backends) {
    const { findings, applied } = backend === 'hosted' ? NOTHING : await requestMigration(address, record);
    if (findings.length > 0) throw refusedRelease(record, findings.map(refusalOf(name)));
    if (applied.length > 0) lines.push(`Its tables were created: ${applied.join(', ')}.`);
    if (backend === 'hosted' && added.length > 0) lines.push(...pushInstructions(name, added));
  }
  if (backends.length > 0 || added.length === 0) return lines;
  return [`No server of this store runs here: its tables are created when one starts (${added.join(', ')}).`];
}

/** Returns the lines to print for a preview whose new tables do not exist yet, none if it needs no new tables. */
export async function previewTableLines(store: string, record: ReleaseRecord): Promise<string[]> {
  const added = await newMigrations(store, record);
  if (added.length === 0) return [];
  const isHosted = (await backendsOf(store)).some(({ backend }) => backend === 'hosted');
  if (isHosted) return pushInstructions(record.name, added);
  return [`Its new tables are created by a release or a canary, not by a preview: ${added.join(', ')}.`];
}
