import type { RecordedEvent } from './remoteEvent.ts';
import { previousOf } from './pointerMoves.ts';
import type { Pointer } from './schema.ts';

/** On how many devices a version was seen since the canary began, and on how many of them it failed at least once. */
export interface Tally {
  devices: number;
  failed: number;
}

type Counts = Record<'seen' | 'failed', Set<number>>;

const noCounts = (): Counts => ({ seen: new Set(), failed: new Set() });
const tallyOf = (counts: Counts | undefined): Tally => ({
  devices: counts?.seen.size ?? 0,
  failed: counts?.failed.size ?? 0,
});

const LOADS: ReadonlySet<RecordedEvent['outcome']> = new Set(['loaded', 'recovered']);
const FAILURES: ReadonlySet<RecordedEvent['outcome']> = new Set(['fell-back', 'failed']);

function countDevice(counts: Counts, outcome: RecordedEvent['outcome'], bucket: number): void {
  const isFailure = FAILURES.has(outcome);
  if (isFailure || LOADS.has(outcome)) counts.seen.add(bucket);
  if (isFailure) counts.failed.add(bucket);
}

/** Counts events about a canary and the live version beside it. */
export interface Tallies {
  /** Counts an event, unless it is about another remote, another version or the time before the canary. */
  add(event: RecordedEvent): void;
  read(): { canary: Tally; live: Tally };
}

/**
 * Counts devices, not events: a page that works for a while and then throws is reported twice, and one device that reloads
 * a broken page all day must not halt a canary alone. A device is identified by its bucket, of which there are ten
 * thousand; on larger sites several devices share one, for the canary and the live version alike.
 *
 * Takes the remote and its pointer; returns empty tallies, or null without a canary.
 */
export function talliesOf(remote: string, { live, canary }: Pointer): Tallies | null {
  if (live === null || canary === null) return null;
  const counts = new Map<string, Counts>();
  for (const { version } of [live, canary]) counts.set(version, noCounts());
  return {
    add({ at, id, version, outcome, bucket }) {
      const count = counts.get(version);
      if (id !== remote || count === undefined || at < canary.since) return;
      // The canary has run on this device: what the live version does there now may be the canary's doing.
      if (version === live.version && counts.get(canary.version)?.seen.has(bucket)) return;
      countDevice(count, outcome, bucket);
    },
    read: () => ({ canary: tallyOf(counts.get(canary.version)), live: tallyOf(counts.get(live.version)) }),
  };
}

/** Counts events about the live version, and about the previous one while that was live. */
export interface LiveTallies {
  /** Counts an event, unless it is about another remote, another version or another time. */
  add(event: RecordedEvent): void;
  /** `healed`: the devices on which the live version failed and the previous one took its place and worked. */
  read(): { live: Tally; healed: number; before: Tally };
}

/**
 * Counts devices on which the live version runs and fails. Takes the remote and its pointer; returns empty tallies, or null
 * if nothing is live.
 */
export function talliesOfLive(remote: string, pointer: Pointer): LiveTallies | null {
  const { live, history } = pointer;
  if (live === null) return null;
  const previous = history.find(({ version }) => version === previousOf(pointer));
  const [now, before, healed] = [noCounts(), noCounts(), new Set<number>()];
  return {
    add({ at, id, version, outcome, bucket }) {
      if (id !== remote) return;
      if (version === live.version && at >= live.since) {
        countDevice(now, outcome, bucket);
        if (outcome === 'fell-back') healed.add(bucket);
      }
      // Since then it runs only in old tabs, and where the live version failed.
      const wasLive = previous !== undefined && at >= previous.since && at < live.since;
      if (wasLive && version === previous.version) countDevice(before, outcome, bucket);
    },
    read: () => ({ live: tallyOf(now), healed: healed.size, before: tallyOf(before) }),
  };
}
