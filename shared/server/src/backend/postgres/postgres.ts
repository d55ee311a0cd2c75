import { readFileSync } from 'node:fs';
import type { App } from '@supabase/lite';
import type { Client } from 'pg';
import type { Database } from '../database.ts';
import { endSessions, SIGNED_OUT } from '../endSessions.ts';
import type { StorageOptions } from '../embedded.ts';
import { applyMigrations, readMigrations } from '../migrations.ts';
import { prepare, type SchemaSteps } from '../openApp.ts';
import { makeSecrets, type Secrets } from '../secrets.ts';
import { connectOnce, CONNECTION_OPTIONS } from './connect.ts';
import { createConnection } from './connection.ts';
import { hasTablesOf, saveSecrets, makeInstall, readSecrets, lockStart, recordLibrary } from './install.ts';
import { openPool, type Connections } from './pool.ts';
import { readTypes } from './values.ts';

/** A request of the library uses one connection, briefly two; by default PostgreSQL allows 100 for all servers together. */
const MAX_CONNECTIONS = 16;

/**
 * Schema changes run one at a time. Each waits for running transactions, and later transactions wait for it, so the wait
 * for its locks is limited.
 */
const LOCK_CHANGES = `select pg_advisory_xact_lock(hashtext('better-space: change')); set local lock_timeout = '10s';`;
/** For migrations of remotes, which are small. The site's own migrations, at a start, have no limit. */
const CHANGE_TIMEOUT = '5min';

export const libraryVersion = () => {
  const file = new URL('../../../node_modules/@supabase/lite/package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version; // every package has one
};

export interface PostgresOptions extends Pick<StorageOptions, 'durability'> {
  address: string;
  createApp: (database: Database, secrets: Secrets) => App;
  /** Is called before migrations that the database lacks are applied. */
  beforeMigrations?: SchemaSteps['beforeMigrations'];
  log: (line: string) => void;
  reportFault: (line: string) => void;
}

/**
 * Opens a PostgreSQL database that several servers may share, and prepares it if it is empty or older: one server at a
 * time. Throws a StartError if the database cannot be used.
 */
export async function openPostgres(options: PostgresOptions) {
  const { address, durability, createApp, beforeMigrations, log, reportFault } = options;
  const { client, isDurable } = await connectOnce(address);
  try {
    if (durability === 'strict' && !isDurable)
      log('PostgreSQL runs with fsync off: acknowledged changes may be lost in a power cut.');
    await lockStart(client);
    await makeInstall(client);
    const stored = await readSecrets(client);
    const secrets = stored ?? makeSecrets();
    const synchronous = durability === 'strict' ? 'on' : 'off';
    const connections = await openConnections({ address, client, synchronous, reportFault });
    try {
      const database = createDatabase(connections, CHANGE_TIMEOUT);
      const app = createApp(database, secrets);
      const library = libraryVersion();
      const starting = { ...database, change: createDatabase(connections, '0').change };
      if (await hasTablesOf(client, library))
        await applyMigrations(starting, readMigrations(), beforeMigrations);
      else await prepare(app, starting, { beforeMigrations }).then(() => recordLibrary(client, library));
      if (stored === null) {
        if ((await endSessions(database.query)) > 0) log(SIGNED_OUT);
        await saveSecrets(client, secrets);
      }
      return { app, database, secrets };
    } catch (error) {
      await connections.end();
      throw error;
    }
  } finally {
    await client.end();
  }
}

/** Opens the connection pool of a server. `client` is an open connection, used to read the database's types. */
export async function openConnections(parts: {
  address: string;
  client: Client;
  synchronous: 'on' | 'off';
  reportFault: (line: string) => void;
}): Promise<Connections> {
  const options = `-c TimeZone=UTC -c synchronous_commit=${parts.synchronous}`;
  const config = { ...CONNECTION_OPTIONS, connectionString: parts.address, max: MAX_CONNECTIONS, options };
  return openPool(config, await readTypes(parts.client), parts.reportFault);
}

export function createDatabase(connections: Connections, changeTimeout: string): Database {
  const connection = createConnection(connections);
  return {
    connection,
    query: connections.query,
    async change(work) {
      const result = await connections.transaction(async (transaction) => {
        await transaction.exec(`${LOCK_CHANGES} set local statement_timeout = '${changeTimeout}'`);
        return work(transaction);
      });
      await connection.clearSchemaCache();
      return result;
    },
    // PostgreSQL flushes a commit to disk before it acknowledges it.
    flush: () => Promise.resolve(),
    close: () => connections.end(),
  };
}
