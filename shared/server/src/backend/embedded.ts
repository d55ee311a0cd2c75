import { existsSync } from 'node:fs';
import type { PGliteOptions } from '@electric-sql/pglite';
import type { Connection } from '@supabase/lite';
import { createPgliteConnection, type PgliteConnection } from '@supabase/lite/pglite';
import { startError } from '../startError.ts';
import { durableFiles, type FileWatcher } from './durableFiles.ts';
import { matchHostedResponses, timestampParsers } from './hostedResponses.ts';
import { copyNewCluster } from './newCluster.ts';
import { setContextInOneStatement } from './requestContext.ts';
import { START_PARAMETERS } from './startParameters.ts';
import { installTransactionLock } from './transactionLock.ts';

/** How the files of a database are stored. */
export interface StorageOptions {
  /** 'strict': an acknowledged change survives a power cut. 'relaxed': it survives a killed process. */
  durability: 'strict' | 'relaxed';
  /** Observes each change of a file if the durability is strict: for tests. */
  watcher?: FileWatcher | undefined;
}

/** Runs queries in a transaction. */
export interface Transaction {
  query(sql: string, parameters?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  /** Runs one or more statements without parameters. */
  exec(sql: string): Promise<unknown>;
  rollback(): Promise<void>;
}

/** Runs a query as the database's owner. Returns its rows. */
export type Query = (sql: string, parameters?: unknown[]) => Promise<Record<string, unknown>[]>;

/** The embedded database. */
export interface Database {
  /** For the library behind /auth/v1 and /rest/v1 alone. */
  connection: Connection;
  query: Query;
  /** Runs work in a transaction, and then clears the library's schema cache, so that it sees new tables. */
  change<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Resolves when all commits are on the disk; at once if the durability is relaxed. */
  flush(): Promise<void>;
  close(): Promise<void>;
  /** Runs work while no other query runs, so that only the work can change the files. */
  runWhileIdle(work: () => Promise<void>): Promise<void>;
  /** The whole content as an archive, from which another database can start. */
  archive(): Promise<Uint8Array>;
}

/** The path of a database that has no files. */
export const IN_MEMORY = 'memory://';

/** Opens the embedded database at `path`, with one transaction at a time. */
export async function openEmbedded(path: string, storage: StorageOptions): Promise<Database> {
  if (path !== IN_MEMORY && !existsSync(path)) await copyNewCluster(path);
  const files = storage.durability === 'strict' ? durableFiles(path, storage.watcher) : null;
  const connection = await connect(path, files?.options);
  shortenTransactionControl(connection);
  const exclusive = installTransactionLock(connection);
  matchHostedResponses(connection);
  setContextInOneStatement(connection);
  const { driver } = connection;
  return {
    connection,
    async query(sql, parameters = []) {
      const { rows } = await driver.query<Record<string, unknown>>(sql, parameters);
      return rows;
    },
    change: (work) =>
      exclusive(async () => {
        const result = await driver.transaction(work);
        await connection.clearSchemaCache();
        return result;
      }),
    runWhileIdle: exclusive,
    archive: async () => new Uint8Array(await (await driver.dumpDataDir('gzip')).arrayBuffer()),
    flush: async () => files?.flush(),
    close: () => exclusive(() => connection.close()),
  };
}

const TRANSACTION_CONTROL = /^(BEGIN|COMMIT|ROLLBACK)$/;

/** Runs BEGIN, COMMIT and ROLLBACK with one call of the engine. A statement that may have parameters takes six. */
function shortenTransactionControl({ driver }: PgliteConnection): void {
  const query = driver.query.bind(driver);
  driver.query = async (sql, ...args) => {
    if (!TRANSACTION_CONTROL.test(sql)) return query(sql, ...args);
    await driver.exec(sql);
    return { rows: [], fields: [], affectedRows: 0 };
  };
}

/** Throws a StartError if the files are no complete database: the engine's own message does not help. */
async function connect(path: string, options?: PGliteOptions): Promise<PgliteConnection> {
  try {
    const connection = await createPgliteConnection({
      url: path,
      pgliteOptions: { parsers: timestampParsers, startParams: START_PARAMETERS, ...options },
    });
    await connection.driver.waitReady;
    await connection.driver.query('select from pg_class limit 1');
    return connection;
  } catch (error) {
    throw startError(
      `The database in ${path} cannot be opened: its files are damaged or incomplete. Put a copy of them back, or move the folder away to begin with an empty one.`,
      error,
    );
  }
}
