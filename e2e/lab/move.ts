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

// `npm run lab -- move`: takes accounts and tasks from an embedded database to a PostgreSQL with GoTrue's tables, and back into an empty
// place (decision 050). `--auth-migrations <folder>`: the tables are made by GoTrue's own migrations, `migrations/` of supabase/auth, and
// not as we describe them. Ends with 1 when a sum is another afterwards, or when one of ten people cannot sign in.

const { values } = parseArgs({
  options: {
    accounts: { type: 'string', default: '1000' },
    tasks: { type: 'string', default: '100000' },
    'auth-migrations': { type: 'string' },
  },
});
const number = (value: string, least: number) => {
  if (!/^\d+$/.test(value) || Number(value) < least)
    throw new Error(`${value} is no number from ${least} on`);
  return Number(value);
};
const COMMAND = join(import.meta.dirname, '../../shared/server/src/backup/main.ts');
const PEOPLE = 10;
const [accounts, tasks] = [number(values.accounts, PEOPLE), number(values.tasks, PEOPLE)];
const authMigrations = values['auth-migrations'];

// As dear as those of a server at work.
process.env['LITE_AUTH_BCRYPT_COST'] = '10';
const people = Array.from({ length: PEOPLE }, (_, place) => ({
  email: `person${place}@example.com`,
  password: `Passw0rd-of-${place}`,
}));
const root = mkdtempSync(join(tmpdir(), 'space-move-'));
const at = (name: string) => join(root, name);

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  console.log(`${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return result;
}

function promise(sentence: string, isKept: boolean): void {
  console.log(`${isKept ? '✓' : '✗'} ${sentence}`);
  if (!isKept) process.exitCode = 1;
}

/** The others: each with a hash of its own, a fifth not confirmed, a tenth of Google, and tasks of all of them. */
async function fill({ signUp, query }: TestServer): Promise<void> {
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

/** Moves, and returns what it said of rows and sums, and how it ended. */
async function move(dataDir: string, ...words: string[]): Promise<{ sums: string[]; end: string }> {
  const said: string[] = [];
  await dataCommand(['move', ...words], { dataDir, log: (line) => said.push(line) });
  return { sums: said.filter((line) => / rows {2}[0-9a-f]{16}$/.test(line)), end: said.at(-1) ?? '' };
}

/** Ends a move as `kill -9` does, while it puts tasks in. */
async function killHalfWay(project: string): Promise<void> {
  const words = ['--disable-warning=ExperimentalWarning', COMMAND, 'move', '--to', project, '--now'];
  const env = { ...process.env, DATA_DIR: at('here'), DATABASE_URL: '' };
  const child = spawn(process.execPath, words, { env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  const isHalfWay = async () => {
    const inserts = `select from pg_stat_activity where query like 'insert into public.tasks %'`;
    return (await postgres.run(inserts)).length > 0;
  };
  while (child.exitCode === null && !(await isHalfWay()));
  child.kill('SIGKILL');
  const [code] = (await ended) as [number | null]; // as Node documents it
  promise('a move is killed while it puts tasks in', code === null);
}

/** What the files of a database are hashed to. */
function bytesOf(folder: string): string {
  const hash = createHash('sha256');
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  for (const file of files.sort()) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

async function signIns({ origin, publishableKey }: TestServer): Promise<number> {
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
  const server = await startTestServer({ dataDir: at('here') });
  await timed(`${accounts} accounts and ${tasks} tasks, embedded`, () => fill(server));
  const project = await makeProject(postgres, { authMigrations });
  const tables = authMigrations === undefined ? 'tables as we describe them' : 'tables by its own migrations';
  console.log(`PostgreSQL ${postgres.version}, GoTrue's ${tables}`);
  const early = await timed('rehearsed while the server runs', () => move(at('here'), '--to', project));
  promise('what is moved while the server runs is taken back', early.end.startsWith('A rehearsal'));
  await server.close();
  const before = bytesOf(at('here/database'));
  await timed('killed half-way', () => killHalfWay(project));
  await timed('rehearsed there', () => move(at('here'), '--to', project));
  const went = await timed('moved there', () => move(at('here'), '--to', project, '--now'));
  console.log(went.sums.join('\n'));
  promise('it found an empty place', went.end === 'Moved, and every row compared.');
  const again = await timed('once more', () => move(at('here'), '--to', project, '--now'));
  promise('a second run changes nothing', again.end.endsWith('Nothing was changed.'));
  promise('the source has the same bytes', bytesOf(at('here/database')) === before);
  const opened = await Promise.all(people.map(({ email, password }) => opensAt(project, email, password)));
  promise(
    `${opened.filter(Boolean).length} of ${PEOPLE} passwords are right there, as GoTrue looks them up`,
    opened.every(Boolean),
  );
  promise('GoTrue can read every account', (await unreadableAt(project)) === 0);

  const came = await timed('moved back', () => move(at('back'), '--from', project, '--now'));
  promise('every table has the same sum', came.sums.join() === went.sums.join() && went.sums.length === 5);
  const house = await startTestServer({ dataDir: at('back') });
  const count = await signIns(house);
  await house.close();
  promise(
    `${count} of ${PEOPLE} people sign in with the same password, and have their tasks`,
    count === PEOPLE,
  );
} finally {
  await postgres.stop();
  rmSync(root, { recursive: true, force: true });
}
process.exit();
