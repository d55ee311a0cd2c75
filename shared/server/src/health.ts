import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';

/** Which parts of a server are ready. */
export interface Readiness {
  store: 'ready' | 'not ready';
  backend: 'ready' | 'not ready';
}

const TIMEOUT_MILLISECONDS = 2_000;
/** The result is cached: a client that polls often causes one check a second. */
const CACHE_MILLISECONDS = 1_000;

async function checkPart(work: () => Promise<unknown>): Promise<'ready' | 'not ready'> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('late')), TIMEOUT_MILLISECONDS);
  try {
    await Promise.race([work(), timeout]);
    return 'ready';
  } catch {
    return 'not ready';
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Creates the readiness check: the store must be readable and the backend must respond, each within two seconds.
 *
 * Takes the store, if there is one, and a function that rejects if the backend does not respond; returns the check.
 */
export function createReadiness(
  siteDir: string | undefined,
  checkBackend: () => Promise<unknown>,
): () => Promise<Readiness> {
  let cached: { result: Promise<Readiness>; until: number } | null = null;
  const check = async (): Promise<Readiness> => {
    const [store, backend] = await Promise.all([
      checkPart(async () => siteDir === undefined || access(join(siteDir, 'index.html'), constants.R_OK)),
      checkPart(checkBackend),
    ]);
    return { store, backend };
  };
  return () => {
    if (cached === null || cached.until < Date.now())
      cached = { result: check(), until: Date.now() + CACHE_MILLISECONDS };
    return cached.result;
  };
}
