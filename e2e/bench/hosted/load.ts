import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '@space/release';
import { startTestServer } from '@space/server/testing';
import { seen, worldOf, type Side } from './world.ts';

const ROWS = `select json_agg(t order by t.id)::text as rows from public.tasks t`;

/**
 * Takes accounts and tasks of an embedded backend to an empty project, as docs/go-live.md says: the migrations, then the file of
 * `npm run data -- sql`. Takes the project's database and its auth server. Rejects if something is wrong there.
 */
export async function loadData(database: string, side: Side): Promise<void> {
  /** Runs psql. Returns its output; throws with its error. */
  const psql = (...words: readonly string[]): string => {
    const args = [database, '-XtA', '-v', 'ON_ERROR_STOP=1', ...words];
    const env = { ...process.env, PGTZ: 'UTC' };
    return execFileSync('psql', args, { encoding: 'utf8', env, stdio: 'pipe' }).trim();
  };
  if (psql('-c', `select to_regclass('public.tasks')`) === '')
    for (const migration of globSync(join(ROOT, 'supabase/migrations/*.sql')).sort())
      psql('--single-transaction', '-f', migration);

  using folder = mkdtempDisposableSync(join(tmpdir(), 'space-hosted-'));
  const server = await startTestServer({ dataDir: folder.path });
  const people = [await server.signUp(), await server.signUp()];
  for (const { client } of people)
    await client.from('tasks').insert({ title: 'Water, "the"\\ plants 🌱', task_date: '2026-11-16' });
  const [before] = await server.query(ROWS);
  await server.close();

  const file = join(folder.path, 'space.sql');
  const command = ['shared/tooling/bin/run.mjs', 'data', 'sql', file];
  execFileSync(process.execPath, command, { cwd: ROOT, env: { ...process.env, DATA_DIR: folder.path } });
  psql('-f', file);
  assert.equal(psql('-c', ROWS), before?.['rows']);
  const { open, linkTo, signIn } = worldOf(side);
  for (const { email, id } of people) {
    const { said, page } = await signIn(email);
    assert.equal(page.state().user?.id, id, `Nobody signs in with an old password: ${said}`);
    await page.requestPasswordReset(email, 'http://127.0.0.1:4173/auth');
    assert.equal(seen(await open({ path: await linkTo(email) })), 'asked for a new password');
  }
  assert.throws(() => psql('-f', file), 'It refuses a project with accounts.');
}
