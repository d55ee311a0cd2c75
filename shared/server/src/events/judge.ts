import {
  JUDGE,
  deriveIfAllowed,
  errorMessage,
  halt,
  haltReason,
  movePointer,
  readPointer,
  talliesOf,
} from '@space/store';
import type { EventMemory } from './events.ts';

interface JudgeParts {
  store: string;
  events: EventMemory;
  /** Prints a line to the operator. */
  log: (line: string) => void;
}

/** Halts canaries that fail more often than the live version. */
export function createJudge({ store, events, log }: JudgeParts) {
  const reported = new Set<string>();
  const waiting = new Set<string>();
  let work = Promise.resolve();

  async function judge(name: string): Promise<void> {
    const pointer = await readPointer(store, name);
    const tallies = talliesOf(name, pointer, events.list());
    const reason = tallies && haltReason(tallies);
    if (pointer.canary === null || reason === null) return;
    const { version } = pointer.canary;
    // Another process may have moved the pointer in the meantime.
    const { before, after } = await movePointer(
      store,
      name,
      (found) => halt(found, version, reason, new Date()),
      { who: JUDGE },
    ).catch((error: unknown) => {
      throw new Error(
        `The canary ${version} of ${name} fails, but cannot be halted: ${errorMessage(error)} End it with "npm run store -- rollback ${name}".`,
        { cause: error },
      );
    });
    if (after === before) return;
    log(`The canary ${version} of ${name} halted: it ${reason}.`);
    await deriveIfAllowed(store);
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
        .catch((error: unknown) => {
          // What the server cannot solve is met again with each event, and logged once.
          const line = errorMessage(error);
          if (!reported.has(line)) log(line);
          reported.add(line);
        });
    },
    /** Resolves when all events are judged. */
    settled: () => work,
  };
}
