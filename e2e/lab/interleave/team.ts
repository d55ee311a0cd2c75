import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Operation, Place, Result } from './operations.ts';
import type { Job } from './worker.ts';

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url));

export type Team = Awaited<ReturnType<typeof startTeam>>;

type WorkerMessage = Result | { kind: 'ready' };

/** The next message of a process; null if it is killed first. Throws if it exits in another way. */
export async function nextMessage<T>(child: ChildProcess): Promise<T | null> {
  const cleanup = new AbortController();
  const options = { signal: cleanup.signal };
  const exited = once(child, 'exit', options).then(([code, signal]) => {
    if (signal === 'SIGKILL') return null;
    throw new Error(`A process that releases ended with ${code ?? signal ?? 'nothing'}`);
  });
  // The sender is our own worker.
  const received = once(child, 'message', options).then(([message]) => message as T);
  return Promise.race([received, exited]).finally(() => cleanup.abort());
}

/** Starts a worker process that performs operations on a store. */
export async function startTeam() {
  const child = fork(WORKER, [], { execArgv: ['--disable-warning=ExperimentalWarning'] });
  let isAlive = true;
  child.on('exit', () => {
    isAlive = false;
  });
  await nextMessage(child);
  return {
    /** Returns the result; null if the process was killed first. Throws if it exits in another way. */
    async perform(place: Place, operation: Operation): Promise<Result | null> {
      if (!isAlive) return null;
      const message = nextMessage<WorkerMessage>(child);
      // Ignores the error of sending to a process that has just been killed.
      child.send({ place, operation } satisfies Job, () => {});
      const result = await message;
      return result === null || result.kind === 'ready' ? null : result;
    },
    /** Sends SIGKILL: the process cannot clean up. */
    kill: () => void child.kill('SIGKILL'),
    isAlive: () => isAlive,
    async close(): Promise<void> {
      if (!isAlive) return;
      const closed = once(child, 'exit');
      child.disconnect();
      await closed;
    },
  };
}
