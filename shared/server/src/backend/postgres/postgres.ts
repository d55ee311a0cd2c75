import { readFileSync } from 'node:fs';
import type { App } from '@supabase/lite';
import type { Client } from 'pg';
import type { Database } from '../database.ts';
import { endSessions, SIGNED_OUT } from '../endSessions.ts';
import type { Keeping } from '../embedded.ts';
import { applyMigrations, readMigrations } from '../migrations.ts';
import { prepare, type SchemaSteps } from '../openApp.ts';
import { makeSecrets, type Secrets } from '../secrets.ts';
import { connectOnce, BOUNDS } from './connect.ts';
import { createConnection } from './connection.ts';
import { isMadeBy, keepSecrets, makeInstall, readSecrets, takeTurn, wasMadeBy } from './install.ts';
import { openPool, type Connections } from './pool.ts';
import { readTypes } from './values.ts';

/** Each request of the library holds one connection, or two for a moment; PostgreSQL gives out 100 by default, to all servers. */
const CONNECTIONS = 16;

/**
 * Changes of tables come one after another. Each waits for running transactions, and all that come later wait for it: not for
 * longer than this.
 */
const CHANGE = `select pg_advisory_xact_lock(hashtext('better-space: change')); set local lock_timeout = '10s';`;
/** What a remote brings is small. The site's own migrations, at a start, take what they take. */
const LONGEST_CHANGE = '5min';

export const libraryVersion = () => {
  const file = new URL('../../../node_modules/@supabase/lite/package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version; // of a package that npm took
};

export interface PostgresOptions extends Pick<Keeping, 'durability'> {
  address: string;
  createApp: (database: Database, secrets: Secrets) => App;
  /** What is done before migrations that the database lacks. */
  beforeMigrations?: SchemaSteps['beforeMigrations'];
  log: (line: string) => void;
  reportFault: (line: string) => void;
}

/**
 * Opens a PostgreSQL that several servers may share, and prepares it where it is empty or older: one server at a time. Throws a
 * StartError for one that cannot be used.
 */
export async function openPostgres(options: PostgresOptions) {
  const { address, durability, createApp, beforeMigrations, log, reportFault } = options;
  const { client, isDurable } = await connectOnce(address);
  try {
    if (durability === 'strict' && !isDurable)
      log('PostgreSQL runs with fsync off: what is acknowledged may be lost in a power cut.');
    await takeTurn(client);
    await makeInstall(client);
    const stored = await readSecrets(client);
    const secrets = stored ?? makeSecrets();
    const synchronous = durability === 'strict' ? 'on' : 'off';
    const connections = await openConnections({ address, client, synchronous, reportFault });
    try {
      const database = createDatabase(connections, LONGEST_CHANGE);
      const app = createApp(database, secrets);
      const library = libraryVersion();
      const starting = { ...database, change: createDatabase(connections, '0').change };
      if (await isMadeBy(client, library))
        await applyMigrations(starting, readMigrations(), beforeMigrations);
      else await prepare(app, starting, { beforeMigrations }).then(() => wasMadeBy(client, library));
      if (stored === null) {
        if ((await endSessions(database.query)) > 0) log(SIGNED_OUT);
        await keepSecrets(client, secrets);
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

/** Opens the connections of a server. Takes also one that is open already, to ask it for the types. */
export async function openConnections(parts: {
  address: string;
  client: Client;
  synchronous: 'on' | 'off';
  reportFault: (line: string) => void;
}): Promise<Connections> {
  const options = `-c TimeZone=UTC -c synchronous_commit=${parts.synchronous}`;
  const config = { ...BOUNDS, connectionString: parts.address, max: CONNECTIONS, options };
  return openPool(config, await readTypes(parts.client), parts.reportFault);
}

export function createDatabase(connections: Connections, longestChange: string): Database {
  const connection = createConnection(connections);
  return {
    connection,
    query: connections.query,
    async change(work) {
      const changed = await connections.transaction(async (transaction) => {
        await transaction.exec(`${CHANGE} set local statement_timeout = '${longestChange}'`);
        return work(transaction);
      });
      await connection.clearSchemaCache();
      return changed;
    },
    // A commit that was answered is on the disk: PostgreSQL sees to it itself.
    flush: () => Promise.resolve(),
    close: () => connections.end(),
  };
}
