import { AsyncLocalStorage } from 'node:async_hooks';

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

/** The parts of lite's PGlite connection that the lock wraps: every query passes through one of them. */
export interface LockableConnection {
  driver: { query: unknown; exec: unknown };
  withContext: unknown;
  runInTransaction: unknown;
  transaction: unknown;
}

/**
 * Serializes the transactions of the shared connection. Lite sends BEGIN … COMMIT without a lock, so queries of other
 * requests can end up inside a waiting transaction, which then sees their rows and rolls them back with its own. Call it
 * once, after `driver.waitReady` and before the first request.
 */
export function installTransactionLock(connection: LockableConnection): Exclusive {
  const exclusive = createExclusive();
  guard(connection, ['withContext', 'runInTransaction', 'transaction'], exclusive);
  guard(connection.driver, ['query', 'exec'], exclusive);
  return exclusive;
}

function guard(target: object, names: readonly string[], exclusive: Exclusive): void {
  for (const name of names) {
    const original: unknown = Reflect.get(target, name);
    if (typeof original !== 'function') throw new Error(`@supabase/lite has no ${name}: was it upgraded?`);
    const guarded = (...args: unknown[]) =>
      exclusive(async (): Promise<unknown> => Reflect.apply(original, target, args));
    Object.defineProperty(target, name, { value: guarded, writable: true, configurable: true });
  }
}
