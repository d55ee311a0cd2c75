import {
  JUDGE,
  autoRollBack,
  deriveIfAllowed,
  errorMessage,
  halt,
  judgeCanary,
  judgeLive,
  markFailing,
  movePointer,
  previousOf,
  readPointer,
  readSite,
  talliesOf,
  talliesOfLive,
  type Pointer,
} from '@space/store';
import type { EventMemory } from './events.ts';

interface JudgeParts {
  store: string;
  events: EventMemory;
  /** Prints a line to the operator. */
  log: (line: string) => void;
}

/** Halts canaries that fail more often than the live version, and reports or rolls back live versions that fail. */
export function createJudge({ store, events, log }: JudgeParts) {
  const reported = new Set<string>();
  const waiting = new Set<string>();
  let work = Promise.resolve();

  /** A problem that the server cannot solve is met again with each event, but logged only once. */
  function logOnce(subject: string, line: string): void {
    if (!reported.has(subject)) log(line);
    reported.add(subject);
  }

  async function judge(name: string): Promise<void> {
    const pointer = await readPointer(store, name);
    const { live, canary } = pointer;
    const [ofCanary, ofLive] = [talliesOf(name, pointer), talliesOfLive(name, pointer)];
    for (const event of events.list()) {
      ofCanary?.add(event);
      ofLive?.add(event);
    }
    const canaryVerdict = ofCanary && judgeCanary(ofCanary.read());
    if (canary !== null && canaryVerdict?.halt) await haltCanary(name, canary.version, canaryVerdict.reason);
    const verdict = ofLive && judgeLive(ofLive.read());
    if (live === null || !verdict?.fails) return;
    const rollsBack = verdict.wouldRollbackHelp && previousOf(pointer) !== null && (await isAutoRollbackOn());
    if (rollsBack || pointer.failing?.version !== live.version)
      await reportLive(name, live.version, verdict.reason, rollsBack);
  }

  /** Whether the operator wants automatic rollback. False while site.json cannot be read, which `derive` reports. */
  const isAutoRollbackOn = () =>
    readSite(store).then(
      ({ autoRollback }) => autoRollback,
      () => false,
    );

  const haltCanary = (name: string, version: string, reason: string) =>
    act(name, version, {
      move: (pointer) => halt(pointer, version, reason, new Date()),
      done: () => `The canary ${version} of ${name} halted: it ${reason}.`,
      failed: `The canary ${version} of ${name} ${reason}, but could not be halted. Halt it yourself with "npm run store -- abort ${name}".`,
    });

  function reportLive(name: string, version: string, reason: string, rollsBack: boolean): Promise<void> {
    const move = rollsBack ? autoRollBack : markFailing;
    const back = `Go back with "npm run store -- rollback ${name}".`;
    return act(name, version, {
      move: (pointer) => move(pointer, version, reason, new Date()),
      done: ({ live }) =>
        rollsBack
          ? `${name} ${version} was rolled back: it ${reason}. ${live?.version} is live again.`
          : `${name} ${version} is live and fails: it ${reason}. ${back}`,
      failed: `${name} ${version} ${reason}. ${back}`,
    });
  }

  interface Act {
    move: (pointer: Pointer) => Pointer;
    /** The line about the pointer after the move. */
    done: (after: Pointer) => string;
    failed: string;
  }

  /** Moves a pointer and makes the pages anew. Does nothing if another process has moved it in the meantime. */
  async function act(name: string, version: string, { move, done, failed }: Act): Promise<void> {
    let isMoved = false;
    const tryToMove = (before: Pointer) => {
      const after = move(before);
      isMoved = after !== before;
      return after;
    };
    try {
      const { after } = await movePointer(store, name, tryToMove, { who: JUDGE });
      if (!isMoved) return;
      log(done(after));
    } catch (error) {
      return logOnce(`${name} ${version}`, `${failed} (${errorMessage(error)})`);
    }
    if ((await deriveIfAllowed(store)) === 'denied')
      log(`This server may not write ${store}. Update its pages with "npm run store -- derive".`);
  }

  return {
    /** Judges a remote after an event, asynchronously; events that arrive meanwhile are judged together. Never throws. */
    consider(remote: string): void {
      if (waiting.has(remote)) return;
      waiting.add(remote);
      work = work
        .then(() => {
          waiting.delete(remote);
          return judge(remote);
        })
        .catch((error: unknown) =>
          logOnce(remote, `The events of ${remote} cannot be judged: ${errorMessage(error)}`),
        );
    },
    /** Resolves when all events are judged. */
    settled: () => work,
  };
}
