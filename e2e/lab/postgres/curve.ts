import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServerProcess, type ServerProcess } from '@space/server/testing';
import type { TestPostgres } from '@space/server/testing/postgres';
import { table } from '../report.ts';
import { load, percentile, signUp } from './load.ts';

const PEOPLE = 16;
const WARM_UP_SECONDS = 3;
const ROUNDS = 3;
const SECONDS = 5;
const MAX_PROCESSES = 4;

/** Measures requests per second and their p99 with one to four processes. Returns whether none was refused. */
export async function runCurve(postgres: TestPostgres): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'space-curve-'));
  const siteDir = join(folder, 'site');
  mkdirSync(siteDir);
  writeFileSync(join(siteDir, 'index.html'), '<!doctype html><title>Better Space</title>');
  const rows: string[][] = [];
  let isKept = true;

  async function measure(name: string, processes: number, env: Record<string, string>): Promise<void> {
    const environment = {
      RATE_LIMITS: 'on',
      TRUST_PROXY: 'loopback',
      SITE_URL: 'http://127.0.0.1',
      DURABILITY: 'strict',
      ...env,
    };
    const servers: ServerProcess[] = [];
    for (let index = 0; index < processes; index += 1)
      servers.push(
        await startServerProcess({
          dataDir: join(folder, `${name}-${processes}-${index}`),
          siteDir,
          env: environment,
          words: [],
        }),
      );
    const [first] = servers;
    if (first === undefined) return;
    try {
      const origins = servers.map(({ origin }) => origin);
      const people = await signUp(first.origin, first.publishableKey, PEOPLE);
      await load(origins, people, WARM_UP_SECONDS);
      const rounds: Awaited<ReturnType<typeof load>>[] = [];
      for (let round = 0; round < ROUNDS; round += 1) rounds.push(await load(origins, people, SECONDS));
      const refused = rounds.reduce((sum, one) => sum + one.refused, 0);
      if (refused > 0) isKept = false;
      // Other load on the machine only slows a round down, so the fastest counts.
      const highest = Math.max(...rounds.map((one) => one.milliseconds.length));
      const best = rounds.find((one) => one.milliseconds.length === highest)?.milliseconds ?? [];
      const [rate, median, p99] = [highest / SECONDS, percentile(best, 0.5), percentile(best, 0.99)];
      rows.push([
        name,
        String(processes),
        rate.toFixed(0),
        median.toFixed(0),
        p99.toFixed(0),
        String(refused),
      ]);
      console.log(`  ${rows.at(-1)?.join(' · ')}`);
    } finally {
      await Promise.all(servers.map((server) => server.kill()));
    }
  }

  try {
    await measure('embedded', 1, {});
    for (let processes = 1; processes <= MAX_PROCESSES; processes += 1) {
      await postgres.run(`create database curve_${processes}`);
      await measure('PostgreSQL', processes, { DATABASE_URL: postgres.addressOf(`curve_${processes}`) });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  console.log(
    `\n${PEOPLE} people on ${cpus().length} cores, which servers, PostgreSQL and people share; the best of ${ROUNDS} rounds:\n`,
  );
  console.log(
    table(['backend', 'processes', 'requests per second', 'median, ms', 'p99, ms', 'refused'], rows),
  );
  return isKept;
}
