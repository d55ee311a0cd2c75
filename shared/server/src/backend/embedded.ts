import { existsSync } from 'node:fs';
import type { PGliteOptions } from '@electric-sql/pglite';
import { createPgliteConnection, type PgliteConnection } from '@supabase/lite/pglite';
import { startError } from '../startError.ts';
import type { Database } from './database.ts';
import { durableFiles, type FileWatcher } from './durableFiles.ts';
import { matchHostedAnswers, timestampParsers } from './hostedAnswers.ts';
import { layOutCluster } from './newCluster.ts';
import { setContextAtOnce } from './requestContext.ts';
import { START_PARAMETERS } from './startParameters.ts';
import { installTransactionLock } from './transactionLock.ts';

/** How the files of a database are kept. */
export interface Keeping {
  /** 'strict': what was acknowledged survives a power cut. 'relaxed': it survives a killed process. */
  durability: 'strict' | 'relaxed';
  /** Is told of each change of a file, where the durability is strict: for tests. */
  watcher?: FileWatcher | undefined;
}

/** The embedded database, which can be let rest. */
export interface EmbeddedDatabase extends Database {
  /** Runs work while no one else asks: its files change only by what the work asks. */
  rest(work: () => Promise<void>): Promise<void>;
  /** All that it holds, for another one to begin with. */
  archive(): Promise<Uint8Array>;
}

/** The place of a database that has no files. */
export const IN_MEMORY = 'memory://';

/** Opens the embedded database at `path`, with one transaction at a time. */
export async function openEmbedded(path: string, keeping: Keeping): Promise<EmbeddedDatabase> {
  if (path !== IN_MEMORY && !existsSync(path)) await layOutCluster(path);
  const files = keeping.durability === 'strict' ? durableFiles(path, keeping.watcher) : null;
  const connection = await connect(path, files?.options);
  askAtOnce(connection);
  const exclusive = installTransactionLock(connection);
  matchHostedAnswers(connection);
  setContextAtOnce(connection);
  const { driver } = connection;
  return {
    connection,
    async query(sql, parameters = []) {
      const { rows } = await driver.query<Record<string, unknown>>(sql, parameters);
      return rows;
    },
    change: (work) =>
      exclusive(async () => {
        const changed = await driver.transaction(work);
        await connection.clearSchemaCache();
        return changed;
      }),
    rest: exclusive,
    archive: async () => new Uint8Array(await (await driver.dumpDataDir('gzip')).arrayBuffer()),
    flush: async () => files?.flush(),
    close: () => exclusive(() => connection.close()),
  };
}

const WITHOUT_ROWS = /^(BEGIN|COMMIT|ROLLBACK)$/;

/** The engine is called six times for a statement that may have parameters. Beginnings and ends of transactions have none. */
function askAtOnce({ driver }: PgliteConnection): void {
  const query = driver.query.bind(driver);
  driver.query = async (sql, ...more) => {
    if (!WITHOUT_ROWS.test(sql)) return query(sql, ...more);
    await driver.exec(sql);
    return { rows: [], fields: [], affectedRows: 0 };
  };
}

/** Throws a StartError when the files are no whole database: the message of the engine helps no one. */
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
