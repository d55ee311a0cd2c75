import { AsyncLocalStorage } from 'node:async_hooks';
import type { PgliteConnection } from '@supabase/lite/pglite';
import limitConcurrency from 'p-limit';

// Repairs of lite 0.10: transactions that mix, other answers than a project's, slow statements, users' data in the
// console.

type Work<T> = () => Promise<T>;
export type Exclusive = <T>(work: Work<T>) => Promise<T>;

/** Runs callbacks one at a time. A nested call runs at once, or is queued if the outer one has ended. */
function createExclusive(): Exclusive {
  const turn = new AsyncLocalStorage<{ isOpen: boolean }>();
  const limit = limitConcurrency(1);
  return async (work) => {
    if (turn.getStore()?.isOpen) return work();
    const mine = { isOpen: true };
    return limit(() => turn.run(mine, work).finally(() => (mine.isOpen = false)));
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

interface Identity {
  auth?: { uid?: unknown; role?: string | null; jwt?: unknown };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Repairs lite's connection, once and before the first request. Returns the lock that all of its transactions take. */
export function repairConnection(connection: PgliteConnection): Exclusive {
  const { driver } = connection;
  const exclusive = createExclusive();

  // These take one call of the engine, a statement with parameters six.
  replace(driver, ['query'], (query) => async (text: string, ...more: unknown[]) => {
    if (!/^(BEGIN|COMMIT|ROLLBACK)$/.test(text)) return query(text, ...more);
    await driver.exec(text);
    return { rows: [], fields: [], affectedRows: 0 };
  });

  // Lite sends BEGIN … COMMIT without a lock: queries of other requests could end up inside another's transaction.
  const guard =
    (original: (...args: unknown[]) => unknown) =>
    (...args: unknown[]) =>
      exclusive(async () => original(...args));
  replace(connection, ['withContext', 'runInTransaction', 'transaction'], guard);
  replace(driver, ['query', 'exec'], guard);

  // A violated CHECK is 400 with code 23514 (lite: 500). An error with code PGRST holds the response.
  replace(connection, ['normalizeDbError'], (normalize) => (error: unknown) => {
    const normal = normalize(error);
    if (!(normal instanceof Error) || Reflect.get(normal, 'code') !== '23514') return normal;
    const body = { code: '23514', message: normal.message, details: null, hint: null };
    const detail = JSON.stringify({ status: 400, headers: {} });
    return Object.assign(new Error(JSON.stringify(body)), { code: 'PGRST', detail });
  });

  // The migrations' own grants stay in force (lite: GRANT ALL to anon and authenticated at the first request).
  Reflect.set(connection, 'rlsState', 'active');

  // Who asks is set in one statement (lite: four).
  replace(connection, ['applyJwtSessionContext'], () => (_: unknown, { auth }: Identity) => {
    const role = auth?.role || 'anon';
    const variables = {
      role,
      'request.jwt.claim.sub': textOf(auth?.uid),
      'request.jwt.claim.role': role,
      'request.jwt.claims': auth?.jwt ? JSON.stringify(auth.jwt) : '',
    };
    const calls = Object.keys(variables).map((name, index) => `set_config('${name}', $${index + 1}, true)`);
    return driver.query(`select ${calls.join()}`, Object.values(variables));
  });
  return exclusive;
}

const quiet = new AsyncLocalStorage<{ error?: Error }>();

/** Runs lite with a mute console: it prints task titles. Returns the result, and the first error printed. */
export async function runQuietly<T>(work: Work<T>): Promise<{ result: T; error?: Error }> {
  const printed: { error?: Error } = {};
  const result = await quiet.run(printed, work);
  return { result, ...printed };
}

for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const) {
  const print = console[name].bind(console);
  console[name] = (...words: unknown[]) => {
    const printed = quiet.getStore();
    if (printed === undefined) return print(...words);
    const error = words.find((word) => word instanceof Error);
    if (error) printed.error ??= error;
  };
}

/** Describes an error without any text that a user may have written. */
export function describeFault(error: Error | undefined): string {
  if (error === undefined) return '';
  const frame = error.stack?.split('\n').find((line) => line.trimStart().startsWith('at '));
  return ` (${error.name} ${textOf(Reflect.get(error, 'code'))}${frame ?? ''})`;
}
