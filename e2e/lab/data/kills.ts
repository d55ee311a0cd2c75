import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestClient } from '@space/server/testing';
import { copyTemplate, makeScratch, startServerProcess } from '@space/server/testing/process';

// `npm run lab -- kills`: kills a server fifty times (`kill -9`) while four writers change tasks. Exits with 1 if a change that
// it had acknowledged is missing or wrong afterwards. `7`: that many kills. `npm test` kills it five times.

const CHANGES = 40; // acknowledged before each kill
const kills = Number(process.argv[2] ?? 50);
if (!Number.isInteger(kills) || kills < 1) throw new Error('the number of kills must be 1 or more');
const password = 'Passw0rd!';

type Client = ReturnType<typeof createTestClient>;
/** For each task the states that it may be in: completed or not, or null for no such task. */
type Tasks = Map<string, (boolean | null)[]>;
/** An account for each kill, with the tasks that it wrote before. */
const written: [email: string, tasks: Tasks][] = [];
const faults: string[] = [];
let acknowledged = 0;

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

/** Compares the tasks of an account with those that it may have. */
async function compare(client: Client, email: string, tasks: Tasks): Promise<void> {
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error) return void faults.push(`${email} cannot sign in: ${error.message}`);
  const { data } = await client.from('tasks').select('id, completed').throwOnError();
  const found = new Map(data.map((row) => [String(row.id), Boolean(row.completed)]));
  for (const [id, states] of tasks)
    if (!states.includes(found.get(id) ?? null))
      faults.push(`${id} is ${found.get(id)}, not ${states.join(' or ')}`);
}

/** Signs an account up, lets it write, and returns when enough is acknowledged: `ended` then waits for the writers. */
async function writeEnough(client: Client): Promise<{ ended: Promise<unknown> }> {
  const [email, tasks]: (typeof written)[number] = [`${randomUUID()}@example.com`, new Map()];
  written.push([email, tasks]);
  const { error } = await client.auth.signUp({ email, password });
  if (error) throw error;
  const target = acknowledged + CHANGES;
  const enough = Promise.withResolvers<void>();
  const count = () => {
    acknowledged += 1;
    if (acknowledged >= target) enough.resolve();
  };
  const ended = Promise.all([1, 2, 3, 4].map(() => write(client, tasks, count)));
  await Promise.race([enough.promise, ended]);
  if (acknowledged < target) faults.push('a change was refused before the server was killed');
  return { ended };
}

const folder = makeScratch('space-kills-');
const [dataDir, siteDir] = [join(folder, 'data'), join(folder, 'site')];
try {
  mkdirSync(siteDir);
  writeFileSync(join(siteDir, 'index.html'), '<!doctype html><title>Better Space</title>');
  await copyTemplate(dataDir);
  for (let killed = 0; killed <= kills; killed += 1) {
    const server = await startServerProcess({ dataDir, siteDir });
    const client = createTestClient(server.origin, server.publishableKey);
    for (const account of killed === kills ? written : written.slice(-1)) await compare(client, ...account);
    console.log(`${killed} of ${kills} kills: ${acknowledged} changes acknowledged, ${faults.length} lost`);
    const { ended } = killed === kills ? { ended: null } : await writeEnough(client);
    await server.kill('SIGKILL');
    await ended;
  }
  for (const fault of faults) console.log(`✗ ${fault}`);
  console.log(`${kills} kills, ${acknowledged} acknowledged changes, ${faults.length} lost or wrong`);
  if (faults.length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
