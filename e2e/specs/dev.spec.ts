import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { copyTemplate, freePort } from '@space/server/testing/process';
import { startUntil } from '../support/command.ts';
import { emailField } from '../support/forms.ts';
import { pagesRemote } from '../support/pagesRemote.ts';
import { BUILT_SITE } from '../support/site.ts';
import { copySource, type Source } from '../support/store.ts';
import { expect as baseExpect, test as base } from '../support/test.ts';

// `npm run dev -- retro`: some apps run from their source, all others as they were released.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

async function develop(args: readonly string[], port: number, dataDir: string) {
  const main = join(ROOT, 'shared/release/src/dev/main.ts');
  const ready = /in development: (http:\/\/[^/\s]+)[^]*Accounts and tasks: (.*)\n/;
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir };
  const command = [process.execPath, main, ...args, '--store', BUILT_SITE] as const;
  const { match, stop } = await startUntil(command, ready, { env });
  const [, origin = '', folder = ''] = match;
  return { origin, dataDir: folder, stop };
}

// The first visit of a page waits until it is compiled.
const TIMEOUT = 45_000;
const expect = baseExpect.configure({ timeout: TIMEOUT });
base.use({ actionTimeout: TIMEOUT });

const RELEASED = /^\d+\.\d+\.\d+-\w{12}$/;

/**
 * `test` with a copy of retro's source and a site in development. Retro, the apps that `apps` names and, with `hasNotes`, a
 * remote that uses every feature of pages run from their source.
 */
const test = base.extend<{ apps: string[]; hasNotes: boolean; copy: Source }>({
  apps: [[], { option: true }],
  hasNotes: [true, { option: true }],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
  copy: async ({}, provide) => {
    const source = copySource('retro');
    await provide(source);
    source.discard();
  },
  baseURL: [
    async ({ copy, apps, hasNotes }, provide) => {
      const scratch = mkdtempSync(join(tmpdir(), 'space-dev-'));
      const dataDir = join(scratch, 'data');
      await copyTemplate(dataDir);
      const notes = hasNotes ? [await pagesRemote()] : [];
      for (const source of notes) source.edit('remote.json', /"port": \d+/, `"port": ${await freePort()}`);
      // The site itself uses this port, so the remote's server must choose another.
      const port = await freePort();
      copy.edit('remote.json', /"port": \d+/, `"port": ${port}`);
      const from = [copy, ...notes].flatMap(({ folder }) => ['--from', folder]);
      const development = await develop([...apps, ...from], port, dataDir);
      expect(development.dataDir).toBe(dataDir);
      await provide(development.origin);
      await development.stop();
      for (const source of notes) source.discard();
      rmSync(scratch, { recursive: true, force: true });
    },
    { scope: 'test', timeout: 180_000 },
  ],
});

/** Console messages of Vite's client, and of the browser about modules that do not compile. */
const LOGS = /\[vite\]|React DevTools|status of [45]|dynamically imported module|error occurred in the/;

/** Expects the region of retro to show the file and the line that does not compile. */
async function expectCompileError(page: Page, location: RegExp): Promise<void> {
  const region = page.locator('[data-remote="retro"]');
  await expect(region.getByRole('heading', { level: 1, name: 'retro does not compile' })).toBeVisible();
  await expect(region.getByText(location)).toBeVisible();
  await expect(page.locator('vite-error-overlay')).toHaveCount(0);
}

const PAGE = 'src/auth/RetroAuthPage.tsx';

test('a changed component appears at once and keeps the typed text; other remotes are released ones; signing in works', async ({
  page,
  copy,
  baseURL,
  allowConsole,
}) => {
  allowConsole(LOGS);
  await test.step('pages with parameters', async () => {
    await page.goto('/help/start');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('How to start');
    await page.getByRole('link', { name: 'On notes' }).click();
    await expect(page).toHaveTitle('Better Space — What a note is');
    await page.goto('/notes/1');
    await expect(page).toHaveURL('/auth');
  });

  const foreignOrigins = new Set<string>();
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== baseURL) foreignOrigins.add(url.origin);
  });

  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Tap into a Better Space' })).toBeVisible();
  await expect(page.locator('[data-remote="marketing"]')).toHaveAttribute('data-version', RELEASED);
  expect([...foreignOrigins]).toEqual([]);
  await expect(page.locator('meta[name="service-worker"]'), 'nothing is kept in development').toHaveCount(0);

  await page.getByRole('link', { name: 'Enter retro mode' }).click();
  copy.edit(PAGE, 'PLAYER 1', '{PLAYER 1');
  await page.getByRole('link', { name: '[ PRESS START ]' }).click();
  // When the file is fixed the page reloads at its current address, so the navigation must be complete first.
  await expect(page).toHaveURL('/retro/auth');
  await expectCompileError(page, /src\/auth\/RetroAuthPage\.tsx:132:\d+$/);
  copy.edit(PAGE, '{PLAYER 1', 'PLAYER 1');
  await expect(page.getByText('PLAYER 1', { exact: true })).toBeAttached();
  await expect(page.locator('[data-remote="retro"]')).toHaveAttribute('data-version', 'development');
  await page.getByRole('button', { name: 'No game yet? Start a new one' }).click();
  await emailField(page).fill('ada@example.com');
  await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));
  await expect(page.getByText('PLAYER 1', { exact: true })).toBeAttached();

  copy.edit(PAGE, 'PLAYER 1', '{PLAYER 1');
  await expectCompileError(page, /src\/auth\/RetroAuthPage\.tsx:132:\d+$/);
  copy.edit(PAGE, '{PLAYER 1', 'PLAYER ONE');
  await expect(page.getByText('PLAYER ONE')).toBeAttached();
  await expect(page.getByRole('heading', { level: 1, name: '[ NEW GAME ]' })).toBeVisible();
  await expect(emailField(page)).toHaveValue('ada@example.com');
  expect(await page.evaluate(() => 'isSameDocument' in globalThis)).toBe(true);
  expect([...foreignOrigins]).toHaveLength(1);

  await page.getByLabel('Password', { exact: true }).fill('Passw0rd!');
  await page.getByRole('button', { name: '[ START ]' }).click();
  await expect(page).toHaveURL('/retro/dashboard');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[data-remote="planner"]')).toHaveAttribute('data-version', RELEASED);
  await page.goto('about:blank');
});

/** Runs in the page. Returns the shell's class names for which no style sheet has a rule. */
function classesWithoutRules(): string[] {
  const sheets = [...document.styleSheets, ...document.adoptedStyleSheets];
  const rules = sheets.flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText)).join('\n');
  const names = [...document.querySelectorAll('[class*="shell__"]')].flatMap(({ classList }) => [
    ...classList,
  ]);
  return [...new Set(names)].filter((name) => name.startsWith('shell__') && !rules.includes(`.${name}`));
}

test.describe('with the shell run from its source too', () => {
  test.use({ apps: ['shell', 'marketing'], hasNotes: false });

  test('a remote that does not compile shows file and line, and appears once it is fixed', async ({
    page,
    copy,
    allowConsole,
  }) => {
    allowConsole(LOGS);
    copy.edit('src/routes.tsx', /^/, "import './nowhere.ts';\n");
    await page.goto('/retro');
    await expectCompileError(page, /src\/routes\.tsx:1:\d+$/);
    copy.edit('src/routes.tsx', "import './nowhere.ts';\n", '');
    await expect(page.getByRole('link', { name: '[ PRESS START ]' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('link', { name: '[ PRESS START ]' })).toBeVisible();
    await expect(page.getByText('does not compile')).toHaveCount(0);
    await page.goto('/');
    await expect(page.locator('[data-remote="marketing"]')).toHaveAttribute('data-version', 'development');
    expect(
      await page.evaluate(classesWithoutRules),
      'shell and remote have styles of the same files',
    ).toEqual([]);
    // The servers stop before the page closes: its pending requests would fail and log errors.
    await page.goto('about:blank');
  });
});
