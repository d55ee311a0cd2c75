import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '@space/release';
import { makeTemplate, type TestPostgres } from '@space/server/testing/postgres';

/** What the embedded backend promises, in the tests' own words: each holds on a PostgreSQL as well. */
const SUITES = [
  ...['accounts', 'calendar', 'database', 'durability', 'events', 'health', 'main', 'nginx', 'operate'],
  ...['migrations', 'releases', 'remoteData', 'secure', 'siege'],
].map((name) => `shared/server/tests/${name}`);
const OF_THE_CLIENT = [
  ...['completeness', 'faults', 'gateway', 'refresh', 'repositories', 'search', 'signOut', 'tables'],
].map((name) => `shared/supabase/tests/${name}`);

/** Runs these suites with every server of theirs on a database of its own. Returns whether all of them pass. */
export async function runSuites(postgres: TestPostgres): Promise<boolean> {
  await makeTemplate(postgres);
  const words = [join(ROOT, 'shared/tooling/bin/run.mjs'), 'unit', ...SUITES, ...OF_THE_CLIENT];
  const child = spawn(process.execPath, words, {
    cwd: ROOT,
    env: { ...process.env, TEST_POSTGRES: postgres.admin },
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  return code === 0;
}
