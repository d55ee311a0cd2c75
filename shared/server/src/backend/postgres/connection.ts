import type { Connection } from '@supabase/lite';
import { PgliteConnection } from '@supabase/lite/pglite';
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import { matchHostedResponses } from '../hostedResponses.ts';
import { setContextInOneStatement } from '../requestContext.ts';
import type { Connections } from './pool.ts';

/** The common base class of lite's two PostgreSQL connections, which lite does not export. */
const BaseConnection = Object.getPrototypeOf(PgliteConnection) as abstract new (config: {
  url: string;
}) => PgliteConnection;

/**
 * Creates the library's connection on a pool. Lite's own is not used: its driver (postgres.js) silently reconnects after a
 * lost connection, so the rest of a user's transaction would run as the owner of the database (decision 049).
 */
export function createConnection(connections: Connections): Connection {
  const dialect = new PostgresDialect({
    pool: {
      async connect() {
        const pooled = await connections.acquire();
        return { query: pooled.query, release: pooled.release } as PostgresPoolClient; // lite never streams
      },
      end: () => connections.end(),
    },
  });
  class PostgresConnection extends BaseConnection {
    override async exec<T>(sql: string): Promise<T> {
      const pooled = await connections.acquire();
      try {
        return (await pooled.exec(sql)) as T; // lite reads no result of these statements
      } finally {
        pooled.release();
      }
    }
    override close = () => connections.end();
  }
  // Without a password, because lite uses the address as the key of its caches.
  const connection = new PostgresConnection({ url: 'postgresql' });
  connection.kysely = new Kysely({ dialect });
  matchHostedResponses(connection);
  setContextInOneStatement(connection);
  return connection;
}
