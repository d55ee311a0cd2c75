import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dataCommand } from '@space/server/backup';
import { startTestServer, type TestServer } from '@space/server/testing';

// `npm run lab -- backup`: how long a backup and a restore take, and how long the backup delays changes.

const positiveInteger = (value: string) => {
  if (!/^[1-9]\d*$/.test(value)) throw new Error(`${value} is no number from 1 on`);
  return Number(value);
};
const { values } = parseArgs({
  options: {
    tasks: { type: 'string', default: '10000' },
    accounts: { type: 'string', default: '1' },
  },
});
const [tasks, accounts] = [positiveInteger(values.tasks), positiveInteger(values.accounts)];

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
const root = mkdtempSync(join(tmpdir(), 'space-backup-'));
const inRoot = (name: string) => join(root, name);
const run = (args: string[], target: { dataDir: string }) => dataCommand(args, { ...target, log: () => {} });

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Creates one user who signs in, others who do not, and tasks for all. Returns the user's client. */
async function fill({ query, signUp }: TestServer) {
  const { client, id } = await signUp();
  await query(
    `insert into auth.users (id, email, aud, role, encrypted_password, email_confirmed_at, created_at, updated_at)
       select gen_random_uuid(), 'person' || number || '@example.com', aud, role, encrypted_password, now(), now(), now()
       from auth.users, generate_series(2, $1::int) as number`,
    [accounts],
  );
  await query(
    `insert into tasks (title, task_date, user_id)
       select 'Plan number ' || number || ' with some words', date '2026-01-01' + number % 700,
         (array(select id from auth.users where id <> $1) || $1::uuid)[number % $2::int + 1]
       from generate_series(1, $3::int) as number`,
    [id, accounts, tasks],
  );
  return client;
}

async function measureBackup(file: string): Promise<void> {
  const server = await startTestServer({ dataDir: inRoot('data'), durability: 'strict' });
  const client = await fill(server);
  const write = async () => {
    await client.from('tasks').insert({ title: 'Written meanwhile', task_date: '2026-11-25' }).throwOnError();
  };
  // Warm-up: the first writes compile the engine.
  for (let count = 0; count < 200; count += 1) await write();
  const waits: number[] = [];
  const stop = new AbortController();
  const writing = (async () => {
    while (!stop.signal.aborted) waits.push(await timed(write));
  })();
  const duration = await timed(() => run(['backup', file], { dataDir: inRoot('data') }));
  stop.abort();
  await writing;
  await server.close();
  const [longest = 0, second = 0, ...others] = waits.sort((one, other) => other - one);
  const median = others[others.length >> 1] ?? 0;
  console.log(
    `${tasks} tasks of ${accounts} accounts: saved in ${seconds(duration)}, ${(statSync(file).size / 1e6).toFixed(1)} MB`,
    `\n${waits.length} changes meanwhile: median ${median.toFixed(0)} ms, the longest ${longest.toFixed(0)} and ${second.toFixed(0)} ms`,
  );
}

try {
  const file = inRoot('site.backup.gz');
  await measureBackup(file);
  const duration = await timed(() => run(['restore', file], { dataDir: inRoot('new') }));
  console.log(`restored and compared in ${seconds(duration)}`);
} finally {
  rmSync(root, { recursive: true, force: true });
}
process.exit();
