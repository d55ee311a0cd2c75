import { deriveIfAllowed, halt, judgeCanary, movePointer, readPointer, talliesOf } from '@space/store';
import type { RecordedEvent, Tallies } from '@space/store';
import type { EventLog } from './eventLog.ts';

/** Halts canaries that fail more often than what they are to replace. */
export interface CanaryWatch {
  /** Takes an event that is in the log already; the judgement follows in its own time. Never throws. */
  record(event: RecordedEvent): void;
  /** Resolves when all recorded events are judged. */
  settled(): Promise<void>;
}

/**
 * Watches the canaries of a store.
 *
 * Takes the store, the log that a canary's tallies are rebuilt from after a start, and where lines for the operator go.
 */
export function watchCanaries(options: {
  store: string;
  events: EventLog;
  say: (line: string) => void;
}): CanaryWatch {
  const { store, events, say } = options;
  /** By remote: the tallies of the canary that the key names. */
  const watched = new Map<string, { key: string; tallies: Tallies }>();
  const said = new Set<string>();
  let work = Promise.resolve();

  /** What cannot be mended here is tried again with each event, and said once. */
  function sayOnce(subject: string, line: string): void {
    if (said.has(subject)) return;
    said.add(subject);
    say(line);
  }

  async function judge(event: RecordedEvent): Promise<void> {
    const { id: name } = event;
    const pointer = await readPointer(store, name);
    const { live, canary } = pointer;
    const fresh = talliesOf(name, pointer);
    if (live === null || canary === null || fresh === null) {
      watched.delete(name);
      return;
    }
    const key = `${live.version} ${canary.version} ${canary.since}`;
    let tallies = watched.get(name)?.tallies;
    if (tallies === undefined || watched.get(name)?.key !== key) {
      // The log holds this event too, and maybe the next ones: counting one twice changes nothing.
      for (const past of events.read()) fresh.add(past);
      tallies = fresh;
      watched.set(name, { key, tallies });
    }
    tallies.add(event);
    const verdict = judgeCanary(tallies.read());
    if (verdict.halt) await stop(name, canary.version, verdict.reason);
  }

  async function stop(name: string, version: string, reason: string): Promise<void> {
    const subject = `The canary ${version} of ${name}`;
    try {
      const { before } = await movePointer(store, name, (pointer) =>
        halt(pointer, version, reason, new Date()),
      );
      // It was ended by another process meanwhile.
      if (before.canary?.version !== version) return;
      say(`${subject} halted: it ${reason}.`);
    } catch (error) {
      const order = `Halt it yourself with "npm run store -- abort ${name}"`;
      return sayOnce(
        subject,
        `${subject} ${reason}, but could not be halted. ${order}. (${messageOf(error)})`,
      );
    }
    if ((await deriveIfAllowed(store)) === 'denied')
      say(`${store} may not be written by this server. Make its pages anew with "npm run store -- derive".`);
  }

  return {
    record(event) {
      work = work
        .then(() => judge(event))
        .catch((error: unknown) => {
          sayOnce(event.id, `The canary of ${event.id} cannot be judged: ${messageOf(error)}`);
        });
    },
    settled: () => work,
  };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
