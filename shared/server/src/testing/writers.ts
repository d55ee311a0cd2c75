import { randomUUID } from 'node:crypto';
import type { createTestClient } from './testServer.ts';

type Client = ReturnType<typeof createTestClient>;
type Row = { id: string; title: string; completed: boolean; created_at: string };

const PAGE = 1000;

/** Reads all tasks of a user, page by page: a response contains at most a thousand. */
async function readAll(client: Client): Promise<Map<string, Row>> {
  const found = new Map<string, Row>();
  for (let last: Row | undefined; ;) {
    const tasks = client.from('tasks').select('id,title,completed,created_at');
    const after =
      last && `created_at.gt."${last.created_at}",and(created_at.eq."${last.created_at}",id.gt.${last.id})`;
    const query = tasks.order('created_at').order('id');
    const { data, error } = await (after ? query.or(after) : query).overrideTypes<Row[]>();
    if (error) throw error;
    for (const row of data) found.set(row.id, row);
    last = data.at(-1);
    if (data.length < PAGE || last === undefined) return found;
  }
}

export type Ledger = ReturnType<typeof createLedger>;

/** Changes one user's tasks and records the acknowledged changes. */
export function createLedger() {
  const expected = new Map<string, boolean>();
  const deleted = new Set<string>();
  const milliseconds: number[] = [];

  async function submit(request: () => PromiseLike<{ error: { code: string } | null }>): Promise<boolean> {
    const start = performance.now();
    const { error } = await request();
    // A retry after a lost response finds that the task already exists.
    if (error && error.code !== '23505') return false;
    milliseconds.push(performance.now() - start);
    return true;
  }

  return {
    /** The duration of each acknowledged change. */
    milliseconds,
    /** Adds a task, and completes or deletes it. Returns whether both changes were acknowledged. */
    async change(client: Client): Promise<boolean> {
      const id = randomUUID();
      const tasks = () => client.from('tasks');
      if (!(await submit(() => tasks().insert({ id, title: 'Plan', task_date: '2026-11-20' })))) return false;
      const completes = Math.random() < 0.5;
      // During the request, and if its response is lost, the change may or may not have happened.
      const isAcknowledged = await submit(() =>
        completes ? tasks().update({ completed: true }).eq('id', id) : tasks().delete().eq('id', id),
      );
      if (!isAcknowledged) return false;
      if (completes) expected.set(id, true);
      else deleted.add(id);
      return true;
    },
    /** The recorded changes that are missing or wrong now. Unacknowledged changes may be in any state, but not partial. */
    async faults(client: Client): Promise<string[]> {
      const found = await readAll(client);
      return [
        ...[...found.values()].filter(({ title }) => title !== 'Plan').map(({ id }) => `${id} is not whole`),
        ...[...expected]
          .filter(([id, completed]) => found.get(id)?.completed !== completed)
          .map(([id]) => `${id} is missing or wrong`),
        ...[...deleted].filter((id) => found.has(id)).map((id) => `${id} is not deleted`),
      ];
    },
  };
}

interface Writing {
  client: Client;
  ledger: Ledger;
  writers: number;
  /** A writer stops at its first unacknowledged change, because the server was killed. */
  endsAtRefusal: boolean;
}

/** Starts writers that change tasks continuously. */
export function startWriters({ client, ledger, writers, endsAtRefusal }: Writing) {
  const end = new AbortController();
  let refused = 0;
  const waiters: { count: number; resolve: () => void }[] = [];

  async function write(): Promise<void> {
    while (!end.signal.aborted) {
      const isAcknowledged = await ledger.change(client);
      for (const { count, resolve } of waiters) if (ledger.milliseconds.length >= count) resolve();
      if (isAcknowledged) continue;
      refused += 1;
      if (endsAtRefusal) return;
    }
  }

  const all = Promise.all(Array.from({ length: writers }, write));
  return {
    /** Resolves when this many more changes are acknowledged, or when no writer is left. */
    async until(more: number): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiters.push({ count: ledger.milliseconds.length + more, resolve });
      await Promise.race([promise, all]);
    },
    /** Stops the writers. Returns the number of unacknowledged changes. */
    async stop(): Promise<number> {
      end.abort();
      await all;
      return refused;
    },
  };
}
