import { existsSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import * as z from 'zod/mini';
import { parseJson, readText, writeFileAtomically } from '../backend/files.ts';

/**
 * The engine that reads a database, by PostgreSQL's major version. An upgrade of PGlite to another major version adds the new
 * one and leaves the old one here, under a name of its own in the catalog (`pglite-17: npm:@electric-sql/pglite@0.4.5`), so that
 * whatever an older release has written is read, also after a power cut (decision 045).
 */
const ENGINES: Readonly<Record<string, () => Promise<{ PGlite: typeof PGlite }>>> = {
  '17': () => import('@electric-sql/pglite'),
};

export const readableMajors = () => Object.keys(ENGINES);

/** Opens files that no process uses, with the engine of their version. */
export async function openWithItsEngine(folder: string): Promise<PGlite> {
  const load = ENGINES[majorOf(folder)];
  if (load === undefined) throw new Error(`No engine here reads PostgreSQL ${majorOf(folder)}.`);
  const { PGlite: Engine } = await load();
  const database = new Engine(folder);
  await database.waitReady;
  return database;
}

/** PostgreSQL's major version that wrote a database. */
export const majorOf = (folder: string) => readText(join(folder, 'PG_VERSION')).trim();

const versionsSchema = z.object({ pglite: z.string(), lite: z.string() });
/** What wrote a database: its files are PGlite's, and its schema `auth` is lite's. */
export type Versions = z.infer<typeof versionsSchema>;

const NOTE = 'better-space.json';
/** Those that wrote databases before there was a note. */
const FIRST: Versions = { pglite: '0.4.5', lite: '0.10.0' };

/** What wrote a database last. */
export function writtenBy(folder: string): Versions {
  const file = join(folder, NOTE);
  return existsSync(file) ? versionsSchema.parse(parseJson(readText(file))) : FIRST;
}

/** Notes in a database that this version of Better Space has opened it. */
export function noteVersions(folder: string): void {
  const [before, now] = [readText(join(folder, NOTE)), `${JSON.stringify(OURS)}\n`];
  if (before !== now) writeFileAtomically(join(folder, NOTE), now);
}

/** Those that are installed. */
export const OURS: Versions = {
  pglite: versionOf('@electric-sql/pglite'),
  lite: versionOf('@supabase/lite'),
};

function versionOf(name: string): string {
  const file = findPackageJSON(name, import.meta.url);
  if (file === undefined) throw new Error(`${name} is not installed`);
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8'))).version;
}
