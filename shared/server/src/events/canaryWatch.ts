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
  takeBack,
  talliesOf,
  talliesOfLive,
  sentenceOf,
  type LiveTallies,
  type Pointer,
  type RecordedEvent,
  type Tallies,
} from '@space/store';
import type { EventLog } from './eventLog.ts';

/** Halts canaries that fail more often than what they are to replace, and finds live versions that do. */
export interface CanaryWatch {
  /** Takes an event that is in the log already; the judgement follows in its own time. Never throws. */
  record(event: RecordedEvent): void;
  /** Resolves when all recorded events are judged. */
  settled(): Promise<void>;
}

/**
 * Watches the canaries and the live versions of a store.
 *
 * Takes the store, the log that tallies are rebuilt from after a start, and where lines for the operator go.
 */
export function watchCanaries(options: {
  store: string;
  events: EventLog;
  say: (line: string) => void;
}): CanaryWatch {
  const { store, events, say } = options;
  /** By kind and remote: the tallies of what the key names. */
  const watched = new Map<string, { key: string; tallies: Tallies | LiveTallies }>();
  const said = new Set<string>();
  let work = Promise.resolve();

  /** What cannot be mended here is tried again with each event, and said once. */
  function sayOnce(subject: string, line: string): void {
    if (said.has(subject)) return;
    said.add(subject);
    say(line);
  }

  /** The tallies that count towards a key, from all events that are kept. */
  async function counted<T extends Tallies | LiveTallies>(
    kind: string,
    key: string,
    fresh: T,
    event: RecordedEvent,
  ): Promise<T> {
    const subject = `${kind} of ${event.id}`;
    const known = watched.get(subject);
    // The key says of which kind they are.
    const tallies = known?.key === key ? (known.tallies as T) : fresh;
    // The log holds this event too, and maybe the next ones: counting one twice changes nothing.
    for (const past of tallies === fresh ? await events.read() : []) fresh.add(past);
    watched.set(subject, { key, tallies });
    tallies.add(event);
    return tallies;
  }

  async function judge(event: RecordedEvent): Promise<void> {
    for (const other of await events.fromOthers())
      for (const { tallies } of watched.values()) tallies.add(other);
    const pointer = await readPointer(store, event.id);
    const { live, canary } = pointer;
    const ofCanary = talliesOf(event.id, pointer);
    if (live !== null && canary !== null && ofCanary !== null) {
      const key = `${live.version} ${canary.version} ${canary.since}`;
      const verdict = judgeCanary((await counted('canary', key, ofCanary, event)).read());
      if (verdict.halt) await stop(event.id, canary.version, verdict.reason);
    }
    const ofLive = talliesOfLive(event.id, pointer);
    if (live === null || ofLive === null) return;
    const counts = await counted('release', `${live.version} ${live.since}`, ofLive, event);
    const verdict = judgeLive(counts.read());
    if (!verdict.fails) return;
    const goesBack = verdict.isMended && previousOf(pointer) !== null && (await wantsItBack());
    if (goesBack || pointer.failing?.version !== live.version)
      await tell(event.id, live.version, verdict.reason, goesBack);
  }

  /** Whether the operator wants what fails to go back by itself; not while site.json cannot be read, which `derive` says. */
  const wantsItBack = () =>
    readSite(store).then(
      ({ autoRollback }) => autoRollback,
      () => false,
    );

  /** Writes down that a live version fails, and takes it back where the operator wants that. */
  async function tell(name: string, version: string, reason: string, goesBack: boolean): Promise<void> {
    const subject = `${name} ${version}`;
    const order = `"npm run store -- rollback ${name}"`;
    const move = goesBack ? takeBack : markFailing;
    try {
      const { before, after } = await moveAsJudge(name, (pointer) =>
        move(pointer, version, reason, new Date()),
      );
      if (before.live?.version !== version) return;
      if (goesBack) say(`${subject} was taken back: it ${reason}. ${after.live?.version} is live again.`);
      else say(`${subject} is live and fails: it ${reason}. Go back with ${order}.`);
    } catch (error) {
      return sayOnce(subject, `${subject} ${reason}. Go back with ${order}. (${sentenceOf(error)})`);
    }
    if (goesBack) await makePages();
  }

  const moveAsJudge = (name: string, move: (pointer: Pointer) => Pointer) =>
    movePointer(store, name, move, { who: JUDGE });

  async function stop(name: string, version: string, reason: string): Promise<void> {
    const subject = `The canary ${version} of ${name}`;
    try {
      const { before } = await moveAsJudge(name, (pointer) => halt(pointer, version, reason, new Date()));
      // It was ended by another process meanwhile.
      if (before.canary?.version !== version) return;
      say(`${subject} halted: it ${reason}.`);
    } catch (error) {
      const order = `Halt it yourself with "npm run store -- abort ${name}"`;
      return sayOnce(
        subject,
        `${subject} ${reason}, but could not be halted. ${order}. (${sentenceOf(error)})`,
      );
    }
    await makePages();
  }

  async function makePages(): Promise<void> {
    if ((await deriveIfAllowed(store, JUDGE)) === 'denied')
      say(`${store} may not be written by this server. Make its pages anew with "npm run store -- derive".`);
  }

  return {
    record(event) {
      work = work
        .then(() => judge(event))
        .catch((error: unknown) => {
          sayOnce(event.id, `What is reported of ${event.id} cannot be judged: ${sentenceOf(error)}`);
        });
    },
    settled: () => work,
  };
}
