import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeMachine, type Repository } from '@space/release/testing/team';
import { freePort } from '@space/server/testing/freePort';
import { startUntil } from '../support/command.ts';
import { emailField } from '../support/forms.ts';
import { LONG } from '../support/longForm.ts';
import { startSiteOn, type Site } from '../support/site.ts';
import { copyStore } from '../support/store.ts';
import { STARTS, expect as usualExpect, test as base } from '../support/test.ts';

// A remote in a repository of its own, outside of this one: how its team sees it, in development and released. What its commands do,
// and that its styles are the same, is in shared/release/tests/ownRepository.test.ts.

const TOKEN_MAIN = fileURLToPath(new URL('../../shared/server/src/releases/tokenMain.ts', import.meta.url));
const PAGE = 'src/auth/RetroAuthPage.tsx';
const RELEASED = /^\d+\.\d+\.\d+-\w{12}$/;
/** What Vite's client says, and the browser of modules that do not compile. */
const SAID = /\[vite\]|React DevTools|status of [45]|dynamically imported module|error occurred in the/;

/** What a command ends with that has said this. */
const done = (line: string) => ({
  code: 0,
  stdout: usualExpect.stringContaining(line),
  stderr: usualExpect.any(String),
});

const expect = usualExpect.configure({ timeout: 45_000 });

interface Outside {
  site: Site;
  team: Repository;
  /** What the team was given. */
  access: { SPACE_SITE: string; SPACE_TOKEN: string };
  edit(file: string, from: string, to: string): void;
  discard(): Promise<void>;
}

async function goOutside(): Promise<Outside> {
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
    writeFileSync(path, text.replace(from, to));
  };
  const discard = async () => {
    await machine.end();
    await site.discard();
  };
  return { site, team, access: { SPACE_SITE: site.origin, SPACE_TOKEN: token }, edit, discard };
}

const test = base.extend<{ outside: Outside }>({
  outside: [async ({ places }, use) => use(await places.keepOwn(goOutside)), STARTS],
  site: ({ outside }, use) => use(outside.site),
});
test.describe.configure({ mode: 'default' });

test(
  'in development its page follows each change in the running site, the others are as they are released, and signing in works',
  LONG,
  async ({ page, outside, allowConsole }) => {
    allowConsole(SAID);
    const { team, site, edit } = outside;
    const { command, ...where } = team.started({ SPACE_SITE: site.origin, PORT: String(await freePort()) });
    const development = await startUntil([command, 'dev'], /in development: (http:\/\/[^/\s]+)/, where);
    const [, here = ''] = development.match;

    await page.goto(`${here}/`);
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
    await expect(page).toHaveURL(`${here}/retro/dashboard`);
    await page.goto(`${here}/dashboard`);
    await expect(page.locator('[data-remote="planner"]')).toHaveAttribute('data-version', RELEASED);
    await page.goto('about:blank');
    await development.stop();
  },
);

test(
  'what it releases runs in the site, in its own styles, with the session of all',
  LONG,
  async ({ page, newVisitor, account, outside }) => {
    const { team, access, edit } = outside;
    edit('package.json', '"0.1.0"', '"7.0.0"');
    edit('src/landing/RetroLandingPage.tsx', 'PRESS START', 'INSERT DISK');
    expect(await team.space(['release'], access)).toEqual(done('is live (before: 0.1.0-'));

    await page.goto('/retro');
    await expect(page.locator('[data-remote="retro"]')).toHaveAttribute('data-version', /^7\.0\.0-/);
    const title = page.getByRole('heading', { level: 1, name: /Better Space/ });
    await expect(title).toHaveCSS('text-align', 'center');
    await expect(page.getByRole('link', { name: '[ INSERT DISK ]' })).toBeVisible();
    const member = await newVisitor(account.session);
    await member.goto('/retro/dashboard');
    await expect(member.locator('[data-remote="retro"]')).toHaveAttribute('data-version', /^7\.0\.0-/);
    await expect(member.getByRole('heading', { level: 1 })).toBeVisible();

    expect(await team.space(['rollback'], access)).toEqual(done('retro is back at 0.1.0-'));
    await page.goto('/retro');
    await expect(page.locator('[data-remote="retro"]')).toHaveAttribute('data-version', /^0\.1\.0-/);
  },
);
