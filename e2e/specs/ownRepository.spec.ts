import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeMachine, type Repository } from '@space/release/testing/team';
import { freePort } from '@space/server/testing/process';
import { startUntil } from '../support/command.ts';
import { emailField } from '../support/forms.ts';
import { LONG } from '../support/longForm.ts';
import { startSiteOn, type Site } from '../support/site.ts';
import { copyStore } from '../support/store.ts';
import { STARTS, expect as baseExpect, test as base } from '../support/test.ts';

// A remote in its own repository, outside this one: what its team sees in development and after a release. Its commands and
// its styles are tested in shared/release/tests/ownRepository.test.ts.

const TOKEN_MAIN = fileURLToPath(new URL('../../shared/server/src/releases/tokenMain.ts', import.meta.url));
const PAGE = 'src/auth/RetroAuthPage.tsx';
const RELEASED = /^\d+\.\d+\.\d+-\w{12}$/;
/** Console messages of Vite's client, and of the browser about modules that do not compile. */
const LOGS = /\[vite\]|React DevTools|status of [45]|dynamically imported module|error occurred in the/;

/** The expected result of a command that succeeds and prints this text. */
const succeeded = (line: string) => ({
  code: 0,
  stdout: baseExpect.stringContaining(line),
  stderr: baseExpect.any(String),
});

const expect = baseExpect.configure({ timeout: 45_000 });

interface Outside {
  site: Site;
  team: Repository;
  /** The environment variables with the site's address and the team's token. */
  access: { SPACE_SITE: string; SPACE_TOKEN: string };
  edit(file: string, from: string, to: string): void;
  discard(): Promise<void>;
}

async function setUpTeam(): Promise<Outside> {
  const store = copyStore();
  const site = await startSiteOn(store);
  const machine = await makeMachine();
  const team = await machine.takeOut('retro');
  const env = { ...process.env, DATA_DIR: site.dataDir, SITE_DIR: store.folder };
  const token = execFileSync(process.execPath, [TOKEN_MAIN, 'retro'], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
  const edit = (file: string, from: string, to: string) => {
    const path = join(team.folder, file);
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
  return { site, team, access: { SPACE_SITE: site.origin, SPACE_TOKEN: token }, edit, discard };
}

const test = base.extend<{ outside: Outside }>({
  outside: [async ({ resources }, use) => use(await resources.ownedBySpec(setUpTeam)), STARTS],
  site: ({ outside }, use) => use(outside.site),
});
test.describe.configure({ mode: 'default' });

test(
  'in development the remote’s page follows each change, the other remotes are the released ones, and signing in works',
  LONG,
  async ({ page, outside, started, allowConsole }) => {
    allowConsole(LOGS);
    const { team, site, edit } = outside;
    const { command, ...options } = team.started({ SPACE_SITE: site.origin, PORT: String(await freePort()) });
    const ready = /in development: (http:\/\/[^/\s]+)/;
    const { match } = await started(startUntil([command, 'dev'], ready, options));
    const [, devOrigin = ''] = match;

    await page.goto(`${devOrigin}/`);
    await expect(page.getByRole('heading', { level: 1, name: 'Tap into a Better Space' })).toBeVisible();
    await expect(page.locator('[data-remote="marketing"]')).toHaveAttribute('data-version', RELEASED);
    await page.getByRole('link', { name: 'Enter retro mode' }).click();
    await page.getByRole('link', { name: '[ PRESS START ]' }).click();
    await expect(page.locator('[data-remote="retro"]')).toHaveAttribute('data-version', 'development');
    await page.getByRole('button', { name: 'No game yet? Start a new one' }).click();
    await emailField(page).fill('rita@example.com');
    await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));

    edit(PAGE, 'PLAYER 1', '{PLAYER 1');
    await expect(page.getByRole('heading', { level: 1, name: 'retro does not compile' })).toBeVisible();
    await expect(page.getByText(/^src\/auth\/RetroAuthPage\.tsx:32:\d+$/)).toBeVisible();
    edit(PAGE, '{PLAYER 1', 'PLAYER ONE');
    await expect(page.getByText('PLAYER ONE')).toBeAttached();
    await expect(emailField(page)).toHaveValue('rita@example.com');
    expect(await page.evaluate(() => 'isSameDocument' in globalThis)).toBe(true);

    await page.getByLabel('Password', { exact: true }).fill('Passw0rd!');
    await page.getByRole('button', { name: '[ START ]' }).click();
    await expect(page).toHaveURL(`${devOrigin}/retro/dashboard`);
    await page.goto(`${devOrigin}/dashboard`);
    await expect(page.locator('[data-remote="planner"]')).toHaveAttribute('data-version', RELEASED);
  },
);

test(
  'a release of the remote runs in the site, with its own styles and the shared session, and can be rolled back',
  LONG,
  async ({ page, newVisitor, account, outside }) => {
    const { team, access, edit } = outside;
    edit('package.json', '"0.1.0"', '"7.0.0"');
    edit('src/landing/RetroLandingPage.tsx', 'PRESS START', 'INSERT DISK');
    expect(await team.space(['release'], access)).toEqual(succeeded('is live (before: 0.1.0-'));

    await page.goto('/retro');
    await expect(page.locator('[data-remote="retro"]')).toHaveAttribute('data-version', /^7\.0\.0-/);
    const title = page.getByRole('heading', { level: 1, name: /Better Space/ });
    await expect(title).toHaveCSS('text-align', 'center');
    await expect(page.getByRole('link', { name: '[ INSERT DISK ]' })).toBeVisible();
    const member = await newVisitor(account.session);
    await member.goto('/retro/dashboard');
    await expect(member.locator('[data-remote="retro"]')).toHaveAttribute('data-version', /^7\.0\.0-/);
    await expect(member.getByRole('heading', { level: 1 })).toBeVisible();

    expect(await team.space(['rollback'], access)).toEqual(succeeded('retro is back at 0.1.0-'));
    await page.goto('/retro');
    await expect(page.locator('[data-remote="retro"]')).toHaveAttribute('data-version', /^0\.1\.0-/);
  },
);
