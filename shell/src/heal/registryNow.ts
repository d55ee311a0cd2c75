import { parseRegistry, type Registry } from '@space/federation';
import { TIME_LIMIT } from '../browser/withTimeLimit.ts';

const ADDRESS = '/registry.json';

/** Asks the network what is live now, which may be newer than this page. Throws when that cannot be read. */
export async function registryNow(): Promise<Registry> {
  const response = await fetch(ADDRESS, { cache: 'no-cache', signal: AbortSignal.timeout(TIME_LIMIT) });
  if (!response.ok) throw new Error(`${ADDRESS} answered ${response.status}`);
  return parseRegistry(await response.json());
}
