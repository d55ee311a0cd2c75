import { execFile } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT, TEST_SITE } from '@space/release';
import { startTestServer } from '@space/server/testing';
import { makeScratch, startServerProcess } from '@space/server/testing/process';
import { startUntil } from '../../support/command.ts';
import { atMost, spreadOf, verdictLines, type Verdict } from '../report.ts';
import type { Answers, Load } from './client.ts';
import { killOften } from './kills.ts';
import { sharesOf } from './sharesOf.ts';

// `npm run bench -- server`: three ratios of the server with the embedded database, each of figures of one run on one machine,
// and 50 kills during writes. Exits with 1 if one is too high. `cost`, `guessing`, `start` or `kills`: only that one.

const ROUNDS = 5;
const WEEK = ['2026-11-16', '2026-11-22'] as const;
const folder = makeScratch('space-data-');

/** Starts clients in a process of their own, and resolves with what they were answered. */
async function send(load: Load, priority = constants.priority.PRIORITY_NORMAL): Promise<Answers> {
  const args = [join(import.meta.dirname, 'client.ts'), JSON.stringify(load)];
  const sending = promisify(execFile)(process.execPath, args, { maxBuffer: 1 << 28 });
  setPriority(sending.child.pid ?? 0, priority);
  return JSON.parse((await sending).stdout) as Answers; // client.ts prints it
}

/** The headers of a person's requests, as a proxy on this machine sends them. */
const headersOf = (apikey: string, token: string, prefer: string) => ({
  apikey,
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
  prefer,
});
const dates = `task_date=gte.${WEEK[0]}&task_date=lte.${WEEK[1]}`;
/** The week as the planner asks for it: the rows, and their exact number, which is a statement of its own. */
const READ = { method: 'GET', path: `/rest/v1/tasks?select=*&${dates}&order=created_at.asc%2Cid.asc` };
const WRITE = { method: 'POST', path: '/rest/v1/tasks' };
const where = 'from public.tasks where user_id = $1 and task_date >= $2 and task_date <= $3';
const STATEMENTS = {
  read: [`select * ${where} order by created_at, id limit 1000`, `select count(*) ${where}`],
  write: ['insert into public.tasks (user_id, task_date, title) values ($1, $2, $3)'],
};

/** The milliseconds of processor that `work` takes of this thread, in which the server and its database run. */
async function processorOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** A read and a write, each beside its bare statements, in one process. */
async function measureCost(): Promise<Verdict[]> {
  const requests = 120; // three times: within a person's limits of a minute
  const server = await startTestServer({ limits: true });
  const ratios = { read: [] as number[], write: [] as number[] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const { client, id } = await server.signUp();
    const rows = Array.from({ length: 10 }, () => ({ title: 'Plan', task_date: WEEK[0], user_id: id }));
    await client.from('tasks').insert(rows);
    const token = (await client.auth.getSession()).data.session?.access_token ?? '';
    const load = { origin: server.origin, clients: 1, requests };
    const body = JSON.stringify({ title: 'Plan', task_date: '2026-11-27', user_id: id });
    const headers = (prefer: string) => headersOf(server.publishableKey, token, prefer);
    const loads = {
      read: { ...load, ...READ, headers: headers('count=exact') },
      write: { ...load, ...WRITE, body, headers: headers('return=minimal') },
    };
    for (const kind of ['read', 'write'] as const) {
      const values = [id, ...(kind === 'read' ? WEEK : ['2026-11-27', 'Plan'])];
      const whole = await processorOf(() => send(loads[kind]));
      const bare = await processorOf(async () => {
        for (let time = 0; time < requests; time += 1)
          for (const statement of STATEMENTS[kind]) await server.query(statement, values);
      });
      // The first round only compiles the code.
      if (round > 0) ratios[kind].push(whole / bare);
      if (round === ROUNDS) console.log(`Of a ${kind}: ${await sharesOf(() => send(loads[kind]))}.`);
    }
  }
  await server.close();
  return (['read', 'write'] as const).map((kind) =>
    atMost(
      `processor of a ${kind}, beside its bare statements`,
      spreadOf(ratios[kind]).median,
      4,
      ' times',
      1,
    ),
  );
}

/** A read of a week while 64 clients guess passwords, beside one without them. */
async function measureGuessing(): Promise<Verdict[]> {
  const seconds = 5;
  const env = {
    RATE_LIMITS: 'on',
    TRUST_PROXY: 'loopback',
    LITE_AUTH_BCRYPT_COST: '10',
  };
  const server = await startServerProcess({
    dataDir: join(folder, 'guessed'),
    siteDir: TEST_SITE,
    env,
    words: [],
  });
  const { origin, publishableKey: apikey } = server;
  const credentials = JSON.stringify({ email: 'anna@example.com', password: 'Passw0rd!' });
  const headers = { apikey, 'content-type': 'application/json' };
  const signedUp = await fetch(`${origin}/auth/v1/signup`, { method: 'POST', headers, body: credentials });
  const { access_token: token } = (await signedUp.json()) as { access_token: string }; // as GoTrue answers
  const person = headersOf(apikey, token, 'count=exact');
  const reads: Load = { origin, ...READ, headers: person, clients: 1, seconds, pauseMilliseconds: 40 };
  const guesses: Load = {
    origin,
    method: 'POST',
    path: '/auth/v1/token?grant_type=password',
    headers: { ...headers, 'x-forwarded-for': '203.0.113.{client}' },
    body: JSON.stringify({ email: 'victim{n}@example.com', password: 'guess {n}' }),
    clients: 64,
    seconds: seconds + 1,
  };
  const ratios: number[] = [];
  const guessed: Record<string, number> = {};
  const p95 = async () => {
    const { milliseconds } = await send(reads);
    return milliseconds.toSorted((a, b) => a - b)[Math.floor(milliseconds.length * 0.95)] ?? NaN;
  };
  await send(reads);
  for (let round = 0; round < ROUNDS; round += 1) {
    const calm = await p95();
    // The processors of the guessers are elsewhere: here they only get what the server leaves.
    const guessing = send(guesses, constants.priority.PRIORITY_LOW);
    ratios.push((await p95()) / calm);
    for (const [status, count] of Object.entries((await guessing).statuses))
      guessed[status] = (guessed[status] ?? 0) + count;
  }
  await server.kill();
  console.log(`The guesses were answered ${JSON.stringify(guessed)}.`);
  return [
    atMost(
      'p95 of a read while passwords are guessed, beside without',
      spreadOf(ratios).median,
      1.5,
      ' times',
      2,
    ),
  ];
}

/** Whether something on this machine can reach a port at an address that is not the server's, but is a loopback one as well. */
function isOpenElsewhere(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.2', () => resolve(true));
    socket.on('connect', () => socket.destroy()).on('error', () => resolve(false));
  });
}

/** The second `npm start`, beside a bare Hono server that opens the same database. */
async function measureStart(): Promise<Verdict[]> {
  const env = { ...process.env, STORE_DIR: join(folder, 'site'), DATA_DIR: join(folder, 'data'), PORT: '0' };
  cpSync(TEST_SITE, env.STORE_DIR, { recursive: true });
  let isQuiet = true;
  async function secondsOf(...command: readonly [string, ...string[]]): Promise<number> {
    const before = performance.now();
    const { match, output, stop } = await startUntil(command, /Open it\s+(http:\S+)/, { cwd: ROOT, env });
    const response = await fetch(match[1] ?? '', { headers: { accept: 'text/html' } });
    const seconds = (performance.now() - before) / 1000;
    if (!response.ok) throw new Error(`${command.join(' ')} answers ${response.status}`);
    const isOpen = await isOpenElsewhere(Number(new URL(match[1] ?? '').port));
    isQuiet &&= !isOpen && !/building/i.test(output());
    await stop();
    return seconds;
  }
  await secondsOf('npm', 'start');
  const [own, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    own.push(await secondsOf('npm', 'start'));
    const file = join(import.meta.dirname, 'bareServer.ts');
    bare.push(await secondsOf(process.execPath, file, join(env.DATA_DIR, 'database')));
  }
  const ratio = spreadOf(own).median / spreadOf(bare).median;
  return [
    atMost('the second `npm start`, beside a bare server', ratio, 3, ' times', 1),
    atMost('starts that build something, or listen elsewhere than on 127.0.0.1', isQuiet ? 0 : 1, 0, ''),
  ];
}

async function measureKills(): Promise<Verdict[]> {
  const { acknowledged, faults } = await killOften(50);
  console.log([...faults, `50 kills, ${acknowledged} acknowledged changes`].join('\n'));
  return [atMost('acknowledged changes that are lost or wrong', faults.length, 0, '')];
}

const measures = { kills: measureKills, cost: measureCost, guessing: measureGuessing, start: measureStart };
try {
  for (const [name, measure] of Object.entries(measures)) {
    if (process.argv[2] !== undefined && process.argv[2] !== name) continue;
    const verdicts = await measure();
    console.log(verdictLines(verdicts));
    if (verdicts.some(({ isKept }) => !isKept)) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
