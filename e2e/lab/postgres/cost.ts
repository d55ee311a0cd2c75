import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServerProcess } from '@space/server/testing';
import type { TestPostgres } from '@space/server/testing/postgres';
import { atMost, table, verdictLines, type Verdict } from '../report.ts';
import { readWeek, signUp, writeTask, type Sender } from './load.ts';

/** Enough that none of them reaches a rate limit. */
const PEOPLE = 40;
const WARM_UP_REQUESTS = 500;
const REQUESTS = 1000;
const LIMITS = { read: 5, write: 6 };

/** The CPU milliseconds that a server has used, from its metrics. */
async function cpuTimeOf(operatorOrigin: string): Promise<number> {
  const text = await (await fetch(`${operatorOrigin}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]) * 1000;
}

/** Prints the CPU time of a read and a write. Returns whether the embedded database stays within its limits. */
export async function runCost(postgres: TestPostgres): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'space-cost-'));
  const siteDir = join(folder, 'site');
  mkdirSync(siteDir);
  writeFileSync(join(siteDir, 'index.html'), '<!doctype html><title>Better Space</title>');
  await postgres.run('create database cost');
  const rows: string[][] = [];
  const verdicts: Verdict[] = [];
  try {
    for (const name of ['embedded', 'PostgreSQL']) {
      const database = name === 'embedded' ? undefined : { DATABASE_URL: postgres.addressOf('cost') };
      const env = { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback', DURABILITY: 'strict', ...database };
      const server = await startServerProcess({ dataDir: join(folder, name), siteDir, env, words: [] });
      const people = await signUp(server.origin, server.publishableKey, PEOPLE);
      const measure = async (send: Sender, times: number) => {
        const before = await cpuTimeOf(server.operatorOrigin);
        for (let time = 0; time < times; time += 1) {
          const person = people[time % people.length];
          const status = person ? await send(server.origin, person.headers) : 0;
          if (status >= 300) throw new Error(`A request was answered ${status}`);
        }
        return ((await cpuTimeOf(server.operatorOrigin)) - before) / times;
      };
      await measure(readWeek, WARM_UP_REQUESTS);
      await measure(writeTask, WARM_UP_REQUESTS);
      const costs = { read: await measure(readWeek, REQUESTS), write: await measure(writeTask, REQUESTS) };
      await server.kill();
      rows.push([name, costs.read.toFixed(1), costs.write.toFixed(1)]);
      if (database === undefined)
        for (const kind of ['read', 'write'] as const)
          verdicts.push(atMost(`processor of a ${kind}, embedded`, costs[kind], LIMITS[kind], ' ms', 1));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  console.log(table(['backend', 'read, ms of processor', 'write, ms of processor'], rows));
  console.log(verdictLines(verdicts));
  return verdicts.every(({ isKept }) => isKept);
}
