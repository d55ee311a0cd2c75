import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dataCommand } from '@space/server/backup';
import { createTestClient, startTestServer, type TestServer } from '@space/server/testing';
import { makeProject, opensAt, unreadableAt } from '@space/server/testing/goTrue';
import { startPostgres } from '@space/server/testing/postgres';

// `npm run lab -- move`: moves accounts and tasks from an embedded database to a PostgreSQL with GoTrue's tables, and back
// (decision 050). `--auth-migrations <folder>`: creates the tables with GoTrue's own migrations (`migrations/` of
// supabase/auth), not with ours. Exits with 1 if a checksum differs afterwards, or if one of ten users cannot sign in.

const { values } = parseArgs({
  options: {
    accounts: { type: 'string', default: '1000' },
    tasks: { type: 'string', default: '100000' },
    'auth-migrations': { type: 'string' },
  },
});
const integerFrom = (value: string, minimum: number) => {
  if (!/^\d+$/.test(value) || Number(value) < minimum)
    throw new Error(`${value} is no number from ${minimum} on`);
  return Number(value);
};
const COMMAND = join(import.meta.dirname, '../../shared/server/src/backup/main.ts');
const PEOPLE = 10;
const [accounts, tasks] = [integerFrom(values.accounts, PEOPLE), integerFrom(values.tasks, PEOPLE)];
const authMigrations = values['auth-migrations'];

// Password hashes cost as much as in production.
process.env['LITE_AUTH_BCRYPT_COST'] = '10';
const people = Array.from({ length: PEOPLE }, (_, place) => ({
  email: `person${place}@example.com`,
  password: `Passw0rd-of-${place}`,
}));
const root = mkdtempSync(join(tmpdir(), 'space-move-'));
const path = (name: string) => join(root, name);

async function timed<T>(label: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  console.log(`${label}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return result;
}

function check(statement: string, isKept: boolean): void {
  console.log(`${isKept ? '✓' : '✗'} ${statement}`);
  if (!isKept) process.exitCode = 1;
}

/** Creates the ten users, the other accounts (own hashes, a fifth unconfirmed, a tenth from Google), and tasks for all. */
async function insertAccountsAndTasks({ signUp, query }: TestServer): Promise<void> {
  for (const { email, password } of people) {
    const { client } = await signUp(email, password);
    await client.rpc('renew_calendar_feed').throwOnError();
  }
  await query(
    `insert into auth.users (id, email, aud, role, encrypted_password, email_confirmed_at, last_sign_in_at, raw_app_meta_data,
         raw_user_meta_data, created_at, updated_at)
       select gen_random_uuid(), 'person' || place || '@example.com', 'authenticated', 'authenticated',
         case when place % 10 = 3 then null else '$2b$10$' || left(translate(encode(sha512(place::text::bytea), 'base64'), E'+=\\n', '..'), 53) end,
         case when place % 5 > 0 then now() - place * interval '1 second' end, null,
         case when place % 10 = 3 then '{"provider":"google","providers":["google"]}' else '{"provider":"email","providers":["email"]}' end::jsonb,
         jsonb_build_object('full_name', 'Person ' || place), now(), now()
       from generate_series($1::int, $2::int) as place`,
    [PEOPLE, accounts - 1],
  );
  await query(
    `insert into auth.identities (id, provider, provider_id, user_id, identity_data, last_sign_in_at, created_at, updated_at)
       select gen_random_uuid(), raw_app_meta_data ->> 'provider', sub, id, jsonb_build_object('sub', sub, 'email', email), null, now(), now()
       from (select *, case raw_app_meta_data ->> 'provider' when 'google' then hashtextextended(email, 0)::text else id::text end as sub
         from auth.users) as users
       where not exists (select from auth.identities where user_id = users.id)`,
  );
  await query(
    `insert into public.tasks (title, emoji, task_date, user_id, completed)
       select 'Plan number ' || place || ' with some wörds', case when place % 3 = 0 then '🎯' end, date '2026-01-01' + place % 700,
         (array(select id from auth.users order by email))[place % $1::int + 1], place % 2 = 0
       from generate_series(1, $2::int) as place`,
    [accounts, tasks],
  );
}

/** Runs `move`. Returns the output's lines with rows and checksums, and its last line. */
async function move(dataDir: string, ...args: string[]): Promise<{ sums: string[]; end: string }> {
  const output: string[] = [];
  await dataCommand(['move', ...args], { dataDir, log: (line) => output.push(line) });
  return { sums: output.filter((line) => / rows {2}[0-9a-f]{16}$/.test(line)), end: output.at(-1) ?? '' };
}

/** Kills a move with SIGKILL while it inserts tasks. */
async function killMidway(project: string): Promise<void> {
  const args = ['--disable-warning=ExperimentalWarning', COMMAND, 'move', '--to', project, '--now'];
  const env = { ...process.env, DATA_DIR: path('here'), DATABASE_URL: '' };
  const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  const isInserting = async () => {
    const inserts = `select from pg_stat_activity where query like 'insert into public.tasks %'`;
    return (await postgres.run(inserts)).length > 0;
  };
  while (child.exitCode === null && !(await isInserting()));
  child.kill('SIGKILL');
  const [code] = (await ended) as [number | null]; // as documented by Node
  check('a move is killed while it puts tasks in', code === null);
}

/** The hash of all files of a database. */
function hashOf(folder: string): string {
  const hash = createHash('sha256');
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  for (const file of files.sort()) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

async function countSignIns({ origin, publishableKey }: TestServer): Promise<number> {
  let count = 0;
  for (const credentials of people) {
    const client = createTestClient(origin, publishableKey);
    const { error } = await client.auth.signInWithPassword(credentials);
    const { data: own } = await client.from('tasks').select('id').throwOnError();
    if (error === null && own.length >= Math.min(Math.floor(tasks / accounts), 1000)) count += 1;
  }
  return count;
}

const postgres = await startPostgres();
try {
  const server = await startTestServer({ dataDir: path('here') });
  await timed(`${accounts} accounts and ${tasks} tasks, embedded`, () => insertAccountsAndTasks(server));
  const project = await makeProject(postgres, { authMigrations });
  const tables = authMigrations === undefined ? 'tables as we describe them' : 'tables by its own migrations';
  console.log(`PostgreSQL ${postgres.version}, GoTrue's ${tables}`);
  const trial = await timed('rehearsed while the server runs', () => move(path('here'), '--to', project));
  check('what is moved while the server runs is taken back', trial.end.startsWith('A rehearsal'));
  await server.close();
  const before = hashOf(path('here/database'));
  await timed('killed half-way', () => killMidway(project));
  await timed('rehearsed there', () => move(path('here'), '--to', project));
  const moved = await timed('moved there', () => move(path('here'), '--to', project, '--now'));
  console.log(moved.sums.join('\n'));
  check('it found an empty place', moved.end === 'Moved, and every row compared.');
  const repeated = await timed('once more', () => move(path('here'), '--to', project, '--now'));
  check('a second run changes nothing', repeated.end.endsWith('Nothing was changed.'));
  check('the source has the same bytes', hashOf(path('here/database')) === before);
  const opened = await Promise.all(people.map(({ email, password }) => opensAt(project, email, password)));
  check(
    `${opened.filter(Boolean).length} of ${PEOPLE} passwords are right there, as GoTrue looks them up`,
    opened.every(Boolean),
  );
  check('GoTrue can read every account', (await unreadableAt(project)) === 0);

  const back = await timed('moved back', () => move(path('back'), '--from', project, '--now'));
  check('every table has the same sum', back.sums.join() === moved.sums.join() && moved.sums.length === 5);
  const newServer = await startTestServer({ dataDir: path('back') });
  const count = await countSignIns(newServer);
  await newServer.close();
  check(
    `${count} of ${PEOPLE} people sign in with the same password, and have their tasks`,
    count === PEOPLE,
  );
} finally {
  await postgres.stop();
  rmSync(root, { recursive: true, force: true });
}
process.exit();
