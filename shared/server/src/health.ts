import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const TIMEOUT_MILLISECONDS = 2_000;
/** The result is cached: a client that polls often causes one check a second. */
const CACHE_MILLISECONDS = 1_000;

async function stateOf(work: () => Promise<unknown>): Promise<'ready' | 'not ready'> {
  const works = work().then(
    () => true,
    () => false,
  );
  const isReady = await Promise.race([works, wait(TIMEOUT_MILLISECONDS, false, { ref: false })]);
  return isReady ? 'ready' : 'not ready';
}

/**
 * Creates the check that the store is readable and the backend responds, each within two seconds. Takes the store, if there
 * is one, and a function that rejects if the backend does not respond; the check returns the state of both.
 */
export function createReadiness(store: string | undefined, checkBackend: () => Promise<unknown>) {
  async function check() {
    const [storeState, backend] = await Promise.all([
      stateOf(async () => store === undefined || access(join(store, 'index.html'), constants.R_OK)),
      stateOf(checkBackend),
    ]);
    return { store: storeState, backend };
  }
  let cached: { result: ReturnType<typeof check>; until: number } | undefined;
  return () => {
    if (cached === undefined || cached.until < Date.now())
      cached = { result: check(), until: Date.now() + CACHE_MILLISECONDS };
    return cached.result;
  };
}
