import {
  JUDGE,
  deriveIfAllowed,
  halt,
  judgeCanary,
  judgeLive,
  markFailing,
  movePointer,
  previousOf,
  readPointer,
  readSite,
  autoRollBack,
  talliesOf,
  talliesOfLive,
  errorMessage,
  type LiveTallies,
  type Pointer,
  type RecordedEvent,
  type Tallies,
} from '@space/store';
import type { EventLog } from './eventLog.ts';

/** Halts canaries that fail more often than the live version, and detects failing live versions. */
export interface CanaryWatch {
  /** Takes an event that is already in the log, and judges it asynchronously. Never throws. */
  record(event: RecordedEvent): void;
  /** Resolves when all recorded events are judged. */
  settled(): Promise<void>;
}

/**
 * Watches the canaries and the live versions of a store.
 *
 * Takes the store, the log from which tallies are rebuilt after a start, and a callback for lines to the operator.
 */
export function watchCanaries(options: {
  store: string;
  events: EventLog;
  log: (line: string) => void;
}): CanaryWatch {
  const { store, events, log } = options;
  /** Tallies by kind and remote. The key names the versions they count. */
  const watched = new Map<string, { key: string; tallies: Tallies | LiveTallies }>();
  const reported = new Set<string>();
  let work = Promise.resolve();

  /** A problem that the server cannot solve is met again with each event, but logged only once. */
  function logOnce(subject: string, line: string): void {
    if (reported.has(subject)) return;
    reported.add(subject);
    log(line);
  }

  /** Adds an event to the tallies of a key. Tallies for a new key are rebuilt from the log. */
  async function updateTallies<T extends Tallies | LiveTallies>(
    kind: string,
    key: string,
    fresh: T,
    event: RecordedEvent,
  ): Promise<T> {
    const subject = `${kind} of ${event.id}`;
    const known = watched.get(subject);
    // The subject, which includes the kind, determines the type.
    const tallies = known?.key === key ? (known.tallies as T) : fresh;
    // The log may already hold this event and later ones: adding an event twice changes nothing.
    for (const past of tallies === fresh ? await events.read() : []) fresh.add(past);
    watched.set(subject, { key, tallies });
    tallies.add(event);
    return tallies;
  }

  async function judge(event: RecordedEvent): Promise<void> {
    const pointer = await readPointer(store, event.id);
    const { live, canary } = pointer;
    const ofCanary = talliesOf(event.id, pointer);
    if (live !== null && canary !== null && ofCanary !== null) {
      const key = `${live.version} ${canary.version} ${canary.since}`;
      const verdict = judgeCanary((await updateTallies('canary', key, ofCanary, event)).read());
      if (verdict.halt) await haltCanary(event.id, canary.version, verdict.reason);
    }
    const ofLive = talliesOfLive(event.id, pointer);
    if (live === null || ofLive === null) return;
    const counts = await updateTallies('release', `${live.version} ${live.since}`, ofLive, event);
    const verdict = judgeLive(counts.read());
    if (!verdict.fails) return;
    const rollsBack = verdict.wouldRollbackHelp && previousOf(pointer) !== null && (await isAutoRollbackOn());
    if (rollsBack || pointer.failing?.version !== live.version)
      await report(event.id, live.version, verdict.reason, rollsBack);
  }

  /** Whether the operator wants automatic rollback. False while site.json cannot be read, which `derive` reports. */
  const isAutoRollbackOn = () =>
    readSite(store).then(
      ({ autoRollback }) => autoRollback,
      () => false,
    );

  /** Marks a live version as failing in its pointer, or rolls it back if the operator wants that. */
  async function report(name: string, version: string, reason: string, rollsBack: boolean): Promise<void> {
    const subject = `${name} ${version}`;
    const command = `"npm run store -- rollback ${name}"`;
    const move = rollsBack ? autoRollBack : markFailing;
    try {
      const { before, after } = await moveAsJudge(name, (pointer) =>
        move(pointer, version, reason, new Date()),
      );
      if (before.live?.version !== version) return;
      if (rollsBack) log(`${subject} was rolled back: it ${reason}. ${after.live?.version} is live again.`);
      else log(`${subject} is live and fails: it ${reason}. Go back with ${command}.`);
    } catch (error) {
      return logOnce(subject, `${subject} ${reason}. Go back with ${command}. (${errorMessage(error)})`);
    }
    if (rollsBack) await derivePages();
  }

  const moveAsJudge = (name: string, move: (pointer: Pointer) => Pointer) =>
    movePointer(store, name, move, { who: JUDGE });

  async function haltCanary(name: string, version: string, reason: string): Promise<void> {
    const subject = `The canary ${version} of ${name}`;
    try {
      const { before } = await moveAsJudge(name, (pointer) => halt(pointer, version, reason, new Date()));
      // Another process has ended the canary in the meantime.
      if (before.canary?.version !== version) return;
      log(`${subject} halted: it ${reason}.`);
    } catch (error) {
      const command = `Halt it yourself with "npm run store -- abort ${name}"`;
      return logOnce(
        subject,
        `${subject} ${reason}, but could not be halted. ${command}. (${errorMessage(error)})`,
      );
    }
    await derivePages();
  }

  async function derivePages(): Promise<void> {
    if ((await deriveIfAllowed(store)) === 'denied')
      log(`This server may not write ${store}. Update its pages with "npm run store -- derive".`);
  }

  return {
    record(event) {
      work = work
        .then(() => judge(event))
        .catch((error: unknown) => {
          logOnce(event.id, `The events of ${event.id} cannot be judged: ${errorMessage(error)}`);
        });
    },
    settled: () => work,
  };
}
