import { randomUUID } from 'node:crypto';
import type { Database } from '../backend/database.ts';
import { endSessions } from '../backend/endSessions.ts';
import { applyMigrations } from '../backend/migrations.ts';
import { openApp } from '../backend/openApp.ts';
import { asRemote } from '../data/applyRemote.ts';
import { readStatements } from '../data/statements.ts';
import { PLAIN_TEXT, quoted, readTables, type Ask, type TableFacts } from './ask.ts';
import { backupError } from './backupError.ts';
import type { Summary } from './checkBackup.ts';
import { rowSchema, HISTORY } from './format.ts';
import { readBackup } from './readBackup.ts';
import { sumOf } from './sums.ts';
import { noteVersions } from './versions.ts';

/** What is restored; `signsOut`: and everyone has to sign in anew. */
export type Restored = Summary & { signsOut?: boolean };

const SETTINGS = { siteUrl: 'http://127.0.0.1', confirmEmail: false };
const SECRETS = { jwtSecret: randomUUID(), publishableKey: 'restored', secretKey: 'restored' };

/**
 * Makes a database out of a backup in a folder that is not there yet: the schema by the migrations that the backup brings, as
 * lite and the engine of today make it, then the rows, as they are. At the end all is read again and compared with the sums of the backup.
 *
 * Takes the folder, the backup, and what was found in it when it was checked. Rejects with a BackupError; the folder is then worth
 * nothing.
 */
export async function restoreDatabase(folder: string, path: string, summary: Restored): Promise<void> {
  const { database } = await openApp(
    folder,
    SECRETS,
    SETTINGS,
    { durability: 'relaxed' },
    { migrations: [] },
  );
  try {
    await restoreInto({ database, ask: database.query, path, summary });
  } finally {
    await database.close();
  }
  noteVersions(folder);
}

interface Target {
  database: Database;
  /** Asks it on one connection. */
  ask: Ask;
  path: string;
  summary: Restored;
  /** What else is done in the transaction that brings the rows. */
  atLast?: () => Promise<void>;
}

/** The same in a database that has lite's schema and nothing else: at the end of one transaction all rows are there, or none. */
export async function restoreInto({ database, ask, path, summary, atLast }: Target): Promise<void> {
  await applyAgain(database, summary);
  for (const sql of PLAIN_TEXT) await ask(sql);
  const tables = await readTables(ask);
  // What triggers made and foreign keys held is in the backup as well.
  await ask('set session_replication_role = replica');
  await ask('begin');
  for (const { name } of tables) await ask(`delete from ${name}`);
  await fill(ask, path, matchTables(tables, summary));
  for (const { sequence, value } of summary.sequences)
    await ask('select setval($1::text::regclass, $2::text::bigint)', [sequence, value]);
  await compare(ask, summary);
  if (summary.signsOut) await endSessions(ask);
  await atLast?.();
  await ask('commit');
}

/** Runs the migrations of a backup: the site's as the owner, those of a remote as the role that owns its tables. */
async function applyAgain(database: Database, { header, tables, history }: Summary): Promise<void> {
  const columns = tables.find(({ table }) => table === HISTORY)?.columns ?? [];
  const place = (name: string) => columns.indexOf(name);
  const texts = new Map<string, string>();
  for (const line of history) {
    const row = rowSchema.parse(JSON.parse(line));
    const [found] = await database.query(`select array_to_string($1::text::text[], E';\\n') as sql`, [
      row[place('statements')] ?? '{}',
    ]);
    const sql = found?.['sql'];
    texts.set(row[place('version')] ?? '', typeof sql === 'string' ? sql : '');
  }
  for (const { version, name, remote } of header.migrations) {
    const sql = texts.get(version) ?? '';
    if (remote === null) await applyMigrations(database, [{ version, name, sql }]);
    else
      await database.change(async (transaction) => {
        const { statements } = await readStatements(sql);
        await asRemote(transaction, remote, (run) => run(statements));
      });
  }
}

/** Finds for each table of a backup the one that it goes into, with its columns in the backup's order. */
function matchTables(found: readonly TableFacts[], { tables }: Summary): Map<string, TableFacts> {
  return new Map(
    tables.map(({ table, owner, columns }) => {
      const target = found.find(({ name }) => name === table);
      if (target === undefined)
        throw backupError(`The backup has a table that this version does not make: ${table}.`);
      if (target.owner !== owner && owner.startsWith('remote_'))
        throw backupError(`The table ${table} would belong to ${target.owner}, and was ${owner}'s.`);
      const matched = columns.map((name) => {
        const column = target.columns.find((one) => one.name === name);
        if (column === undefined)
          throw backupError(`The backup has a column that this version does not make: ${table}.${name}.`);
        return column;
      });
      return [table, { ...target, columns: matched }];
    }),
  );
}

/** Puts the rows in, some at a time. */
async function fill(ask: Ask, path: string, targets: Map<string, TableFacts>): Promise<void> {
  let insert = '';
  for await (const part of readBackup(path)) {
    if (part.kind === 'table') insert = insertInto(targets.get(part.table.table));
    else if (part.kind === 'rows') await ask(insert, [`[${part.rows.join(',')}]`]);
  }
}

/** SQL that puts rows into a table, which it takes as JSON. `fixed`: columns that the rows do not bring, and what they hold, as SQL. */
export function insertInto(
  target: Pick<TableFacts, 'name' | 'columns'> | undefined,
  fixed: Readonly<Record<string, string>> = {},
): string {
  const { name, columns } = target ?? { name: '', columns: [] };
  const names = [...columns.map((column) => column.name), ...Object.keys(fixed)].map(quoted).join(', ');
  const brought = columns.map(({ type }, index) => `(it ->> ${index})::${type}`);
  const values = [...brought, ...Object.values(fixed)].join(', ');
  return `insert into ${name} (${names}) overriding system value
    select ${values} from jsonb_array_elements($1::text::jsonb) as it`;
}

async function compare(ask: Ask, { tables }: Summary): Promise<void> {
  for (const { table, columns, rows, sha256 } of tables) {
    const sum = await sumOf(ask, { name: table, columns });
    if (sum.rows !== rows || sum.sha256 !== sha256)
      throw backupError(`The rows of ${table} are not the same after they were restored.`);
  }
}
