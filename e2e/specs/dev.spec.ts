import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { copyTemplate, freePort, makeScratch, startUntil } from '@space/server/testing/process';
import { emailField, submit } from '../support/forms.ts';
import { BUILT_SITE } from '../support/site.ts';
import { copySource, type Source } from '../support/source.ts';
import { expect as baseExpect, test as base } from '../support/test.ts';

// `npm run dev -- retro`: some apps run from their source, all others as they were released.

const MAIN = fileURLToPath(new URL('../../shared/release/src/dev/main.ts', import.meta.url));
const OTHER_PLANNER = fileURLToPath(new URL('../other-planner', import.meta.url));
const RELEASED = /^\d+\.\d+\.\d+-\w{12}$/;
const PAGE = 'src/auth/RetroAuthPage.tsx';
/** Console messages of Vite's client, and of the browser about modules that do not compile. */
const LOGS = /\[vite\]|React DevTools|status of [45]|dynamically imported module|error occurred in the/;

// The first visit of a page waits until it is compiled.
const TIMEOUT = 45_000;
const expect = baseExpect.configure({ timeout: TIMEOUT });
base.use({ actionTimeout: TIMEOUT });

const test = base.extend<{ develop: (...words: string[]) => Promise<{ origin: string; retro: Source }> }>({
  /** Starts a site in which a copy of retro, and what else the words name, runs from source. */
  develop: ({ started, allowConsole }, provide) =>
    provide(async (...words) => {
      allowConsole(LOGS);
      const retro = await started(copySource('remotes/retro'));
      const dataDir = makeScratch('space-dev-');
      await started({ stop: () => rmSync(dataDir, { recursive: true, force: true }) });
      await copyTemplate(dataDir);
      const port = await freePort();
      // The site itself uses this port, so the remote's server must choose another.
      retro.edit('remote.json', /"port": ?\d+/, `"port": ${port}`);
      const args = ['--liftoff-only', MAIN, ...words, '--from', retro.folder, '--store', BUILT_SITE];
      const ready = /in development: (http:\/\/[^/\s]+)[^]*Accounts and tasks: (.*)\n/;
      const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir };
      const { match, kill } = await startUntil([process.execPath, ...args], ready, { env, detached: true });
      await started({ stop: () => kill('SIGINT') });
      expect(match[2]).toBe(dataDir);
      return { origin: match[1] ?? '', retro };
    }),
});

/** Expects the region of retro to show the file and the line that does not compile. */
async function expectCompileError(page: Page, location: RegExp): Promise<void> {
  const region = page.locator('[data-remote="retro"]');
  await expect(region.getByRole('heading', { level: 1, name: 'retro does not compile' })).toBeVisible();
  await expect(region.getByText(location)).toBeVisible();
  await expect(page.locator('vite-error-overlay')).toHaveCount(0);
}

const expectVersion = (page: Page, remote: string, version: string | RegExp) =>
  expect(page.locator(`[data-remote="${remote}"]`)).toHaveAttribute('data-version', version);

test('in development a changed component appears at once and keeps the typed text; other remotes are released ones; signing in works', async ({
  page,
  develop,
}) => {
  const { origin, retro } = await develop('--from', OTHER_PLANNER);
  const heading = page.getByRole('heading', { level: 1 });
  const origins = new Set<string>();
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  await page.goto(`${origin}/`);
  await expect(heading).toHaveText('Tap into a Better Space');
  await expectVersion(page, 'marketing', RELEASED);
  expect([...origins]).toEqual([origin]);
  await expect(page.locator('meta[name="service-worker"]'), 'nothing is kept in development').toHaveCount(0);

  await test.step('a change', async () => {
    await page.getByRole('link', { name: 'Enter retro mode' }).click();
    await page.getByRole('link', { name: '[ PRESS START ]' }).click();
    await expect(page.getByText('PLAYER 1', { exact: true })).toBeAttached();
    await expectVersion(page, 'retro', 'development');
    await page.getByRole('button', { name: 'No game yet? Start a new one' }).click();
    await emailField(page).fill('ada@example.com');
    await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));
    const lines = readFileSync(join(retro.folder, PAGE), 'utf8').split('\n');
    const line = 1 + lines.findIndex((text) => text.includes('PLAYER 1'));
    retro.edit(PAGE, 'PLAYER 1', '{PLAYER 1');
    await expectCompileError(page, new RegExp(`${PAGE}:${line}:\\d+$`));
    retro.edit(PAGE, '{PLAYER 1', 'PLAYER ONE');
    await expect(page.getByText('PLAYER ONE')).toBeAttached();
    await expect(heading).toHaveText('[ NEW GAME ]');
    await expect(emailField(page)).toHaveValue('ada@example.com');
    expect(await page.evaluate(() => 'isSameDocument' in globalThis)).toBe(true);
    expect(origins.size, 'the site and the server of retro').toBe(2);
  });

  await submit(page, '[ START ]', 'ada@example.com', 'Passw0rd!');
  await expect(page).toHaveURL(`${origin}/retro/dashboard`);
  await page.goto(`${origin}/settings`);
  await expect(heading).toHaveText('Settings');
  await expectVersion(page, 'settings', RELEASED);
  await test.step('pages with parameters', async () => {
    await page.goto(`${origin}/help/start`);
    await expect(heading).toHaveText('How to start');
    await page.getByRole('link', { name: 'On notes' }).click();
    await expect(page).toHaveTitle('Better Space — What a note is');
    await page.goto(`${origin}/notes/1`);
    await expect(page).toHaveTitle('Better Space — Milk');
  });
});

/** Runs in the page. Returns the shell's class names for which no style sheet has a rule. */
function classesWithoutRules(): string[] {
  const sheets = [...document.styleSheets, ...document.adoptedStyleSheets];
  const rules = sheets.flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText)).join('\n');
  const elements = [...document.querySelectorAll('[class*="shell__"]')];
  const names = elements.flatMap(({ classList }) => [...classList]);
  return [...new Set(names)].filter((name) => name.startsWith('shell__') && !rules.includes(`.${name}`));
}

test('in development, also with the shell from its source, a remote that does not compile shows file and line, and appears once it is fixed', async ({
  page,
  develop,
}) => {
  const { origin, retro } = await develop('shell');
  const start = page.getByRole('link', { name: '[ PRESS START ]' });
  retro.edit('src/routes.tsx', /^/, "import './nowhere.ts';\n");
  await page.goto(`${origin}/retro`);
  await expectCompileError(page, /src\/routes\.tsx:1:\d+$/);
  retro.edit('src/routes.tsx', "import './nowhere.ts';\n", '');
  await expect(start).toBeVisible();
  await page.reload();
  await expect(start).toBeVisible();
  await expect(page.getByText('does not compile')).toHaveCount(0);
  await page.getByRole('link', { name: 'NORMAL MODE' }).click();
  await expectVersion(page, 'marketing', RELEASED);
  const bare = await page.evaluate(classesWithoutRules);
  expect(bare, 'shell and remote have styles of the same files').toEqual([]);
});
