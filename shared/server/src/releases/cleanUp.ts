import { endExpiredPreviews, isDenied, remotesIn, errorMessage } from '@space/store';

const HOUR = 3_600_000;

/**
 * Removes expired previews, now and every hour. Those that this process may not delete are left to their team's commands.
 * Takes the store and a callback for errors; returns a function that stops it.
 */
export function cleanUpPreviews(store: string, reportFault: (line: string) => void): () => void {
  const cleanUp = async () => {
    for (const name of await remotesIn(store))
      await endExpiredPreviews(store, name).catch((error: unknown) => {
        if (!isDenied(error)) reportFault(`Previews of ${name} could not be removed: ${errorMessage(error)}`);
      });
  };
  const tryTo = () => void cleanUp().catch((error: unknown) => reportFault(errorMessage(error)));
  tryTo();
  const timer = setInterval(tryTo, HOUR).unref();
  return () => clearInterval(timer);
}
