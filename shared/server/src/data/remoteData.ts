import { join } from 'node:path';
import {
  folderOf,
  isStoreError,
  readMigrations,
  readPointer,
  readRecord,
  remotesIn,
  errorMessage,
  type ReleasedMigration,
} from '@space/store';
import pLimit from 'p-limit';
import type { Backend } from '../backend/backend.ts';
import { migrateRemote, readAll } from './migrate.ts';
import { qualifiedName, findingAt, type Finding } from './remoteNames.ts';

/** The result of a release's migrations: those that were applied now, or the problems; then nothing was changed. */
export interface Migrated {
  applied: string[];
  findings: Finding[];
}

/** A table of a remote, and its columns. */
export interface RemoteTable {
  name: string;
  columns: string[];
}

interface RemoteDataParts {
  backend: Pick<Backend, 'query' | 'change' | 'shared'>;
  /** Saves the database before tables are changed. Takes the reason; if it rejects, nothing is changed. */
  beforeChange: (reason: string) => Promise<void>;
  /** Gets a line for each remote whose tables were changed. */
  log: (line: string) => void;
  reportFault: (line: string) => void;
}

/** Finds the tables of remotes by the trigger that each must have, like `public.own_tables()`. */
const TABLES = `
  select c.relname as name, array(
    select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped order by attnum
  ) as columns
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and exists (
    select from pg_trigger t join pg_proc f on f.oid = t.tgfoid
    where t.tgrelid = c.oid and f.proname = 'limit_rows' and f.pronamespace = 'private'::regnamespace
  )`;

const APPLIED = 'select version from supabase_migrations.schema_migrations where version = any($1::text[])';

/** How often a server polls for changes by other servers. A release notifies only servers on its own machine at once. */
const POLL_MILLISECONDS = 10_000;

/** Whether there are problems. The transaction is then rolled back without an error. */
const hasFindings = (findings: readonly Finding[]) => findings.length > 0;

export type RemoteData = Awaited<ReturnType<typeof openRemoteData>>;

/**
 * Opens the tables of remotes in this server's database: applies the migrations of live releases and canaries, each once,
 * and tracks which tables exist. Tables stay when a release is rolled back (decision 041).
 */
export async function openRemoteData({ backend, beforeChange, log, reportFault }: RemoteDataParts) {
  const oneAtATime = pLimit(1);
  let tables = new Map<string, RemoteTable>();

  /** Reads the tables again. Returns whether they have changed. */
  async function readTables(): Promise<boolean> {
    const rows = (await backend.query(TABLES)) as unknown as RemoteTable[]; // as TABLES selects them
    const before = JSON.stringify([...tables]);
    tables = new Map(rows.map((table) => [table.name, table]));
    return before !== JSON.stringify([...tables]);
  }

  /** Reads the tables again, because another server may have changed them. If so, clears the library's schema cache. */
  async function refreshTables(): Promise<void> {
    if (await readTables()) await backend.change(() => Promise.resolve());
  }

  /** Returns the migrations that were not applied yet, and findings for those that were applied with different content. */
  async function compare(remote: string, migrations: readonly ReleasedMigration[]) {
    const rows = await backend.query(
      'select version, name, statements from supabase_migrations.schema_migrations',
    );
    const applied = new Map(rows.map((row) => [row['version'], row]));
    const pending: ReleasedMigration[] = [];
    const findings: Finding[] = [];
    for (const migration of migrations) {
      const { file, sql } = migration;
      const { version, name } = qualifiedName(remote, file);
      const known = applied.get(version);
      const texts: unknown = known?.['statements'];
      if (known === undefined) pending.push(migration);
      else if (known['name'] !== name || !Array.isArray(texts) || texts[0] !== sql)
        findings.push(
          findingAt(
            'differs from the migration that was applied here: restore it, and write a new one',
            file,
          ),
        );
    }
    return { pending, findings };
  }

  async function applyAll(remote: string, migrations: readonly ReleasedMigration[]): Promise<Migrated> {
    const { pending, findings } = await compare(remote, migrations);
    if (hasFindings(findings)) return { applied: [], findings };
    if (pending.length === 0) {
      if (backend.shared) await refreshTables();
      return { applied: [], findings };
    }
    const { read, findings: unreadable } = await readAll(pending);
    if (hasFindings(unreadable)) return { applied: [], findings: unreadable };
    // Without an account there is no data to save.
    const [account] = await backend.query('select from auth.users limit 1');
    if (account)
      await beforeChange(
        `before the tables of ${remote} change: ${pending.map(({ file }) => file).join(', ')}`,
      );
    const versions = pending.map(({ file }) => qualifiedName(remote, file).version);
    const result = await backend.change(async (transaction) => {
      // Another server of the same database may have applied them first.
      const { rows } = await transaction.query(APPLIED, [versions]);
      if (rows.length > 0) return 'applied meanwhile';
      const found = await migrateRemote(transaction, remote, read);
      if (hasFindings(found)) {
        await transaction.rollback();
        return found;
      }
      for (const { file, sql } of pending) {
        const { version, name } = qualifiedName(remote, file);
        await transaction.query(
          'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)',
          [version, name, [sql]],
        );
      }
      return [];
    });
    if (result === 'applied meanwhile') return applyAll(remote, migrations);
    const applied = hasFindings(result) ? [] : pending.map(({ file }) => file);
    if (applied.length > 0) {
      await readTables();
      log(`The tables of ${remote} were changed by ${applied.join(', ')}.`);
    }
    return { applied, findings: result };
  }

  /** Applies migrations of a remote, all or none. */
  const apply = (remote: string, migrations: readonly ReleasedMigration[]) =>
    oneAtATime(() => applyAll(remote, migrations));

  /** Applies the migrations of a release in a store. Throws StoreError if the release cannot be read. */
  async function applyRelease(store: string, remote: string, version: string): Promise<Migrated> {
    const record = await readRecord(store, remote, version);
    return apply(remote, await readMigrations(record, join(folderOf(store, remote), version)));
  }

  /** Applies the migrations of all live releases and canaries in a store, at a start. A failure affects only its remote. */
  async function applyReleased(store: string): Promise<void> {
    for (const remote of await remotesIn(store)) {
      try {
        const { live, canary } = await readPointer(store, remote);
        for (const { version } of [live, canary].filter((one) => one !== null)) {
          const { findings } = await applyRelease(store, remote, version);
          for (const { message, where = '' } of findings)
            reportFault(`The tables of ${remote} ${version} could not be created: ${message} (${where}).`);
        }
      } catch (error) {
        // A release that cannot be read is not served, and the operator's page shows that.
        const report = isStoreError(error) ? log : reportFault;
        report(`The tables of ${remote} could not be created: ${errorMessage(error)}`);
      }
    }
  }

  await readTables();
  const timer =
    backend.shared && setInterval(() => void oneAtATime(refreshTables).catch(() => {}), POLL_MILLISECONDS);
  timer?.unref();
  return {
    apply,
    applyRelease,
    applyReleased,
    tableNamed: (name: string) => tables.get(name),
    close: () => void (timer && clearInterval(timer)),
  };
}
