import { randomUUID } from 'node:crypto';
import type { createTestClient } from './testServer.ts';

type Client = ReturnType<typeof createTestClient>;
type Row = { id: string; title: string; completed: boolean; created_at: string };

const PAGE = 1000;

/** All tasks of a person, page by page: one answer holds a thousand. */
async function readAll(client: Client): Promise<Map<string, Row>> {
  const found = new Map<string, Row>();
  for (let last: Row | undefined; ;) {
    const tasks = client.from('tasks').select('id,title,completed,created_at');
    const after =
      last && `created_at.gt."${last.created_at}",and(created_at.eq."${last.created_at}",id.gt.${last.id})`;
    const asked = tasks.order('created_at').order('id');
    const { data, error } = await (after ? asked.or(after) : asked).overrideTypes<Row[]>();
    if (error) throw error;
    for (const row of data) found.set(row.id, row);
    last = data.at(-1);
    if (data.length < PAGE || last === undefined) return found;
  }
}

export type Ledger = ReturnType<typeof createLedger>;

/** Writes down what became of one person's tasks, as far as it was acknowledged. */
export function createLedger() {
  const expected = new Map<string, boolean>();
  const deleted = new Set<string>();
  const milliseconds: number[] = [];

  async function isDone(ask: () => PromiseLike<{ error: { code: string } | null }>): Promise<boolean> {
    const start = performance.now();
    const { error } = await ask();
    // Who asks again after a lost answer hears that the task is there.
    if (error && error.code !== '23505') return false;
    milliseconds.push(performance.now() - start);
    return true;
  }

  return {
    /** How long each acknowledged change took. */
    milliseconds,
    /** Adds a task, and ticks or deletes it. Returns whether all of it was acknowledged. */
    async change(client: Client): Promise<boolean> {
      const id = randomUUID();
      const tasks = () => client.from('tasks');
      if (!(await isDone(() => tasks().insert({ id, title: 'Plan', task_date: '2026-11-20' })))) return false;
      const ticks = Math.random() < 0.5;
      // While it is asked, and when the answer is lost, it may have been done or not.
      const isAcknowledged = await isDone(() =>
        ticks ? tasks().update({ completed: true }).eq('id', id) : tasks().delete().eq('id', id),
      );
      if (!isAcknowledged) return false;
      if (ticks) expected.set(id, true);
      else deleted.add(id);
      return true;
    },
    /** What of it is missing or wrong now. Tasks whose change was not acknowledged may be in any state, but whole. */
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
  /** A writer ends with its first change that is not acknowledged: the server is gone. */
  endsAtRefusal: boolean;
}

/** Starts writers that change tasks all the time. */
export function startWriters({ client, ledger, writers, endsAtRefusal }: Writing) {
  const end = new AbortController();
  let refused = 0;
  const wanted: { count: number; resolve: () => void }[] = [];

  async function write(): Promise<void> {
    while (!end.signal.aborted) {
      const isAcknowledged = await ledger.change(client);
      for (const { count, resolve } of wanted) if (ledger.milliseconds.length >= count) resolve();
      if (isAcknowledged) continue;
      refused += 1;
      if (endsAtRefusal) return;
    }
  }

  const all = Promise.all(Array.from({ length: writers }, write));
  return {
    /** Resolves when so many more changes are acknowledged, or when no writer is left. */
    async until(more: number): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      wanted.push({ count: ledger.milliseconds.length + more, resolve });
      await Promise.race([promise, all]);
    },
    /** Ends them. Returns how many changes were not acknowledged. */
    async stop(): Promise<number> {
      end.abort();
      await all;
      return refused;
    },
  };
}
