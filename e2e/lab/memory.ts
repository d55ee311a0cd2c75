import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { TEST_SITE } from '@space/release';
import { makeScratch, startServerProcess } from '@space/server/testing/process';
import { credentialsOf, readWeek, send, signUp, taskOfWeek, type Person } from './postgres/load.ts';
import { atMost, table, verdictLines } from './report.ts';

// `npm run lab -- memory`: how an hour of load changes the memory of the server with the embedded database. Users open
// pages, read their week, add and delete a task, and sign in again, at a constant rate, so growth is memory that the server
// retains. Exits with 1 if the last minute needs over 1.3 times the memory of the first, or if a request is refused.

const PEOPLE = 16;
const PAUSE_MILLISECONDS = 500;
const MAX_GROWTH = 1.3;
const PAGES = ['/', '/dashboard', '/registry.json'];

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } });
const minutes = Number(values.minutes);
if (!(minutes >= 2)) throw new Error('--minutes must be a number from 2 on');

const folder = makeScratch('space-memory-');
// Runs as with `npm start`: without the tests' flags, with rate limits and disk flushes on.
const env = { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback', DURABILITY: 'strict', LITE_AUTH_BCRYPT_COST: '10' };
const server = await startServerProcess({
  dataDir: join(folder, 'data'),
  siteDir: TEST_SITE,
  env,
  words: [],
});
const { origin } = server;

let requests = 0;
const refused = new Map<string, number>();
async function expectSuccess(what: string, status: number | Promise<number>): Promise<void> {
  requests += 1;
  if ((await status) < 300) return;
  const line = `${what}: ${await status}`;
  refused.set(line, (refused.get(line) ?? 0) + 1);
}

/** Repeats what a user does in a minute or two, until `end`. */
async function simulateUser(person: Person, end: number): Promise<void> {
  const { email, headers } = person;
  for (let round = 0; performance.now() < end; round += 1) {
    const page = PAGES[round % PAGES.length] ?? '/';
    await expectSuccess(
      page,
      send(origin, 'GET', page, { 'x-forwarded-for': person.address }).then(({ status }) => status),
    );
    for (let read = 0; read < 6; read += 1) {
      await expectSuccess('reading', readWeek(origin, headers));
      await wait(PAUSE_MILLISECONDS);
    }
    const { id, task } = taskOfWeek();
    await expectSuccess(
      'adding',
      send(origin, 'POST', '/rest/v1/tasks', headers, task).then(({ status }) => status),
    );
    await wait(PAUSE_MILLISECONDS);
    const path = `/rest/v1/tasks?id=eq.${id}`;
    await expectSuccess(
      'deleting',
      send(origin, 'DELETE', path, headers).then(({ status }) => status),
    );
    if (round % 30 === 29) {
      const path = '/auth/v1/token?grant_type=password';
      const { status, text } = await send(origin, 'POST', path, person.plain, credentialsOf(email));
      await expectSuccess('signing in', status);
      const { access_token: token } = JSON.parse(text) as { access_token: string }; // the response of GoTrue
      // The previous token expires after an hour.
      headers['authorization'] = `Bearer ${token}`;
    }
  }
}

async function megabytes(): Promise<number> {
  const text = await (await fetch(`${server.operatorOrigin}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / 2 ** 20;
}

const people = await signUp(origin, server.publishableKey, PEOPLE);
const end = performance.now() + minutes * 60_000;
const simulations = Promise.all(people.map((person) => simulateUser(person, end)));
/** The peak memory of each minute, in MB. */
const peaks: number[] = [];
while (peaks.length < minutes) {
  let peak = 0;
  for (let second = 0; second < 60; second += 5) {
    await wait(5_000);
    peak = Math.max(peak, await megabytes());
  }
  peaks.push(peak);
}
await simulations;
await server.kill();
rmSync(folder, { recursive: true, force: true });

const rows = peaks.flatMap((peak, index) =>
  index === 0 || (index + 1) % 10 === 0 || index === peaks.length - 1
    ? [[String(index + 1), peak.toFixed(0)]]
    : [],
);
console.log(table(['minute', 'memory of the server at most, MB'], rows));
console.log(`${requests} requests in ${minutes} minutes`);
for (const [line, times] of refused) console.log(`refused ${times} times: ${line}`);
const growth = (peaks.at(-1) ?? NaN) / (peaks[0] ?? NaN);
const verdict = atMost('memory in the last minute beside the first', growth, MAX_GROWTH, ' times', 2);
console.log(verdictLines([verdict]));
process.exitCode = verdict.isKept && refused.size === 0 ? 0 : 1;
