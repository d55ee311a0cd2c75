import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyTemplate, createTestClient, startServerProcess } from '@space/server/testing/process';

const CHANGES = 40; // acknowledged before each kill

type Client = ReturnType<typeof createTestClient>;
/** For each task the states that it may be in: completed or not, or null for no such task. */
type Tasks = Map<string, (boolean | null)[]>;

/** Adds tasks and completes or deletes them, until a change is not acknowledged. Calls `onChange` for each that is. */
async function write(client: Client, tasks: Tasks, onChange: () => void): Promise<void> {
  for (;;) {
    const id = randomUUID();
    const next = tasks.size % 2 === 0 ? true : null;
    const change = client.from('tasks');
    for (const [states, act] of [
      [[null, false], () => change.insert({ id, title: 'Plan', task_date: '2026-11-20' })],
      [[false, next], () => (next ? change.update({ completed: true }) : change.delete()).eq('id', id)],
    ] as const) {
      tasks.set(id, [...states]);
      const { error } = await act();
      // A retry after a lost response finds that the task already exists.
      if (error && error.code !== '23505') return;
      onChange();
    }
    tasks.set(id, [next]);
  }
}

/**
 * Kills a server with its data in a new folder (`kill -9`) so many times while four writers change tasks. Returns how many
 * changes it had acknowledged, and a sentence for each that is missing or wrong afterwards.
 */
export async function killOften(kills: number, folder: string) {
  const [dataDir, siteDir] = [join(folder, 'data'), join(folder, 'site')];
  const credentials = { email: 'anna@example.com', password: 'Passw0rd!' };
  const tasks: Tasks = new Map();
  const faults: string[] = [];
  let acknowledged = 0;
  mkdirSync(siteDir, { recursive: true });
  writeFileSync(join(siteDir, 'index.html'), '<!doctype html><title>Better Space</title>');
  await copyTemplate(dataDir);
  for (let killed = 0; killed <= kills; killed += 1) {
    const server = await startServerProcess({ dataDir, siteDir });
    const client = createTestClient(server.origin, server.publishableKey);
    const { error } = await client.auth[killed === 0 ? 'signUp' : 'signInWithPassword'](credentials);
    if (error) throw error;
    const { data } = await client.from('tasks').select('id, completed').throwOnError();
    const found = new Map(data.map((row) => [String(row.id), Boolean(row.completed)]));
    for (const [id, states] of tasks) {
      const state = found.get(id) ?? null;
      if (!states.includes(state)) faults.push(`${id} is ${state}, not ${states.join(' or ')}`);
      tasks.set(id, [state]);
    }
    let left = killed < kills ? CHANGES : 0;
    const count = () => {
      acknowledged += 1;
      left -= 1;
      if (left === 0) void server.kill('SIGKILL');
    };
    if (left > 0) await Promise.all([1, 2, 3, 4].map(() => write(client, tasks, count)));
    if (left > 0) faults.push('a change was refused before the server was killed');
    await server.kill('SIGKILL');
  }
  return { acknowledged, faults };
}
