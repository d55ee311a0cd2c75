import { existsSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import * as z from 'zod/mini';
import { parseJson, readText, writeFileAtomically } from '../backend/files.ts';

/**
 * The engines by the major version of PostgreSQL whose files they read. An upgrade of PGlite to another major version adds
 * the new engine and keeps the old one, under its own name in the catalog (`pglite-17: npm:@electric-sql/pglite@0.4.5`),
 * so that databases of older releases can be read, also after a power cut (decision 045).
 */
const ENGINES: Readonly<Record<string, () => Promise<{ PGlite: typeof PGlite }>>> = {
  '17': () => import('@electric-sql/pglite'),
};

export const readableMajors = () => Object.keys(ENGINES);

/** Opens the files of a database that no process uses, with the engine of their version. */
export async function openWithMatchingEngine(folder: string): Promise<PGlite> {
  const load = ENGINES[majorOf(folder)];
  if (load === undefined) throw new Error(`No installed PGlite reads PostgreSQL ${majorOf(folder)}.`);
  const { PGlite: Engine } = await load();
  const database = new Engine(folder);
  await database.waitReady;
  return database;
}

/** The major version of the PostgreSQL that wrote a database. */
export const majorOf = (folder: string) => readText(join(folder, 'PG_VERSION')).trim();

const versionsSchema = z.object({ pglite: z.string(), lite: z.string() });
/** The versions that wrote a database: PGlite its files, lite its schema `auth`. */
export type Versions = z.infer<typeof versionsSchema>;

const VERSIONS_FILE = 'better-space.json';
/** The versions of databases from before this file existed. */
const VERSIONS_WITHOUT_FILE: Versions = { pglite: '0.4.5', lite: '0.10.0' };

/** Reads the versions that wrote a database last. */
export function readVersions(folder: string): Versions {
  const file = join(folder, VERSIONS_FILE);
  return existsSync(file) ? versionsSchema.parse(parseJson(readText(file))) : VERSIONS_WITHOUT_FILE;
}

/** Records in a database's folder that the installed versions have opened it. */
export function saveVersions(folder: string): void {
  const [before, now] = [readText(join(folder, VERSIONS_FILE)), `${JSON.stringify(INSTALLED)}\n`];
  if (before !== now) writeFileAtomically(join(folder, VERSIONS_FILE), now);
}

/** The installed versions. */
export const INSTALLED: Versions = {
  pglite: versionOf('@electric-sql/pglite'),
  lite: versionOf('@supabase/lite'),
};

function versionOf(name: string): string {
  const file = findPackageJSON(name, import.meta.url);
  if (file === undefined) throw new Error(`${name} is not installed`);
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8'))).version;
}
