import type { RemoteEvent } from '@space/federation';
import type { Failure } from '../registry/regions.ts';

/** The part of an event that follows from the attempts. */
export type Outcome = Pick<RemoteEvent, 'version' | 'outcome' | 'cause'>;

/**
 * The outcome of opening a page, for one event. If a version failed, the event names the one that failed first, which this
 * device should have run.
 *
 * Takes the failed versions in order, the running version or null, and the live version, which the event names if none was
 * tried at all.
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
