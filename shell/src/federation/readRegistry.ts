import { parseRegistry } from '@space/federation';
import type { Registry } from '@space/federation';

const ADDRESS = '/registry.json';
const TIME_LIMIT = 8_000;

let known: Promise<Registry> | null = null;

async function fetchRegistry(): Promise<Registry> {
  const response = await fetch(ADDRESS, { cache: 'no-cache', signal: AbortSignal.timeout(TIME_LIMIT) });
  if (!response.ok) throw new Error(`${ADDRESS} answered ${response.status}`);
  return parseRegistry(await response.json());
}

/**
 * Which release of which remote is live. Read once for a page; `isFresh` asks the network again (after a failure). A
 * failed reading is forgotten.
 *
 * Returns the registry; throws when it cannot be read.
 */
export function readRegistry({ isFresh = false }: { isFresh?: boolean } = {}): Promise<Registry> {
  if (isFresh) known = null;
  known ??= fetchRegistry().catch((error: unknown) => {
    known = null;
    throw error;
  });
  return known;
}
