import { createHash } from 'node:crypto';
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { flushNow } from '../backend/files.ts';
import { PLAIN_TEXT, readSequences, readTables, type Ask } from './ask.ts';
import type { KeptFile } from './files.ts';
import { FORMAT_VERSION, type Header } from './format.ts';
import { readApplied } from './migrationsOf.ts';
import { readRows } from './sums.ts';

interface Wish {
  reason: string;
  /** In UTC, as ISO 8601 has it. */
  madeAt: string;
  /** What wrote the database. */
  versions: { pglite: string | null; lite: string };
  /** Reads what belongs to it besides the tables. */
  readFiles: () => KeptFile[] | Promise<KeptFile[]>;
}

const lineOf = (value: unknown) => `${JSON.stringify(value)}\n`;

async function headerOf(ask: Ask, { reason, madeAt, versions }: Wish, migrations: Header['migrations']) {
  const [shown] = await ask('show server_version');
  return {
    backup: 'better-space',
    version: FORMAT_VERSION,
    madeAt,
    reason,
    madeBy: { postgres: String(shown?.['server_version']), ...versions },
    migrations,
  } satisfies Header;
}

/** What a backup is called until it is whole. */
export const draftOf = (file: string) => join(dirname(file), `.${basename(file)}.draft`);

/** All lines of a backup, a few at a time. */
async function* content(ask: Ask, wish: Wish): AsyncGenerator<string> {
  const tables = await readTables(ask);
  yield lineOf(await headerOf(ask, wish, await readApplied(ask, tables)));
  for (const file of await wish.readFiles()) yield lineOf(file);
  let rows = 0;
  for (const { name, owner, columns } of tables) {
    const table = { name, columns: columns.map((column) => column.name) };
    yield lineOf({ table: name, owner, columns: table.columns });
    const sum = yield* readRows(ask, table);
    rows += sum.rows;
    yield lineOf(sum);
  }
  for (const sequence of await readSequences(ask)) yield lineOf(sequence);
  yield lineOf({ end: true, tables: tables.length, rows });
}

/** The lines, the last of them with the SHA-256 of all before it. */
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
 * Saves a database in a file, as it is at one moment: all is read in one transaction, a few rows at a time. The file gets its name
 * when it is whole and on the disk, and only its owner may read it.
 */
export async function writeBackup(ask: Ask, file: string, wish: Wish): Promise<void> {
  const draft = draftOf(file);
  await ask('begin transaction isolation level repeatable read read only');
  try {
    for (const sql of PLAIN_TEXT) await ask(sql);
    const target = createWriteStream(draft, { mode: 0o600, flush: true });
    await pipeline(hashed(content(ask, wish)), createGzip(), target);
    renameSync(draft, file);
    flushNow(dirname(file));
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  } finally {
    await ask('rollback');
  }
}
