import { CONTRACT_VERSION } from '@space/federation';
import type { RegionFacts } from '../registry/regions.ts';
import { SHELL } from './findRegions.ts';

/** The shell's own code and styles among all that a page has fetched. */
const OWN_CODE = /^\/shell\/.*\.(js|css)$/;

/** The size of a file after gzip in bytes, whether or not its server compresses it: remotes are measured the same way. */
async function gzippedSize(address: string): Promise<number> {
  const { body } = await fetch(address, { cache: 'force-cache' });
  if (!body) return 0;
  const gzipped = await new Response(body.pipeThrough(new CompressionStream('gzip'))).arrayBuffer();
  return gzipped.byteLength;
}

/**
 * The facts about the shell itself, from the browser's resource timing.
 *
 * Takes the shell's version; returns its facts: the time until its entry had loaded, and the size of the files that it has
 * fetched so far.
 */
export async function shellFacts(version: string): Promise<RegionFacts> {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src;
  const fetched = performance.getEntriesByType('resource');
  const own = new Set(
    fetched
      .map(({ name }) => new URL(name))
      .filter(({ origin, pathname }) => origin === location.origin && OWN_CODE.test(pathname))
      .map(({ href }) => href),
  );
  const sizes = await Promise.all([...own].map(gzippedSize));
  const arrival = fetched.find(({ name }) => name === entry);
  return {
    remote: SHELL,
    version,
    source: 'shell',
    milliseconds: Math.round(arrival ? arrival.startTime + arrival.duration : 0),
    kilobytes: Math.round(sizes.reduce((sum, size) => sum + size, 0) / 100) / 10,
    contract: CONTRACT_VERSION,
  };
}
