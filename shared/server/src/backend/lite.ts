import { AsyncLocalStorage } from 'node:async_hooks';
import type { PgliteConnection } from '@supabase/lite/pglite';
import { sql, type Kysely } from 'kysely';

// What we repair in @supabase/lite 0.10: transactions that mix, answers unlike a hosted project's, and slow statements.

type Work<T> = () => Promise<T>;
export type Exclusive = <T>(work: Work<T>) => Promise<T>;

/** Runs callbacks one at a time, in order. A nested call runs at once, or is queued if the outer one has ended. */
export function createExclusive(): Exclusive {
  const turn = new AsyncLocalStorage<{ isOpen: boolean }>();
  let last: Promise<unknown> = Promise.resolve();

  return function exclusive<T>(work: Work<T>): Promise<T> {
    if (turn.getStore()?.isOpen) return work();
    const mine = { isOpen: true };
    const result = last.then(() => turn.run(mine, work)).finally(() => (mine.isOpen = false));
    last = result.catch(() => undefined);
    return result;
  };
}

/** Replaces methods of an object of lite's. Throws an Error if lite has no such method any more. */
function replace(
  target: object,
  names: readonly string[],
  wrap: (original: (...args: unknown[]) => unknown) => (...args: never[]) => unknown,
): void {
  for (const name of names) {
    const original: unknown = Reflect.get(target, name);
    if (typeof original !== 'function') throw new Error(`@supabase/lite has no ${name}: was it upgraded?`);
    const value = wrap((...args) => Reflect.apply(original, target, args) as unknown);
    Object.defineProperty(target, name, { value, writable: true, configurable: true });
  }
}

const TRANSACTION_CONTROL = /^(BEGIN|COMMIT|ROLLBACK)$/;

/**
 * Repairs lite's connection. Call it once, when the driver is ready and before the first request. Returns the lock that all of
 * its transactions take.
 */
export function repairConnection(connection: PgliteConnection): Exclusive {
  const { driver } = connection;
  const exclusive = createExclusive();

  // BEGIN, COMMIT and ROLLBACK take one call of the engine. A statement that may have parameters takes six.
  replace(driver, ['query'], (query) => async (text: string, ...more: unknown[]) => {
    if (!TRANSACTION_CONTROL.test(text)) return query(text, ...more);
    await driver.exec(text);
    return { rows: [], fields: [], affectedRows: 0 };
  });

  // Lite sends BEGIN … COMMIT without a lock, so queries of other requests can end up inside a waiting transaction, which
  // then sees their rows and rolls them back with its own. Every query passes through one of these.
  const guard =
    (original: (...args: unknown[]) => unknown) =>
    (...args: unknown[]) =>
      exclusive(async () => original(...args));
  replace(connection, ['withContext', 'runInTransaction', 'transaction'], guard);
  replace(driver, ['query', 'exec'], guard);

  // A violated CHECK is 400 with code 23514 (lite: 500 "SUP").
  replace(connection, ['normalizeDbError'], (normalize) => (error: unknown) => {
    const normal = normalize(error);
    return normal instanceof Error && Reflect.get(normal, 'code') === '23514' ? refusal(normal) : normal;
  });

  // The migrations' own grants stay in force (lite: GRANT ALL to anon and authenticated at the first request).
  if (Reflect.get(connection, 'rlsState') !== 'unknown')
    throw new Error('@supabase/lite has no rlsState: was it upgraded?');
  Reflect.set(connection, 'rlsState', 'active');

  replace(connection, ['applyJwtSessionContext'], () => setIdentity);
  replace(connection, ['applyRpcRequestGucs'], () => setFunctionCall);
  return exclusive;
}

/** Lite turns an error with code PGRST into a response: its message is the body, its detail holds the status. */
const refusal = ({ message }: Error) =>
  Object.assign(new Error(JSON.stringify({ code: '23514', message, details: null, hint: null })), {
    code: 'PGRST',
    detail: JSON.stringify({ status: 400, headers: {} }),
  });

/** The user and the role of a request's token, as lite passes them. */
interface Identity {
  auth?: { uid?: unknown; role?: string | null; jwt?: unknown };
  storage?: { operation?: unknown };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Sets who asks, for the running transaction: one statement instead of lite's six. */
async function setIdentity(database: Kysely<unknown>, { auth, storage }: Identity): Promise<void> {
  const role = auth?.role || 'anon';
  const claims = typeof auth?.jwt === 'object' && auth.jwt !== null ? JSON.stringify(auth.jwt) : '';
  await sql`select set_config('role', ${role}, true),
    set_config('request.jwt.claim.sub', ${textOf(auth?.uid)}, true),
    set_config('request.jwt.claim.role', ${role}, true),
    set_config('request.jwt.claims', ${claims}, true),
    set_config('storage.operation', ${textOf(storage?.operation)}, true)`.execute(database);
}

/** Sets which function is called, for the running transaction: one statement instead of lite's five. */
async function setFunctionCall(
  database: Kysely<unknown>,
  call: { method: string; path: string; requestHeaders?: Record<string, string> },
): Promise<void> {
  const headers = JSON.stringify(call.requestHeaders ?? {});
  await sql`select set_config('response.status', '', true), set_config('response.headers', '', true),
    set_config('request.method', ${call.method}, true), set_config('request.path', ${call.path}, true),
    set_config('request.headers', ${headers}, true)`.execute(database);
}
