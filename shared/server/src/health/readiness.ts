import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';

/** Whether a server can do its work, and what it cannot. */
export interface Readiness {
  store: 'ready' | 'not ready';
  backend: 'ready' | 'not ready';
}

const PATIENCE_MILLISECONDS = 2_000;
/** Anyone who asks a hundred times a second has the answer of this second. */
const FRESH_MILLISECONDS = 1_000;

async function isDone(work: () => Promise<unknown>): Promise<'ready' | 'not ready'> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('late')), PATIENCE_MILLISECONDS);
  try {
    await Promise.race([work(), late]);
    return 'ready';
  } catch {
    return 'not ready';
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Makes the check whether the store can be read and the backend answers, each within two seconds.
 *
 * Takes the store, if there is one, and a question to the backend that rejects when it does not answer; returns the check.
 */
export function createReadiness(
  siteDir: string | undefined,
  askBackend: () => Promise<unknown>,
): () => Promise<Readiness> {
  let known: { answer: Promise<Readiness>; until: number } | null = null;
  const check = async (): Promise<Readiness> => {
    const [store, backend] = await Promise.all([
      isDone(async () => siteDir === undefined || access(join(siteDir, 'index.html'), constants.R_OK)),
      isDone(askBackend),
    ]);
    return { store, backend };
  };
  return () => {
    if (known === null || known.until < Date.now())
      known = { answer: check(), until: Date.now() + FRESH_MILLISECONDS };
    return known.answer;
  };
}
