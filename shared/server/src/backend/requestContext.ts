import type { Connection } from '@supabase/lite';
import { sql, type Kysely } from 'kysely';

/** The identity that lite passes for a request: the user and role of its token. */
interface Identity {
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
 * Lite sets the context of a request in PostgreSQL with six statements, and five more for a function. Here each group is
 * one. The settings are local to the request's transaction, so no later request of the connection sees them.
 */
export function setContextInOneStatement(connection: Connection): void {
  replace(connection, 'applyJwtSessionContext', async (database: Database, { auth, storage }: Identity) => {
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

function replace(connection: Connection, name: string, method: (...args: never[]) => Promise<void>): void {
  if (typeof Reflect.get(connection, name) !== 'function')
    throw new Error(`@supabase/lite has no ${name}: was it upgraded?`);
  Object.defineProperty(connection, name, { value: method, configurable: true });
}
