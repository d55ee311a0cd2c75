import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Operation, Place, Result } from './operations.ts';
import type { Order } from './worker.ts';

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url));

export type Team = Awaited<ReturnType<typeof startTeam>>;

type Answer = Result | { kind: 'ready' };

/** The next answer of a process; null when it is killed first. Throws when it ends in another way. */
export async function nextAnswer<T>(child: ChildProcess): Promise<T | null> {
  const over = new AbortController();
  const options = { signal: over.signal };
  const ended = once(child, 'exit', options).then(([code, signal]) => {
    if (signal === 'SIGKILL') return null;
    throw new Error(`A process that releases ended with ${code ?? signal ?? 'nothing'}`);
  });
  // Our own worker speaks at the other end.
  const answered = once(child, 'message', options).then(([message]) => message as T);
  return Promise.race([answered, ended]).finally(() => over.abort());
}

/** Starts a process of its own that releases. */
export async function startTeam() {
  const child = fork(WORKER, [], { execArgv: ['--disable-warning=ExperimentalWarning'] });
  let isAlive = true;
  child.on('exit', () => {
    isAlive = false;
  });
  await nextAnswer(child);
  return {
    /** Null when the process died before it answered. Throws when it ends in another way than by a kill. */
    async perform(place: Place, operation: Operation): Promise<Result | null> {
      if (!isAlive) return null;
      const answer = nextAnswer<Answer>(child);
      // To a process that has just been killed nothing can be said.
      child.send({ place, operation } satisfies Order, () => {});
      const result = await answer;
      return result === null || result.kind === 'ready' ? null : result;
    },
    /** The process does not notice. */
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
