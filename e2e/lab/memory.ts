import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { TEST_SITE } from '@space/release';
import { makeScratch, startServerProcess } from '@space/server/testing/process';
import { ask, credentialsOf, readWeek, signUp, taskOfWeek, type Person } from './postgres/load.ts';
import { atMost, table, verdictLines } from './report.ts';

// `npm run lab -- memory`: what an hour of load does to the memory of the server with the embedded database. People open pages,
// read their week, add a task and delete it, and sign in anew; as many requests in each minute, so that what grows is kept by the
// server. Ends with 1 when the last minute needs more than 1.3 times what the first did, or when a request is refused.

const PEOPLE = 16;
const PAUSE = 500;
const MOST = 1.3;
const PAGES = ['/', '/dashboard', '/registry.json'];

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } });
const minutes = Number(values.minutes);
if (!(minutes >= 2)) throw new Error('--minutes must be a number from 2 on');

const folder = makeScratch('space-memory-');
// As `npm start` runs it: no flags of tests, limits and flushes on.
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
async function must(what: string, status: number | Promise<number>): Promise<void> {
  requests += 1;
  if ((await status) < 300) return;
  const line = `${what}: ${await status}`;
  refused.set(line, (refused.get(line) ?? 0) + 1);
}

/** What a person does in a minute or two, over and over. */
async function live(person: Person, end: number): Promise<void> {
  const { email, headers } = person;
  for (let round = 0; performance.now() < end; round += 1) {
    const page = PAGES[round % PAGES.length] ?? '/';
    await must(
      page,
      ask(origin, 'GET', page, { 'x-forwarded-for': person.address }).then(({ status }) => status),
    );
    for (let read = 0; read < 6; read += 1) {
      await must('reading', readWeek(origin, headers));
      await wait(PAUSE);
    }
    const { id, task } = taskOfWeek();
    await must(
      'adding',
      ask(origin, 'POST', '/rest/v1/tasks', headers, task).then(({ status }) => status),
    );
    await wait(PAUSE);
    const path = `/rest/v1/tasks?id=eq.${id}`;
    await must(
      'deleting',
      ask(origin, 'DELETE', path, headers).then(({ status }) => status),
    );
    if (round % 30 === 29) {
      const path = '/auth/v1/token?grant_type=password';
      const { status, text } = await ask(origin, 'POST', path, person.plain, credentialsOf(email));
      await must('signing in', status);
      const { access_token: token } = JSON.parse(text) as { access_token: string }; // as GoTrue answers
      // The one before opens nothing after an hour.
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
const living = Promise.all(people.map((person) => live(person, end)));
/** The highest value of each minute. */
const highest: number[] = [];
while (highest.length < minutes) {
  let most = 0;
  for (let second = 0; second < 60; second += 5) {
    await wait(5_000);
    most = Math.max(most, await megabytes());
  }
  highest.push(most);
}
await living;
await server.kill();
rmSync(folder, { recursive: true, force: true });

const shown = highest.flatMap((most, index) =>
  index === 0 || (index + 1) % 10 === 0 || index === highest.length - 1
    ? [[String(index + 1), most.toFixed(0)]]
    : [],
);
console.log(table(['minute', 'memory of the server at most, MB'], shown));
console.log(`${requests} requests in ${minutes} minutes`);
for (const [line, times] of refused) console.log(`refused ${times} times: ${line}`);
const growth = (highest.at(-1) ?? NaN) / (highest[0] ?? NaN);
const verdict = atMost('memory in the last minute beside the first', growth, MOST, ' times', 2);
console.log(verdictLines([verdict]));
process.exitCode = verdict.isKept && refused.size === 0 ? 0 : 1;
