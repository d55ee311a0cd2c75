import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkBackup, dataCommand } from '@space/server/backup';
import { startTestServer, type TestServer } from '@space/server/testing';
import { startPostgres } from '@space/server/testing/postgres';

// `npm run lab -- backup`: how long a backup and its restoration take, and how long a change has to wait because of it. With
// `--postgres` the backup goes on into a PostgreSQL and comes back; ends with 1 when a row is another then.

const number = (value: string) => {
  if (!/^[1-9]\d*$/.test(value)) throw new Error(`${value} is no number from 1 on`);
  return Number(value);
};
const { values } = parseArgs({
  options: {
    tasks: { type: 'string', default: '10000' },
    accounts: { type: 'string', default: '1' },
    postgres: { type: 'boolean', default: false },
  },
});
const [tasks, accounts] = [number(values.tasks), number(values.accounts)];

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
const root = mkdtempSync(join(tmpdir(), 'space-backup-'));
const at = (name: string) => join(root, name);
const run = (words: string[], place: { dataDir: string; databaseUrl?: string }) =>
  dataCommand(words, { ...place, log: () => {} });

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** One person who signs in, others, and tasks of all of them. */
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

async function save(file: string): Promise<void> {
  const server = await startTestServer({ dataDir: at('data'), durability: 'strict' });
  const client = await fill(server);
  const write = async () => {
    await client.from('tasks').insert({ title: 'Written meanwhile', task_date: '2026-11-25' }).throwOnError();
  };
  // The first ones compile the engine.
  for (let count = 0; count < 200; count += 1) await write();
  const waits: number[] = [];
  const stop = new AbortController();
  const writing = (async () => {
    while (!stop.signal.aborted) waits.push(await timed(write));
  })();
  const took = await timed(() => run(['backup', file], { dataDir: at('data') }));
  stop.abort();
  await writing;
  await server.close();
  const [longest = 0, second = 0, ...others] = waits.sort((one, other) => other - one);
  const median = others[others.length >> 1] ?? 0;
  console.log(
    `${tasks} tasks of ${accounts} accounts: saved in ${seconds(took)}, ${(statSync(file).size / 1e6).toFixed(1)} MB`,
    `\n${waits.length} changes meanwhile: median ${median.toFixed(0)} ms, the longest ${longest.toFixed(0)} and ${second.toFixed(0)} ms`,
  );
}

const sumsOf = async (file: string) =>
  JSON.stringify((await checkBackup(file)).tables.map(({ table, rows, sha256 }) => [table, rows, sha256]));

async function moveThereAndBack(file: string): Promise<void> {
  const postgres = await startPostgres();
  try {
    await postgres.run('create database house');
    const there = { dataDir: at('there'), databaseUrl: postgres.addressOf('house') };
    const went = await timed(() => run(['restore', file], there));
    const back = at('back.backup.gz');
    const left = await timed(() => run(['backup', back], there));
    const came = await timed(() => run(['restore', back], { dataDir: at('back') }));
    const isSame = (await sumsOf(file)) === (await sumsOf(back));
    console.log(
      `PostgreSQL ${postgres.version}: restored there in ${seconds(went)}, saved in ${seconds(left)}, restored here in ${seconds(came)}`,
      isSame ? '\n✓ every table has the same sum' : '\n✗ a table has another sum',
    );
    if (!isSame) process.exitCode = 1;
  } finally {
    await postgres.stop();
  }
}

try {
  const file = at('site.backup.gz');
  await save(file);
  const took = await timed(() => run(['restore', file], { dataDir: at('new') }));
  console.log(`restored and compared in ${seconds(took)}`);
  if (values.postgres) await moveThereAndBack(file);
} finally {
  rmSync(root, { recursive: true, force: true });
}
process.exit();
