import { CAUSES, OUTCOMES, type RemoteEvent } from '@space/federation';
import * as z from 'zod/mini';
import { nameSchema, type Pointer } from './schema.ts';

/** A version, or a word such as 'unknown' from a page that knows none. */
const VERSION = /^[\w.+-]{1,64}$/;
const MAX_MILLISECONDS = 24 * 60 * 60 * 1000;

/** What a browser sends: exactly these fields. */
export const remoteEventSchema = z.strictObject({
  id: nameSchema,
  version: z.string().check(z.regex(VERSION)),
  outcome: z.enum(OUTCOMES),
  cause: z.enum(CAUSES),
  milliseconds: z.int().check(z.nonnegative(), z.lte(MAX_MILLISECONDS)),
  bucket: z.number().check(z.nonnegative(), z.lt(100)),
}) satisfies z.ZodMiniType<RemoteEvent>;

export interface RecordedEvent extends RemoteEvent {
  at: string;
}

/** On how many devices a version was seen since the canary began, and on how many of them it failed at least once. */
export interface Tally {
  devices: number;
  failed: number;
}

/** The rule that `haltReason` applies, as the operator's page states it. */
export const CANARY_RULE =
  'A canary halts itself when it failed on at least five devices, and so much more often than the live version that chance explains it in fewer than one of 10,000 cases.';

const LOADS: ReadonlySet<string> = new Set(['loaded', 'recovered']);
const FAILURES: ReadonlySet<string> = new Set(['fell-back', 'failed']);

/** Counts devices since the canary began, not events: one that reloads a broken page all day must not halt it alone. */
export function talliesOf(remote: string, { live, canary }: Pointer, events: readonly RecordedEvent[]) {
  if (live === null || canary === null) return null;
  const tallyOf = (version: string, elsewhere: ReadonlySet<number>) => {
    const seen = new Set<number>();
    const failed = new Set<number>();
    for (const event of events) {
      if (event.id !== remote || event.version !== version || event.at < canary.since) continue;
      if (elsewhere.has(event.bucket)) continue;
      if (LOADS.has(event.outcome) || FAILURES.has(event.outcome)) seen.add(event.bucket);
      if (FAILURES.has(event.outcome)) failed.add(event.bucket);
    }
    return { seen, tally: { devices: seen.size, failed: failed.size } };
  };
  const ofCanary = tallyOf(canary.version, new Set());
  // Where the canary has run, what the live version does may be the canary's doing.
  return { canary: ofCanary.tally, live: tallyOf(live.version, ofCanary.seen).tally };
}

const onDevices = ({ failed, devices }: Tally) =>
  `on ${failed} of ${devices} ${devices === 1 ? 'device' : 'devices'}`;

/**
 * Compares a canary with the live version: the two-proportion z-test, in which 4 stands for one case of 30,000. Before the
 * live version was seen, it is taken to fail on one device of ten. Returns why the canary is halted, or null if it goes on.
 */
export function haltReason({ canary, live }: { canary: Tally; live: Tally }): string | null {
  if (canary.failed < 5) return null;
  const usual = { devices: live.devices + 10, failed: live.failed + 1 };
  const excess = canary.failed / canary.devices - usual.failed / usual.devices;
  const share = (canary.failed + usual.failed) / (canary.devices + usual.devices);
  const deviation = Math.sqrt(share * (1 - share) * (1 / canary.devices + 1 / usual.devices));
  if (excess <= 4 * deviation) return null;
  const beside = live.devices === 0 ? 'was not seen yet' : onDevices(live);
  return `failed ${onDevices(canary)}, the live version ${beside}`;
}
