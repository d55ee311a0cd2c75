import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '@space/release';
import { makeTemplate, type TestPostgres } from '@space/server/testing/postgres';

/** The test suites of the embedded backend: they must also pass on a PostgreSQL. */
const SERVER_SUITES = [
  ...['accounts', 'calendar', 'database', 'durability', 'events', 'health', 'main', 'nginx', 'operate'],
  ...['migrations', 'releases', 'secure', 'attacks'],
].map((name) => `shared/server/tests/${name}`);
const CLIENT_SUITES = [
  ...['completeness', 'faults', 'gateway', 'refresh', 'repositories', 'search', 'signOut'],
].map((name) => `shared/supabase/tests/${name}`);

/** Runs these suites, each of their servers on a database of its own. Returns whether all pass. */
export async function runSuites(postgres: TestPostgres): Promise<boolean> {
  await makeTemplate(postgres);
  const args = [join(ROOT, 'shared/tooling/bin/run.mjs'), 'unit', ...SERVER_SUITES, ...CLIENT_SUITES];
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, TEST_POSTGRES: postgres.admin },
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  return code === 0;
}
