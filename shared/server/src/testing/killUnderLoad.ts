import { randomUUID } from 'node:crypto';
import type { ServerProcess } from './serverProcess.ts';
import { createTestClient } from './testServer.ts';

/** A user, and for each of the tasks the states that it may be in: completed or not, or null for no such task. */
interface Writer {
  email: string;
  tasks: Map<string, (boolean | null)[]>;
}

const PASSWORD = 'Passw0rd!';
const CONCURRENCY = 4;

/** Adds tasks and completes or deletes them, until a change is not acknowledged. Calls `onChange` for each that is. */
async function write(
  client: ReturnType<typeof createTestClient>,
  tasks: Writer['tasks'],
  onChange: () => void,
): Promise<void> {
  for (;;) {
    const id = randomUUID();
    const add = { id, title: 'Plan', task_date: '2026-11-20' };
    tasks.set(id, [null, false]);
    const added = await client.from('tasks').insert(add);
    // A retry after a lost response finds that the task already exists.
    if (added.error && added.error.code !== '23505') return;
    onChange();
    const next = tasks.size % 2 === 0 ? true : null;
    tasks.set(id, [false, next]);
    const change = client.from('tasks');
    const { error } = await (next ? change.update({ completed: true }) : change.delete()).eq('id', id);
    if (error) return;
    tasks.set(id, [next]);
    onChange();
  }
}

async function findFaults(server: ServerProcess, { email, tasks }: Writer): Promise<string[]> {
  const client = createTestClient(server.origin, server.publishableKey);
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) return [`${email} cannot sign in: ${error.message}`];
  const { data } = await client.from('tasks').select('id, completed').throwOnError();
  const found = new Map(data.map((row) => [String(row.id), Boolean(row.completed)]));
  return [...tasks]
    .map(([id, states]) => ({ id, states, state: found.get(id) ?? null }))
    .filter(({ states, state }) => !states.includes(state))
    .map(({ id, states, state }) => `${id} is ${String(state)}, not ${states.join(' or ')}`);
}

/**
 * Kills a server again and again (`kill -9`) while four writers change tasks, and compares what it then has with what it
 * acknowledged. Takes a function that starts it, the number of kills, and that of acknowledged changes before each.
 *
 * Returns the number of acknowledged changes, and a sentence for each that is missing or wrong.
 */
export async function killUnderLoad(options: {
  start: () => Promise<ServerProcess>;
  kills: number;
  changes: number;
  log?: (line: string) => void;
}): Promise<{ acknowledged: number; faults: string[] }> {
  const { start, kills, changes, log = () => {} } = options;
  const writers: Writer[] = [];
  const faults: string[] = [];
  let acknowledged = 0;
  for (let killed = 0; killed <= kills; killed += 1) {
    const server = await start();
    for (const writer of killed === kills ? writers : writers.slice(-1))
      faults.push(...(await findFaults(server, writer)).map((fault) => `after kill ${killed}: ${fault}`));
    if (killed > 0) log(`${killed} of ${kills}: ${acknowledged} changes acknowledged, ${faults.length} lost`);
    if (killed === kills) {
      await server.kill();
      break;
    }
    const writer: Writer = { email: `${randomUUID()}@example.com`, tasks: new Map() };
    writers.push(writer);
    const client = createTestClient(server.origin, server.publishableKey);
    const { error } = await client.auth.signUp({ email: writer.email, password: PASSWORD });
    if (error) throw error;
    const before = acknowledged;
    const { promise: enough, resolve } = Promise.withResolvers<void>();
    const all = Promise.all(
      Array.from({ length: CONCURRENCY }, () =>
        write(client, writer.tasks, () => {
          acknowledged += 1;
          if (acknowledged - before >= changes) resolve();
        }),
      ),
    );
    await Promise.race([enough, all]);
    if (acknowledged - before < changes) faults.push(`a change was refused before kill ${killed + 1}`);
    await server.kill('SIGKILL');
    await all;
  }
  return { acknowledged, faults };
}
