import { execFile } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT, TEST_SITE } from '@space/release';
import { createTestClient, startTestServer } from '@space/server/testing';
import { makeScratch, startServerProcess, startUntil } from '@space/server/testing/process';
import { atMost, spreadOf } from '../report.ts';
import type { Load } from './client.ts';
import { killOften } from './kills.ts';

// `npm run bench -- server`: four ratios of the server with the embedded database, each of figures of one run on one machine,
// and 50 kills during writes. Exits with 1 if one is too high. `cost`, `guessing`, `start` or `kills`: only that one.

const ROUNDS = 5;
const WEEK = ['2026-11-16', '2026-11-22'] as const;
const folder = makeScratch('space-data-');
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
const judge = (promise: string, ratios: readonly number[], limit: number) =>
  atMost(promise, spreadOf(ratios).median, limit, ' times', 2);

/** Starts clients in a process of their own, at the priority of `nice`. Resolves with the milliseconds of each request. */
async function send(load: Load, niceness = 0): Promise<number[]> {
  const client = [process.execPath, join(import.meta.dirname, 'client.ts'), JSON.stringify(load)];
  const options = { maxBuffer: 1 << 28 };
  const { stdout } = await promisify(execFile)('nice', ['-n', `${niceness}`, ...client], options);
  return JSON.parse(stdout) as number[]; // client.ts prints them
}

/** The week as the planner asks for it: the rows, and their exact number, which is a statement of its own. */
const READ = `/rest/v1/tasks?select=*&task_date=gte.${WEEK[0]}&task_date=lte.${WEEK[1]}&order=created_at.asc%2Cid.asc`;
const where = 'from public.tasks where user_id = $1 and task_date >= $2 and task_date <= $3';
const READ_ROWS = `select * ${where} order by created_at, id limit 1000`;
const READ_COUNT = `select count(*) ${where}`;
const WRITE = 'insert into public.tasks (user_id, task_date, title) values ($1, $2, $3)';

type Server = Record<'origin' | 'publishableKey', string>;

/** Requests without compression, as a proxy on this machine sends them; with a body they are posted. */
const loadOf = (server: Server, path: string, own: object, body?: object): Load => ({
  address: server.origin + path,
  init: {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      ...{ apikey: server.publishableKey, 'content-type': 'application/json' },
      ...{ 'accept-encoding': 'identity', ...own },
    },
  },
});
const readsOf = (server: Server, token: string): Load =>
  loadOf(server, READ, { authorization: `Bearer ${token}`, prefer: 'count=exact' });

/** The milliseconds of processor that `work` takes of this thread, in which the server and its database run. */
async function processorOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** A read and a write, each beside its bare statements, in one process. */
async function measureCost(): Promise<void> {
  const requests = 120; // twice: within a person's limits of a minute
  const server = await startTestServer({ limits: true });
  const ratios: Record<string, number[]> = { read: [], write: [] };
  // The first round only compiles the code.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const { id: user_id, token } = await server.signUp();
    for (let task = 0; task < 10; task += 1) await server.query(WRITE, [user_id, WEEK[0], 'Plan']);
    const next = { user_id, task_date: '2026-11-27', title: 'Plan' };
    const own = { authorization: `Bearer ${token}`, prefer: 'return=minimal' };
    for (const [kind, load, statements, values] of [
      ['read', readsOf(server, token), [READ_ROWS, READ_COUNT], [user_id, ...WEEK]],
      ['write', loadOf(server, '/rest/v1/tasks', own, next), [WRITE], Object.values(next)],
    ] as const) {
      const whole = await processorOf(() => send({ ...load, requests }));
      const bare = await processorOf(async () => {
        for (let time = 0; time < requests; time += 1)
          for (const statement of statements) await server.query(statement, [...values]);
      });
      if (round > 0) ratios[kind]?.push(whole / bare);
    }
  }
  await server.close();
  for (const [kind, values] of Object.entries(ratios))
    judge(`processor of a ${kind}, beside its bare statements`, values, 4);
}

/** A read of a week while 64 clients guess passwords, beside one without them. */
async function measureGuessing(): Promise<void> {
  const seconds = 5;
  const env = { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback', LITE_AUTH_BCRYPT_COST: '10' };
  const dataDir = join(folder, 'guessed');
  const server = await startServerProcess({ dataDir, siteDir: TEST_SITE, env, words: [] });
  const { auth } = createTestClient(server.origin, server.publishableKey);
  const { data } = await auth.signUp({ email: 'anna@example.com', password: 'Passw0rd!' });
  const reads = { ...readsOf(server, data.session?.access_token ?? ''), seconds, pause: 40 };
  const from = { 'x-forwarded-for': '203.0.113.{client}' };
  const guess = { email: 'victim{n}@example.com', password: 'guess {n}' };
  const guesses = loadOf(server, '/auth/v1/token?grant_type=password', from, guess);
  const p95 = async () => {
    const milliseconds = await send(reads);
    return milliseconds.toSorted((a, b) => a - b)[Math.floor(milliseconds.length * 0.95)] ?? NaN;
  };
  const ratios: number[] = [];
  await p95(); // compiles the code
  for (let round = 0; round < ROUNDS; round += 1) {
    const calm = await p95();
    // The processors of the guessers are elsewhere: here they only get what the server leaves.
    const guessing = send({ ...guesses, clients: 64, seconds: seconds + 1 }, 19);
    ratios.push((await p95()) / calm);
    await guessing;
  }
  await server.kill();
  judge('p95 of a read while passwords are guessed, beside without', ratios, 1.5);
}

/** The second `npm start`, beside a bare Hono server that opens the same database. */
async function measureStart(): Promise<void> {
  const env = { ...process.env, STORE_DIR: join(folder, 'site'), DATA_DIR: join(folder, 'data'), PORT: '0' };
  cpSync(TEST_SITE, env.STORE_DIR, { recursive: true });
  async function secondsOf(...command: readonly [string, ...string[]]): Promise<number> {
    const before = performance.now();
    const options = { cwd: ROOT, env, detached: true };
    const { match, kill } = await startUntil(command, /Open it\s+(http:\S+)/, options);
    const response = await fetch(match[1] ?? '', { headers: { accept: 'text/html' } });
    const seconds = (performance.now() - before) / 1000;
    if (!response.ok) throw new Error(`${command.join(' ')} answers ${response.status}`);
    await kill('SIGINT');
    return seconds;
  }
  await secondsOf('npm', 'start');
  const bare = [join(import.meta.dirname, 'bareServer.ts'), join(env.DATA_DIR, 'database')];
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    ratios.push((await secondsOf('npm', 'start')) / (await secondsOf(process.execPath, ...bare)));
  judge('the second `npm start`, beside a bare server', ratios, 3);
}

async function measureKills(): Promise<void> {
  const { acknowledged, faults } = await killOften(50, join(folder, 'kills'));
  console.log([...faults, `50 kills, ${acknowledged} acknowledged changes`].join('\n'));
  atMost('acknowledged changes that are lost or wrong', faults.length, 0, '');
}

// The cost first: the database engine, which is in this process then, sets its exit code.
const measures = { cost: measureCost, kills: measureKills, guessing: measureGuessing, start: measureStart };
for (const [name, measure] of Object.entries(measures))
  if (process.argv[2] === undefined || process.argv[2] === name) await measure();
