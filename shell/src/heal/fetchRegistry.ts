import { parseRegistry, type Registry } from '@space/federation';
import { TIME_LIMIT } from '../browser/withTimeLimit.ts';

const ADDRESS = '/registry.json';

/** Fetches the current registry, which may be newer than the one in this page. Throws if it cannot be read. */
export async function fetchRegistry(): Promise<Registry> {
  const response = await fetch(ADDRESS, { cache: 'no-cache', signal: AbortSignal.timeout(TIME_LIMIT) });
  if (!response.ok) throw new Error(`${ADDRESS} answered ${response.status}`);
  return parseRegistry(await response.json());
}
