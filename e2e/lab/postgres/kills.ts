import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServerProcess } from '@space/server/testing';
import { killUnderLoad } from '@space/server/testing/killUnderLoad';
import type { TestPostgres } from '@space/server/testing/postgres';

const LOAD = { writers: 8, changes: 40 };
/** The database itself is killed less often: each time it recovers from its log. */
const CRASHES = 10;

/** Kills servers and the database under load, `rounds` times. Returns whether no acknowledged change was lost. */
export async function runKills(postgres: TestPostgres, rounds: number): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'space-kills-'));
  const siteDir = join(folder, 'site');
  mkdirSync(siteDir);
  writeFileSync(join(siteDir, 'index.html'), '<!doctype html><title>Better Space</title>');
  await postgres.run('create database kills');
  const databaseUrl = postgres.addressOf('kills');
  const start = (dataDir: string, env: Record<string, string>) => () =>
    startServerProcess({ dataDir: join(folder, dataDir), siteDir, env: { DURABILITY: 'strict', ...env } });
  const onPostgres = start('postgres', { DATABASE_URL: databaseUrl });
  const crash = async () => {
    await postgres.kill();
    await postgres.start();
  };
  const scenarios = [
    { name: 'the server, embedded', load: { start: start('embedded', {}), rounds } },
    { name: 'the server, PostgreSQL', load: { start: onPostgres, rounds } },
    {
      name: 'PostgreSQL itself',
      load: { start: onPostgres, kill: crash, rounds: Math.min(rounds, CRASHES) },
    },
  ];
  let isKept = true;
  try {
    for (const { name, load } of scenarios) {
      const log = process.stdout.isTTY ? (line: string) => console.log(`  ${line}`) : () => {};
      const { acknowledged, faults } = await killUnderLoad({ ...load, ...LOAD, log });
      for (const fault of faults) console.log(`✗ ${fault}`);
      if (faults.length > 0) isKept = false;
      console.log(
        `${name}: ${load.rounds} × SIGKILL with ${LOAD.writers} writers, ${acknowledged} changes acknowledged, ${faults.length} lost`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  return isKept;
}
