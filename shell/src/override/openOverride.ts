import type { Release } from '@space/federation';
import { describeBuild } from './describeBuild.ts';
import { prepareForDevelopment } from './developmentRuntime.ts';
import type { ShareRegistry } from './developmentRuntime.ts';
import { TIME_LIMIT } from '../browser/withTimeLimit.ts';

/**
 * Asks an override's origin, and no other: an import would follow a redirect in silence, and run what someone else
 * serves.
 */
const ask = (address: string) =>
  fetch(address, {
    mode: 'cors',
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(TIME_LIMIT),
  });

/** What is written about the build beside its entry; null where nothing is. */
async function notesBeside(entry: string): Promise<unknown> {
  for (const name of ['mf-manifest.json', 'release.json']) {
    try {
      const response = await ask(new URL(name, entry).href);
      if (response.ok) return await response.json();
    } catch {
      // Not there, or not to be read: the next one may be.
    }
  }
  return null;
}

/**
 * Makes an override ready to be loaded like a release.
 *
 * Takes the address of its entry, as `activeOverride` gives it, and the federation runtime; returns what to load. Throws
 * when the address does not answer itself.
 */
export async function openOverride(entry: string, registry: ShareRegistry): Promise<Release> {
  const [answer, notes] = await Promise.all([ask(entry), notesBeside(entry)]);
  if (!answer.ok) throw new Error(`${entry} answered ${answer.status}`);
  prepareForDevelopment(entry, registry);
  return describeBuild(entry, notes);
}
