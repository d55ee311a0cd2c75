import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeMachine } from '@space/release/testing/team';
import { freePort } from '@space/server/testing/process';
import { startUntil } from '../support/command.ts';
import { submit } from '../support/forms.ts';
import { LONG } from '../support/longForm.ts';
import { startSiteOn } from '../support/site.ts';
import { copyStore } from '../support/store.ts';
import { STARTS, expect as baseExpect, test as base } from '../support/test.ts';

// A remote in a repository of its own: what its team sees in development, and everybody after a release. Its commands are
// tested in shared/release/tests/ownRepository.test.ts.

const TOKEN_MAIN = fileURLToPath(new URL('../../shared/server/src/releases/tokens.ts', import.meta.url));
const PAGE = 'src/notes/NotesPage.tsx';
const RELEASED = /^\d+\.\d+\.\d+-\w{12}$/;
/** Console messages of Vite's client, and of the browser about modules that do not compile. */
const LOGS = /\[vite\]|React DevTools|status of [45]|dynamically imported module|error occurred in the/;

const expect = baseExpect.configure({ timeout: 45_000 });

async function setUpTeam() {
  const store = copyStore();
  const site = await startSiteOn(store);
  const machine = await makeMachine();
  const made = await machine.space('new', 'notes', '--packages', machine.packages, '--site', site.origin);
  expect(made.stderr).toBe('');
  const team = await machine.repository('notes');
  const token = execFileSync(process.execPath, [TOKEN_MAIN, 'notes'], {
    env: { ...process.env, DATA_DIR: site.dataDir, STORE_DIR: store.folder },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
  const edit = (from: string, to: string) => {
    const path = join(team.folder, PAGE);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain(from);
    // Renamed into place, so that the development server never reads half a file.
    writeFileSync(`${path}.draft`, text.replace(from, to));
    renameSync(`${path}.draft`, path);
  };
  const discard = async () => {
    await machine.end();
    await site.discard();
  };
  return { site, team, token, edit, discard };
}

const test = base.extend<{ outside: Awaited<ReturnType<typeof setUpTeam>> }>({
  outside: [async ({ resources }, use) => use(await resources.ownedBySpec(setUpTeam)), STARTS],
  site: ({ outside }, use) => use(outside.site),
});
test.describe.configure({ mode: 'default' });

test(
  'in development the remote’s page follows each change, the other remotes are the released ones, and signing in works',
  LONG,
  async ({ page, account, outside: { team, edit }, started, allowConsole }) => {
    allowConsole(LOGS);
    const { words, options } = team.started(['dev'], { PORT: String(await freePort()) });
    const { match } = await started(startUntil(words, /in development: (http:\/\/[^/\s]+)/, options));
    const [, origin = ''] = match;

    await page.goto(`${origin}/`);
    await expect(page.getByRole('heading', { level: 1, name: 'Tap into a Better Space' })).toBeVisible();
    await expect(page.locator('[data-remote="marketing"]')).toHaveAttribute('data-version', RELEASED);
    await page.goto(`${origin}/notes`);
    await expect(page.getByText('Change these words')).toBeVisible();
    await expect(page.locator('[data-remote="notes"]')).toHaveAttribute('data-version', 'development');
    await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));
    edit('Change these words', '{Change these words');
    await expect(page.getByRole('heading', { level: 1, name: 'notes does not compile' })).toBeVisible();
    await expect(page.getByText(/^src\/notes\/NotesPage\.tsx:\d+:\d+$/)).toBeVisible();
    edit('{Change these words', 'Change every word');
    await expect(page.getByText('Change every word')).toBeVisible();
    expect(await page.evaluate(() => 'isSameDocument' in globalThis)).toBe(true);

    await page.goto(`${origin}/auth`);
    await submit(page, 'Sign In', account.email, account.password);
    await expect(page).toHaveURL(`${origin}/dashboard`);
    await expect(page.locator('[data-remote="planner"]')).toHaveAttribute('data-version', RELEASED);
  },
);

test(
  'a release of the remote runs in the site, with its own styles, those of our parts, and the shared session',
  LONG,
  async ({ newVisitor, account, outside: { team, token } }) => {
    const { code, stdout } = await team.space(['release'], { SPACE_TOKEN: token });
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining('is live (the first release)'),
    });
    const member = await newVisitor(account.session);
    await member.goto('/notes');
    await expect(member.locator('[data-remote="notes"]')).toHaveAttribute('data-version', RELEASED);
    await expect(member.getByText(`Signed in as ${account.email}`)).toBeVisible();
    await expect(member.getByRole('main')).toHaveCSS('max-width', '640px');
    await expect(member.getByText('Signed in as').locator('..')).toHaveCSS('display', 'inline-flex');
  },
);
