import { AsyncLocalStorage } from 'node:async_hooks';

type Work<T> = () => Promise<T>;
export type Exclusive = <T>(work: Work<T>) => Promise<T>;

/** Runs work one at a time, in order. Work inside running work joins it; what outlives its turn queues again. */
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

/** What the lock takes hold of: the parts of lite's PGlite connection through which every query passes. */
export interface LockableConnection {
  driver: { query: unknown; exec: unknown };
  withContext: unknown;
  runInTransaction: unknown;
  transaction: unknown;
}

/**
 * Gives every transaction of the shared connection its turn. Lite sends BEGIN … COMMIT without a lock, so a transaction
 * that waits takes other requests' queries in: their rows become readable to it, and roll back with it. Call it once,
 * after `driver.waitReady` and before the first request.
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
