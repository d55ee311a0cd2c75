import { createHash } from 'node:crypto';
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { flushNow } from '../backend/files.ts';
import { PLAIN_TEXT, readSequences, readTables, type Query } from './readTables.ts';
import type { DataFile } from './dataFiles.ts';
import { FORMAT_VERSION, HISTORY, type Header } from './format.ts';
import { readRows } from './sums.ts';

interface Parts {
  reason: string;
  /** In UTC, in ISO 8601. */
  madeAt: string;
  /** The versions that wrote the database. */
  versions: { pglite: string | null; lite: string };
  /** Reads the files that the backup includes besides the tables. */
  readFiles: () => DataFile[] | Promise<DataFile[]>;
}

const lineOf = (value: unknown) => `${JSON.stringify(value)}\n`;

async function headerOf(query: Query, { reason, madeAt, versions }: Parts) {
  const [shown] = await query('show server_version');
  const applied = await query(`select version, name from ${HISTORY} order by version`);
  return {
    backup: 'better-space',
    version: FORMAT_VERSION,
    madeAt,
    reason,
    madeBy: { postgres: String(shown?.['server_version']), ...versions },
    migrations: applied.map(({ version, name }) => ({
      version: String(version),
      name: String(name),
      remote: null,
    })),
  } satisfies Header;
}

/** The path of a backup until it is complete. */
export const draftOf = (file: string) => join(dirname(file), `.${basename(file)}.draft`);

/** Yields all lines of a backup, a few at a time. */
async function* content(query: Query, parts: Parts): AsyncGenerator<string> {
  const tables = await readTables(query);
  yield lineOf(await headerOf(query, parts));
  for (const file of await parts.readFiles()) yield lineOf(file);
  let rows = 0;
  for (const { name, owner, columns } of tables) {
    const table = { name, columns: columns.map((column) => column.name) };
    yield lineOf({ table: name, owner, columns: table.columns });
    const sum = yield* readRows(query, table);
    rows += sum.rows;
    yield lineOf(sum);
  }
  for (const sequence of await readSequences(query)) yield lineOf(sequence);
  yield lineOf({ end: true, tables: tables.length, rows });
}

/** Passes the lines on, and adds to the last one the SHA-256 of all lines before it. */
async function* hashed(lines: AsyncIterable<string>): AsyncGenerator<string> {
  const hash = createHash('sha256');
  let last = '';
  for await (const text of lines) {
    yield last;
    hash.update(last);
    last = text;
  }
  yield lineOf({ ...(JSON.parse(last) as object), sha256: hash.digest('hex') }); // our own last line
}

/**
 * Writes a consistent snapshot of a database to a file: reads everything in one transaction, in batches of rows. The file
 * gets its name when it is complete and on the disk, and only its owner may read it.
 */
export async function writeBackup(query: Query, file: string, parts: Parts): Promise<void> {
  const draft = draftOf(file);
  await query('begin transaction isolation level repeatable read read only');
  try {
    for (const sql of PLAIN_TEXT) await query(sql);
    const target = createWriteStream(draft, { mode: 0o600, flush: true });
    await pipeline(hashed(content(query, parts)), createGzip(), target);
    renameSync(draft, file);
    flushNow(dirname(file));
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  } finally {
    await query('rollback');
  }
}
