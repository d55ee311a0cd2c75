import type { RecordedEvent } from './remoteEvent.ts';
import type { Tally } from './judgeCanary.ts';
import type { Pointer } from './schema.ts';

type Counts = Record<'seen' | 'failed', Set<number>>;

const LOADS: ReadonlySet<RecordedEvent['outcome']> = new Set(['loaded', 'recovered']);
const FAILURES: ReadonlySet<RecordedEvent['outcome']> = new Set(['fell-back', 'failed']);

/** What the events say about a canary and the live version beside it. */
export interface Tallies {
  /** Counts an event, unless it is about another remote, another version or the time before the canary. */
  add(event: RecordedEvent): void;
  read(): { canary: Tally; live: Tally };
}

/**
 * Counts devices, not events: a page that stands for a while and then throws is reported twice, and one device that
 * reloads a broken page all day must not halt a canary alone. A device is known by its bucket, of which there are ten
 * thousand; on a site with more devices than that several share one, of the canary's as of the live version's alike.
 *
 * Takes the remote and its pointer; returns empty tallies, or null when no canary is under way.
 */
export function talliesOf(remote: string, { live, canary }: Pointer): Tallies | null {
  if (live === null || canary === null) return null;
  const counts = new Map<string, Counts>();
  for (const { version } of [live, canary]) counts.set(version, { seen: new Set(), failed: new Set() });
  const tallyOf = (version: string): Tally => ({
    devices: counts.get(version)?.seen.size ?? 0,
    failed: counts.get(version)?.failed.size ?? 0,
  });
  return {
    add({ at, id, version, outcome, bucket }) {
      const count = counts.get(version);
      if (id !== remote || count === undefined || at < canary.since) return;
      // Healed: what the live version does there now was the canary's doing.
      if (version === live.version && counts.get(canary.version)?.seen.has(bucket)) return;
      const isFailure = FAILURES.has(outcome);
      if (isFailure || LOADS.has(outcome)) count.seen.add(bucket);
      if (isFailure) count.failed.add(bucket);
    },
    read: () => ({ canary: tallyOf(canary.version), live: tallyOf(live.version) }),
  };
}
