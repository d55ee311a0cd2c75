import { join } from 'node:path';
import {
  folderOf,
  isStoreError,
  readMigrations,
  readPointer,
  readRecord,
  remotesIn,
  sentenceOf,
  type ReleasedMigration,
} from '@space/store';
import pLimit from 'p-limit';
import type { Backend } from '../backend/backend.ts';
import { migrateRemote, readAll } from './migrate.ts';
import { amongOthers, findingAt, type Finding } from './remoteNames.ts';

/** What came of a release's migrations: those that were applied now, or what is wrong; then nothing was changed. */
export interface Migrated {
  applied: string[];
  findings: Finding[];
}

/** A table that a remote has, and its columns. */
export interface RemoteTable {
  name: string;
  columns: string[];
}

interface RemoteDataParts {
  backend: Pick<Backend, 'query' | 'change' | 'shared'>;
  /** Saves the database before tables are changed. Takes why; nothing is changed when it rejects. */
  beforeChange: (reason: string) => Promise<void>;
  /** Gets a line for each remote whose tables were changed. */
  log: (line: string) => void;
  reportFault: (line: string) => void;
}

/** Those that have the trigger that every table of a remote has, as `public.own_tables()` lists them. */
const TABLES = `
  select c.relname as name, array(
    select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped order by attnum
  ) as columns
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and exists (
    select from pg_trigger t join pg_proc f on f.oid = t.tgfoid
    where t.tgrelid = c.oid and f.proname = 'limit_rows' and f.pronamespace = 'private'::regnamespace
  )`;

const APPLIED = 'select version from supabase_migrations.schema_migrations where version = any($1::text[])';

/** How often a server looks what others have changed: a release asks those of its own machine at once. */
const LOOK_MILLISECONDS = 10_000;

/** A transaction is left without a change, and without a fault. */
const isRolledBack = (findings: readonly Finding[]) => findings.length > 0;

export type RemoteData = Awaited<ReturnType<typeof openRemoteData>>;

/**
 * The tables of remotes in the embedded database: applies what releases bring, each migration once, and knows which tables
 * there are. Applied is what is live or a canary; tables stay when a release is taken back (decision 041).
 */
export async function openRemoteData({ backend, beforeChange, log, reportFault }: RemoteDataParts) {
  const inTurn = pLimit(1);
  let tables = new Map<string, RemoteTable>();

  /** Returns whether there are others than before. */
  async function readTables(): Promise<boolean> {
    const rows = (await backend.query(TABLES)) as unknown as RemoteTable[]; // as TABLES selects them
    const before = JSON.stringify([...tables]);
    tables = new Map(rows.map((table) => [table.name, table]));
    return before !== JSON.stringify([...tables]);
  }

  /** Another server of the database may have changed them: the library learns of that, too. */
  async function lookAgain(): Promise<void> {
    if (await readTables()) await backend.change(() => Promise.resolve());
  }

  /** Those that were never applied, and what was applied in another form. */
  async function compare(remote: string, migrations: readonly ReleasedMigration[]) {
    const rows = await backend.query(
      'select version, name, statements from supabase_migrations.schema_migrations',
    );
    const applied = new Map(rows.map((row) => [row['version'], row]));
    const pending: ReleasedMigration[] = [];
    const findings: Finding[] = [];
    for (const migration of migrations) {
      const { file, sql } = migration;
      const { version, name } = amongOthers(remote, file);
      const known = applied.get(version);
      const texts: unknown = known?.['statements'];
      if (known === undefined) pending.push(migration);
      else if (known['name'] !== name || !Array.isArray(texts) || texts[0] !== sql)
        findings.push(
          findingAt('was applied here in another form: leave it as it was, and write a new one', file),
        );
    }
    return { pending, findings };
  }

  async function applyAll(remote: string, migrations: readonly ReleasedMigration[]): Promise<Migrated> {
    const { pending, findings } = await compare(remote, migrations);
    if (isRolledBack(findings)) return { applied: [], findings };
    if (pending.length === 0) {
      if (backend.shared) await lookAgain();
      return { applied: [], findings };
    }
    const { read, findings: unreadable } = await readAll(pending);
    if (isRolledBack(unreadable)) return { applied: [], findings: unreadable };
    // What no account has brought anything into is not worth it.
    const [account] = await backend.query('select from auth.users limit 1');
    if (account)
      await beforeChange(
        `before the tables of ${remote} change: ${pending.map(({ file }) => file).join(', ')}`,
      );
    const versions = pending.map(({ file }) => amongOthers(remote, file).version);
    const wrong = await backend.change(async (transaction) => {
      // Another server of the database may have been asked as well, and was first.
      const { rows } = await transaction.query(APPLIED, [versions]);
      if (rows.length > 0) return 'applied meanwhile';
      const found = await migrateRemote(transaction, remote, read);
      if (isRolledBack(found)) {
        await transaction.rollback();
        return found;
      }
      for (const { file, sql } of pending) {
        const { version, name } = amongOthers(remote, file);
        await transaction.query(
          'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)',
          [version, name, [sql]],
        );
      }
      return [];
    });
    if (wrong === 'applied meanwhile') return applyAll(remote, migrations);
    const applied = isRolledBack(wrong) ? [] : pending.map(({ file }) => file);
    if (applied.length > 0) {
      await readTables();
      log(`The tables of ${remote} were changed by ${applied.join(', ')}.`);
    }
    return { applied, findings: wrong };
  }

  /** Applies migrations of a remote, all or none. */
  const apply = (remote: string, migrations: readonly ReleasedMigration[]) =>
    inTurn(() => applyAll(remote, migrations));

  /** Applies those of a release that lies in a store. Throws StoreError when it cannot be read. */
  async function applyRelease(store: string, remote: string, version: string): Promise<Migrated> {
    const record = await readRecord(store, remote, version);
    return apply(remote, await readMigrations(record, join(folderOf(store, remote), version)));
  }

  /** Applies what a store has live or tries: what was released while no server ran. What fails is told, and hurts its remote alone. */
  async function applyReleased(store: string): Promise<void> {
    for (const remote of await remotesIn(store)) {
      try {
        const { live, canary } = await readPointer(store, remote);
        for (const { version } of [live, canary].filter((one) => one !== null)) {
          const { findings } = await applyRelease(store, remote, version);
          for (const { message, where = '' } of findings)
            reportFault(`The tables of ${remote} ${version} could not be made: ${message} (${where}).`);
        }
      } catch (error) {
        // What cannot be read is offered to no one, and the operator's page says so.
        const tell = isStoreError(error) ? log : reportFault;
        tell(`The tables of ${remote} could not be made: ${sentenceOf(error)}`);
      }
    }
  }

  await readTables();
  const timer =
    backend.shared && setInterval(() => void inTurn(lookAgain).catch(() => {}), LOOK_MILLISECONDS);
  timer?.unref();
  return {
    apply,
    applyRelease,
    applyReleased,
    tableNamed: (name: string) => tables.get(name),
    close: () => void (timer && clearInterval(timer)),
  };
}
