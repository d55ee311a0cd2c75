import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServerProcess } from '@space/server/testing';
import type { TestPostgres } from '@space/server/testing/postgres';
import { atMost, table, verdictLines, type Verdict } from '../report.ts';
import { readWeek, signUp, writeTask, type Ask } from './load.ts';

/** Enough that none of them reaches a limit of their own. */
const PEOPLE = 40;
const WARM = 500;
const REQUESTS = 1000;
const PROMISED = { read: 5, write: 6 };

/** Milliseconds of processor that a server has used, as its metrics have it. */
async function processorOf(operatorOrigin: string): Promise<number> {
  const text = await (await fetch(`${operatorOrigin}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]) * 1000;
}

/** Prints the processor that a read and a write cost. Returns whether the embedded ones keep their promise. */
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
      const ask = async (one: Ask, times: number) => {
        const before = await processorOf(server.operatorOrigin);
        for (let time = 0; time < times; time += 1) {
          const person = people[time % people.length];
          const status = person ? await one(server.origin, person.headers) : 0;
          if (status >= 300) throw new Error(`A request was answered ${status}`);
        }
        return ((await processorOf(server.operatorOrigin)) - before) / times;
      };
      await ask(readWeek, WARM);
      await ask(writeTask, WARM);
      const costs = { read: await ask(readWeek, REQUESTS), write: await ask(writeTask, REQUESTS) };
      await server.kill();
      rows.push([name, costs.read.toFixed(1), costs.write.toFixed(1)]);
      if (database === undefined)
        for (const kind of ['read', 'write'] as const)
          verdicts.push(atMost(`processor of a ${kind}, embedded`, costs[kind], PROMISED[kind], ' ms', 1));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  console.log(table(['backend', 'read, ms of processor', 'write, ms of processor'], rows));
  console.log(verdictLines(verdicts));
  return verdicts.every(({ isKept }) => isKept);
}
