import { randomUUID } from 'node:crypto';
import type { ServerProcess } from './serverProcess.ts';
import { createTestClient } from './testServer.ts';

interface Load {
  /** Starts the server, or several of them; `origin` is where people open the site. */
  start(): Promise<Pick<ServerProcess, 'origin' | 'publishableKey'>>;
  /** Ends it in the midst of the load. */
  kill(): Promise<unknown>;
  /** How often it is killed. */
  rounds: number;
  writers: number;
  /** So many changes of a round are acknowledged before the kill. */
  changes: number;
}

const ACCOUNT = { email: 'anna@example.com', password: 'Passw0rd!' };
const PAGE = 1000;

/**
 * Kills a server again and again while writers add, tick and delete tasks of one person. Returns how many changes were acknowledged,
 * and what of them was missing or wrong at the next start.
 */
export async function killUnderLoad({ start, kill, rounds, writers, changes }: Load) {
  const expected = new Map<string, boolean>();
  const deleted = new Set<string>();
  const faults: string[] = [];
  let acknowledged = 0;

  for (let round = 0; round <= rounds; round += 1) {
    const server = await start();
    const client = createTestClient(server.origin, server.publishableKey);
    const session =
      round === 0 ? await client.auth.signUp(ACCOUNT) : await client.auth.signInWithPassword(ACCOUNT);
    if (session.error) throw session.error;
    const found = await readAll(client);
    for (const [id, { title }] of found)
      if (title !== 'Plan') faults.push(`round ${round}: ${id} is not whole`);
    for (const [id, completed] of expected)
      if (found.get(id)?.completed !== completed) faults.push(`round ${round}: ${id} is missing or wrong`);
    for (const id of deleted) if (found.has(id)) faults.push(`round ${round}: ${id} is not deleted`);
    // So that a thousand rounds do not read a hundred thousand rows each.
    if (found.size > PAGE) await forget(client, [...expected.keys()].slice(0, found.size - PAGE / 2));
    if (round === rounds) break;

    let done = 0;
    const { promise: enough, resolve } = Promise.withResolvers<void>();
    const write = async () => {
      for (;;) {
        const id = randomUUID();
        if ((await client.from('tasks').insert({ id, title: 'Plan', task_date: '2026-11-20' })).error) return;
        expected.set(id, false);
        const ticks = Math.random() < 0.5;
        const tasks = client.from('tasks');
        const { error: refused } = ticks
          ? await tasks.update({ completed: true }).eq('id', id)
          : await tasks.delete().eq('id', id);
        // The answer to this one was lost: it may have been done or not.
        expected.delete(id);
        if (refused) return;
        if (ticks) expected.set(id, true);
        else deleted.add(id);
        done += 2;
        if (done >= changes) resolve();
      }
    };
    const all = Promise.all(Array.from({ length: writers }, write));
    await Promise.race([enough, all]);
    await kill();
    await all;
    if (done < changes) faults.push(`round ${round}: a change was refused before the kill`);
    acknowledged += done;
  }
  return { acknowledged, faults };

  async function forget(client: ReturnType<typeof createTestClient>, ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const { error } = await client.from('tasks').delete().eq('id', id);
      if (error) throw error;
      expected.delete(id);
      deleted.add(id);
    }
  }
}

/** All tasks, page by page: one answer holds a thousand. Also those whose answer was lost. */
async function readAll(client: ReturnType<typeof createTestClient>) {
  type Row = { id: string; title: string; completed: boolean; created_at: string };
  const found = new Map<string, Row>();
  for (let last: Row | undefined; ;) {
    const question = client
      .from('tasks')
      .select('id,title,completed,created_at')
      .order('created_at')
      .order('id');
    const after =
      last && `created_at.gt."${last.created_at}",and(created_at.eq."${last.created_at}",id.gt.${last.id})`;
    const { data, error } = await (after ? question.or(after) : question).overrideTypes<Row[]>();
    if (error) throw error;
    for (const row of data) found.set(row.id, row);
    last = data.at(-1);
    if (data.length < PAGE || last === undefined) return found;
  }
}
