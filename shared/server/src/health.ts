import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const TIMEOUT_MILLISECONDS = 2_000;
/** A client that polls often causes one check a second. */
const CACHE_MILLISECONDS = 1_000;

const stateOf = (work: Promise<unknown>): Promise<'ready' | 'not ready'> =>
  Promise.race([
    work.then(() => 'ready' as const),
    wait(TIMEOUT_MILLISECONDS, 'not ready' as const, { ref: false }),
  ]).catch(() => 'not ready');

/**
 * Creates the check that the store is readable and the backend responds, each within two seconds. Takes the store, if there
 * is one, and a function that rejects if the backend does not respond; the check returns the state of both.
 */
export function createReadiness(store: string | undefined, checkBackend: () => Promise<unknown>) {
  const readStore = async () => store === undefined || access(join(store, 'index.html'), constants.R_OK);
  async function check() {
    const [storeState, backend] = await Promise.all([stateOf(readStore()), stateOf(checkBackend())]);
    return { store: storeState, backend };
  }
  let cached: { result: ReturnType<typeof check>; until: number } | undefined;
  return () => {
    if (cached === undefined || cached.until < Date.now())
      cached = { result: check(), until: Date.now() + CACHE_MILLISECONDS };
    return cached.result;
  };
}
