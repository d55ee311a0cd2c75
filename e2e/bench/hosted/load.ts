import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '@space/release';
import { startTestServer } from '@space/server/testing';
import { seen, worldOf, type Side } from './world.ts';

const ROWS = `select json_agg(t order by t.id)::text as rows from public.tasks t`;

/** Runs psql against a database. Returns its output; throws with its error. */
function psql(database: string, ...words: readonly string[]): string {
  const args = [database, '--no-psqlrc', '--tuples-only', '--no-align', '-v', 'ON_ERROR_STOP=1', ...words];
  const env = { ...process.env, PGTZ: 'UTC' };
  return execFileSync('psql', args, { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

/**
 * Takes accounts and tasks of an embedded backend to an empty project, as docs/go-live.md says: the migrations, then the file of
 * `npm run data -- sql`. Takes the project's database and its auth server. Returns what is wrong there, in sentences.
 */
export async function loadData(database: string, side: Side): Promise<string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'space-hosted-'));
  const file = join(dataDir, 'space.sql');
  try {
    if (psql(database, '-c', `select to_regclass('public.tasks')`) === '')
      for (const migration of globSync(join(ROOT, 'supabase/migrations/*.sql')).sort())
        psql(database, '--single-transaction', '-f', migration);
    const server = await startTestServer({ dataDir });
    const people = [await server.signUp(), await server.signUp()];
    for (const { client } of people)
      await client.from('tasks').insert({ title: 'Water, "the"\\ plants 🌱', task_date: '2026-11-16' });
    const [before] = await server.query(ROWS);
    await server.close();

    const command = ['shared/tooling/bin/run.mjs', 'data', 'sql', file];
    execFileSync(process.execPath, command, { cwd: ROOT, env: { ...process.env, DATA_DIR: dataDir } });
    psql(database, '-f', file);
    const faults: string[] = [];
    if (psql(database, '-c', ROWS) !== before?.['rows']) faults.push('The tasks differ.');
    const { open, linkTo, signIn } = worldOf(side);
    for (const { email, id } of people) {
      const { said, page } = await signIn(email);
      if (page.state().user?.id !== id) faults.push(`Nobody signs in with an old password: ${said}`);
      await page.requestPasswordReset(email, 'http://127.0.0.1:4173/auth');
      const arrived = seen(await open({ path: await linkTo(email) }));
      if (arrived !== 'asked for a new password') faults.push(`The link to a new password: ${arrived}`);
    }
    try {
      psql(database, '-f', file);
      faults.push('The file can be loaded twice.');
    } catch {
      // It refuses a project with accounts.
    }
    return faults;
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}
