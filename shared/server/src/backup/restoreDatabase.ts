import { randomUUID } from 'node:crypto';
import type { Database } from '../backend/embedded.ts';
import { endSessions } from '../backend/endSessions.ts';
import { applyMigrations } from '../backend/migrations.ts';
import { openApp } from '../backend/openApp.ts';
import { PLAIN_TEXT, quoted, readTables, type Query, type TableFacts } from './readTables.ts';
import { backupError } from './backupError.ts';
import type { Summary } from './checkBackup.ts';
import { rowSchema, HISTORY } from './format.ts';
import { readBackup } from './readBackup.ts';
import { sumOf } from './sums.ts';
import { saveVersions } from './versions.ts';

/** The content of a backup to restore. `signsOut`: end all sessions, so that everyone has to sign in again. */
export type RestoreInput = Summary & { signsOut?: boolean };

const SETTINGS = { siteUrl: 'http://127.0.0.1', confirmEmail: false };
const SECRETS = { jwtSecret: randomUUID(), publishableKey: 'restored', secretKey: 'restored' };

/**
 * Restores a backup into a new folder: creates the schema by the migrations in the backup, with the installed engine and
 * lite, then inserts the rows. At the end all rows are read again and compared with the sums of the backup.
 *
 * Takes the folder, the path of the backup, and the summary from checking it. Rejects with a BackupError; the folder is
 * then unusable.
 */
export async function restoreDatabase(folder: string, path: string, summary: RestoreInput): Promise<void> {
  const { database } = await openApp(
    folder,
    SECRETS,
    SETTINGS,
    { durability: 'relaxed' },
    { migrations: [] },
  );
  try {
    await restoreInto({ database, query: database.query, path, summary });
  } finally {
    await database.close();
  }
  saveVersions(folder);
}

interface Target {
  database: Database;
  /** Queries the same database on one connection. */
  query: Query;
  path: string;
  summary: RestoreInput;
  /** Runs in the transaction that inserts the rows, before its commit. */
  beforeCommit?: () => Promise<void>;
}

/** Restores a backup into a database that has only lite's schema. All rows are inserted in one transaction. */
export async function restoreInto({ database, query, path, summary, beforeCommit }: Target): Promise<void> {
  await applyMigrationsOf(database, summary);
  for (const sql of PLAIN_TEXT) await query(sql);
  const tables = await readTables(query);
  // Without triggers and foreign key checks: the backup contains the rows that triggers created.
  await query('set session_replication_role = replica');
  await query('begin');
  for (const { name } of tables) await query(`delete from ${name}`);
  await insertRows(query, path, matchTables(tables, summary));
  for (const { sequence, value } of summary.sequences)
    await query('select setval($1::text::regclass, $2::text::bigint)', [sequence, value]);
  await compareRows(query, summary);
  if (summary.signsOut) await endSessions(query);
  await beforeCommit?.();
  await query('commit');
}

/** Applies the migrations of a backup, without those of remotes, which had tables of their own in older versions. */
async function applyMigrationsOf(database: Database, { header, tables, history }: Summary): Promise<void> {
  const columns = tables.find(({ table }) => table === HISTORY)?.columns ?? [];
  const indexOf = (name: string) => columns.indexOf(name);
  const texts = new Map<string, string>();
  for (const line of history) {
    const row = rowSchema.parse(JSON.parse(line));
    const [found] = await database.query(`select array_to_string($1::text::text[], E';\\n') as sql`, [
      row[indexOf('statements')] ?? '{}',
    ]);
    const sql = found?.['sql'];
    texts.set(row[indexOf('version')] ?? '', typeof sql === 'string' ? sql : '');
  }
  for (const { version, name, remote } of header.migrations) {
    const sql = texts.get(version) ?? '';
    if (remote === null) await applyMigrations(database, [{ version, name, sql }]);
  }
}

/** Whether a table of a backup belongs to a remote. Remotes had tables of their own in older versions. */
const isOfRemote = ({ owner }: Summary['tables'][number]) => owner.startsWith('remote_');

/** Finds the target table for each table of a backup, with its columns in the backup's order. Empty ones of remotes have none. */
function matchTables(found: readonly TableFacts[], { tables }: Summary): Map<string, TableFacts> {
  const filled = tables.filter((one) => isOfRemote(one) && one.rows > 0).map(({ table }) => table);
  if (filled.length > 0)
    throw backupError(
      `The backup has rows in tables of remotes, which this version does not have: ${filled.join(', ')}. Commit bd380de3 restores it.`,
    );
  return new Map(
    tables
      .filter((one) => !isOfRemote(one))
      .map(({ table, columns }) => {
        const target = found.find(({ name }) => name === table);
        if (target === undefined)
          throw backupError(`The backup has a table that this version does not have: ${table}.`);
        const matched = columns.map((name) => {
          const column = target.columns.find((one) => one.name === name);
          if (column === undefined)
            throw backupError(`The backup has a column that this version does not have: ${table}.${name}.`);
          return column;
        });
        return [table, { ...target, columns: matched }];
      }),
  );
}

/** Inserts the rows in batches. */
async function insertRows(query: Query, path: string, targets: Map<string, TableFacts>): Promise<void> {
  let insert = '';
  for await (const part of readBackup(path)) {
    if (part.kind === 'table') insert = insertInto(targets.get(part.table.table));
    else if (part.kind === 'rows') await query(insert, [`[${part.rows.join(',')}]`]);
  }
}

/** SQL that inserts rows, given as JSON, into a table. `fixed`: columns that the rows lack, with their values as SQL. */
export function insertInto(
  target: Pick<TableFacts, 'name' | 'columns'> | undefined,
  fixed: Readonly<Record<string, string>> = {},
): string {
  const { name, columns } = target ?? { name: '', columns: [] };
  const names = [...columns.map((column) => column.name), ...Object.keys(fixed)].map(quoted).join(', ');
  const inserted = columns.map(({ type }, index) => `(it ->> ${index})::${type}`);
  const values = [...inserted, ...Object.values(fixed)].join(', ');
  return `insert into ${name} (${names}) overriding system value
    select ${values} from jsonb_array_elements($1::text::jsonb) as it`;
}

async function compareRows(query: Query, { tables }: Summary): Promise<void> {
  for (const { table, columns, rows, sha256 } of tables.filter((one) => !isOfRemote(one))) {
    const sum = await sumOf(query, { name: table, columns });
    if (sum.rows !== rows || sum.sha256 !== sha256)
      throw backupError(`The rows of ${table} are not the same after they were restored.`);
  }
}
