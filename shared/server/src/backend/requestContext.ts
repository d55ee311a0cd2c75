import type { Connection } from '@supabase/lite';
import { sql, type Kysely } from 'kysely';

/** What lite hands over of a request: who asks, by their token. */
interface Asker {
  auth?: { uid?: unknown; role?: string | null; jwt?: unknown };
  storage?: { operation?: unknown };
}

interface FunctionCall {
  method: string;
  path: string;
  requestHeaders?: Record<string, string>;
}

type Database = Kysely<unknown>;

/**
 * Lite tells PostgreSQL of a request in six statements, for a function in five more. Here it is one each time. All of it is local to
 * the request's transaction: it ends with that, and no later request of the connection meets it.
 */
export function setContextAtOnce(connection: Connection): void {
  replace(connection, 'applyJwtSessionContext', async (database: Database, { auth, storage }: Asker) => {
    const role = auth?.role || 'anon';
    const claims = typeof auth?.jwt === 'object' && auth.jwt !== null ? JSON.stringify(auth.jwt) : '';
    await sql`select set_config('role', ${role}, true),
      set_config('request.jwt.claim.sub', ${textOf(auth?.uid)}, true),
      set_config('request.jwt.claim.role', ${role}, true),
      set_config('request.jwt.claims', ${claims}, true),
      set_config('storage.operation', ${textOf(storage?.operation)}, true)`.execute(database);
  });
  replace(connection, 'applyRpcRequestGucs', async (database: Database, call: FunctionCall) => {
    const headers = JSON.stringify(call.requestHeaders ?? {});
    await sql`select set_config('response.status', '', true), set_config('response.headers', '', true),
      set_config('request.method', ${call.method}, true), set_config('request.path', ${call.path}, true),
      set_config('request.headers', ${headers}, true)`.execute(database);
  });
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function replace(connection: Connection, name: string, made: (...args: never[]) => Promise<void>): void {
  if (typeof Reflect.get(connection, name) !== 'function')
    throw new Error(`@supabase/lite has no ${name}: was it upgraded?`);
  Object.defineProperty(connection, name, { value: made, configurable: true });
}
