import { endExpiredPreviews, isDenied, remotesIn, sentenceOf } from '@space/store';

const HOUR = 3_600_000;

/**
 * Removes previews that are over, now and each hour; what this account may not write is left to the commands of its team.
 * Takes the store, and where a fault is told; returns what ends it.
 */
export function cleanUpPreviews(store: string, reportFault: (line: string) => void): () => void {
  const cleanUp = async () => {
    for (const name of await remotesIn(store))
      await endExpiredPreviews(store, name).catch((error: unknown) => {
        if (!isDenied(error)) reportFault(`Previews of ${name} could not be removed: ${sentenceOf(error)}`);
      });
  };
  const tryTo = () => void cleanUp().catch((error: unknown) => reportFault(sentenceOf(error)));
  tryTo();
  const timer = setInterval(tryTo, HOUR).unref();
  return () => clearInterval(timer);
}
