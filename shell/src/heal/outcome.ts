import type { RemoteEvent } from '@space/federation';
import type { Failure } from '../registry/regions.ts';

/** The part of an event that follows from what was tried. */
export type Outcome = Pick<RemoteEvent, 'version' | 'outcome' | 'cause'>;

/**
 * What came of a wish to see a page, in one event. When something failed, the event is about the version that failed
 * first: the one that this device should have run.
 *
 * Takes the versions that failed, in their order, and the one that runs, null when none does; `live` is named when
 * nothing was tried at all.
 */
export function outcomeOf(
  failures: readonly Failure[],
  running: { version: string; isSecondTry: boolean } | null,
  live: string,
): Outcome {
  const [first] = failures;
  if (running === null) {
    return { version: first?.version ?? live, outcome: 'failed', cause: first?.cause ?? 'network' };
  }
  if (first) return { version: first.version, outcome: 'fell-back', cause: first.cause };
  return { version: running.version, outcome: running.isSecondTry ? 'recovered' : 'loaded', cause: 'none' };
}
