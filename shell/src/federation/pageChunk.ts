import type { RemoteRoute } from '@space/federation';

type PageChunk = Awaited<ReturnType<RemoteRoute['lazy']>>;

const known = new WeakMap<RemoteRoute, PageChunk>();

/**
 * Fetches a page's own chunk. One that has come before is handed out at once: an import of what is there already still
 * takes a turn of the event loop, which is long on a busy page.
 *
 * Takes the page's route; returns its chunk; throws what the import throws.
 */
export async function pageChunk(route: RemoteRoute): Promise<PageChunk> {
  const chunk = known.get(route) ?? (await route.lazy());
  known.set(route, chunk);
  return chunk;
}
