import type { Connection } from '@supabase/lite';
import { PgliteConnection } from '@supabase/lite/pglite';
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import { matchHostedAnswers } from '../hostedAnswers.ts';
import { setContextAtOnce } from '../requestContext.ts';
import type { Connections } from './pool.ts';

/** What lite makes of any PostgreSQL: the class that its two connections have in common, which it does not export. */
const Common = Object.getPrototypeOf(PgliteConnection) as abstract new (config: {
  url: string;
}) => PgliteConnection;

/**
 * Makes the library's connection on a pool. Lite has one of its own, whose driver (postgres.js) goes on after a lost connection as if
 * nothing had been: in the middle of a person's transaction the rest would run as the owner of the database (decision 049).
 */
export function createConnection(connections: Connections): Connection {
  const dialect = new PostgresDialect({
    pool: {
      async connect() {
        const held = await connections.hold();
        return { query: held.query, release: held.release } as PostgresPoolClient; // it streams nothing
      },
      end: () => connections.end(),
    },
  });
  class PostgresConnection extends Common {
    override async exec<T>(sql: string): Promise<T> {
      const held = await connections.hold();
      try {
        return (await held.exec(sql)) as T; // nothing that lite executes like this is read
      } finally {
        held.release();
      }
    }
    override close = () => connections.end();
  }
  // No password: lite names its caches by the address.
  const connection = new PostgresConnection({ url: 'postgresql' });
  connection.kysely = new Kysely({ dialect });
  matchHostedAnswers(connection);
  setContextAtOnce(connection);
  return connection;
}
