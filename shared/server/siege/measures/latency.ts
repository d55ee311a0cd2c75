import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { addTask } from '../person.ts';
import type { Site } from '../site.ts';
import type { Figure } from '../run.ts';
import { quantile, formatCounts, type Counts } from './hammer.ts';

const CLIENTS = 64;
const WEEK =
  '/rest/v1/tasks?select=*&task_date=gte.2026-11-16&task_date=lte.2026-11-22&order=created_at.asc,id.asc';

function time(agent: Agent, address: string, headers: Record<string, string>): Promise<number> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    get(address, { agent, headers }, (response) => {
      response.resume();
      response.on('end', () =>
        response.statusCode === 200
          ? resolve(performance.now() - start)
          : reject(new Error(`${address} was answered ${response.statusCode}`)),
      );
    }).on('error', reject);
  });
}

/** Sends a request about 16 times a second, with pauses; returns the durations. */
async function probe(
  address: string,
  headers: Record<string, string>,
  milliseconds: number,
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const times = [];
  for (const end = performance.now() + milliseconds; performance.now() < end; await wait(60))
    times.push(await time(agent, address, headers));
  agent.destroy();
  return times;
}

/** Promise 3: how much slower the page and a week are while 64 clients guess passwords. */
export async function measureLatency(site: Site, milliseconds: number): Promise<Figure[]> {
  const { origin, anna, publishableKey: apikey } = site;
  for (let index = 0; index < 50; index += 1) await addTask(site, anna, `Plan ${index}`);
  const targets: [string, string, Record<string, string>][] = [
    ['/', `${origin}/`, { Accept: 'text/html' }],
    ['a week', `${origin}${WEEK}`, { apikey, Authorization: `Bearer ${anna.token}` }],
  ];
  const measure = (length: number) =>
    Promise.all(targets.map(([, address, headers]) => probe(address, headers, length)));
  await measure(2000);
  const calm = await measure(milliseconds);
  const workerData = { origin, apikey, clients: CLIENTS, milliseconds: milliseconds + 1000 };
  const worker = new Worker(new URL('./guesser.ts', import.meta.url), { workerData });
  const ended = once(worker, 'message');
  await wait(500);
  const busy = await measure(milliseconds);
  // The message that guesser.ts posts.
  const [counts] = (await ended) as [Counts];
  return targets.map(([name], index) => {
    const [before, during] = [calm[index] ?? [], busy[index] ?? []].map((times) => quantile(times, 0.99));
    const times = (during ?? 0) / (before ?? 1);
    return {
      name: `p99 of ${name} while ${CLIENTS} clients guess passwords for ${milliseconds / 1000} s`,
      promise: 'less than 3 × of that without them',
      measured: `${before?.toFixed(1)} ms without, ${during?.toFixed(1)} ms with (${times.toFixed(1)} ×); the guesses: ${formatCounts(counts)}`,
      holds: times < 3,
    };
  });
}
