import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { copyTemplate, freePort, startUntil } from '@space/server/testing/process';
import { emailField } from '../support/forms.ts';
import { BUILT_SITE } from '../support/site.ts';
import { copyNotes, copySource, type Source } from '../support/store.ts';
import { expect as baseExpect, test as base } from '../support/test.ts';

// `npm run dev -- retro`: some apps run from their source, all others as they were released.

const MAIN = fileURLToPath(new URL('../../shared/release/src/dev/main.ts', import.meta.url));
const RELEASED = /^\d+\.\d+\.\d+-\w{12}$/;
const PAGE = 'src/auth/RetroAuthPage.tsx';
/** Console messages of Vite's client, and of the browser about modules that do not compile. */
const LOGS = /\[vite\]|React DevTools|status of [45]|dynamically imported module|error occurred in the/;

// The first visit of a page waits until it is compiled.
const TIMEOUT = 45_000;
const expect = baseExpect.configure({ timeout: TIMEOUT });
base.use({ actionTimeout: TIMEOUT });

const test = base.extend<{
  develop: (apps: string[], ...sources: Source[]) => Promise<string>;
  copy: Source;
}>({
  copy: async ({ started }, provide) => {
    const source = copySource('remotes/retro');
    await started({ stop: source.discard });
    await provide(source);
  },
  /** Starts a site in which the named apps and the sources run from source. Returns its origin. */
  develop: ({ started }, provide) =>
    provide(async (apps, ...sources) => {
      const scratch = mkdtempSync(join(tmpdir(), 'space-dev-'));
      await started({ stop: () => rmSync(scratch, { recursive: true, force: true }) });
      const dataDir = join(scratch, 'data');
      await copyTemplate(dataDir);
      const port = await freePort();
      // The site itself uses this port, so the remotes' servers must choose others.
      for (const source of sources) source.edit('remote.json', /"port": ?\d+/, `"port": ${port}`);
      const from = sources.flatMap(({ folder }) => ['--from', folder]);
      const command = [process.execPath, MAIN, ...apps, ...from, '--store', BUILT_SITE] as const;
      const ready = /in development: (http:\/\/[^/\s]+)[^]*Accounts and tasks: (.*)\n/;
      const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir };
      const { match, kill } = await startUntil(command, ready, { env, detached: true });
      await started({ stop: () => kill('SIGINT') });
      expect(match[2]).toBe(dataDir);
      return match[1] ?? '';
    }),
});

/** Expects the region of retro to show the file and the line that does not compile. */
async function expectCompileError(page: Page, location: RegExp): Promise<void> {
  const region = page.locator('[data-remote="retro"]');
  await expect(region.getByRole('heading', { level: 1, name: 'retro does not compile' })).toBeVisible();
  await expect(region.getByText(location)).toBeVisible();
  await expect(page.locator('vite-error-overlay')).toHaveCount(0);
}

test('in development a changed component appears at once and keeps the typed text; other remotes are released ones; signing in works', async ({
  page,
  copy,
  develop,
  started,
  allowConsole,
}) => {
  allowConsole(LOGS);
  const notes = copyNotes();
  await started({ stop: notes.discard });
  const origin = await develop([], copy, notes);
  await test.step('pages with parameters', async () => {
    await page.goto(`${origin}/help/start`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('How to start');
    await page.getByRole('link', { name: 'On notes' }).click();
    await expect(page).toHaveTitle('Better Space — What a note is');
    await page.goto(`${origin}/notes/1`);
    await expect(page).toHaveURL(`${origin}/auth`);
  });

  const foreignOrigins = new Set<string>();
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin) foreignOrigins.add(url.origin);
  });
  await page.goto(`${origin}/`);
  await expect(page.getByRole('heading', { level: 1, name: 'Tap into a Better Space' })).toBeVisible();
  await expect(page.locator('[data-remote="marketing"]')).toHaveAttribute('data-version', RELEASED);
  expect([...foreignOrigins]).toEqual([]);
  await expect(page.locator('meta[name="service-worker"]'), 'nothing is kept in development').toHaveCount(0);

  await test.step('a change', async () => {
    await page.getByRole('link', { name: 'Enter retro mode' }).click();
    await page.getByRole('link', { name: '[ PRESS START ]' }).click();
    await expect(page.getByText('PLAYER 1', { exact: true })).toBeAttached();
    await expect(page.locator('[data-remote="retro"]')).toHaveAttribute('data-version', 'development');
    await page.getByRole('button', { name: 'No game yet? Start a new one' }).click();
    await emailField(page).fill('ada@example.com');
    await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));
    const lines = readFileSync(join(copy.folder, PAGE), 'utf8').split('\n');
    const line = 1 + lines.findIndex((text) => text.includes('PLAYER 1'));
    copy.edit(PAGE, 'PLAYER 1', '{PLAYER 1');
    await expectCompileError(page, new RegExp(`${PAGE}:${line}:\\d+$`));
    copy.edit(PAGE, '{PLAYER 1', 'PLAYER ONE');
    await expect(page.getByText('PLAYER ONE')).toBeAttached();
    await expect(page.getByRole('heading', { level: 1, name: '[ NEW GAME ]' })).toBeVisible();
    await expect(emailField(page)).toHaveValue('ada@example.com');
    expect(await page.evaluate(() => 'isSameDocument' in globalThis)).toBe(true);
    expect([...foreignOrigins]).toHaveLength(1);
  });

  await page.getByLabel('Password', { exact: true }).fill('Passw0rd!');
  await page.getByRole('button', { name: '[ START ]' }).click();
  await expect(page).toHaveURL(`${origin}/retro/dashboard`);
  await page.goto(`${origin}/dashboard`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[data-remote="planner"]')).toHaveAttribute('data-version', RELEASED);
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

test('in development, also with the shell from its source, a remote that does not compile shows file and line, and appears once it is fixed', async ({
  page,
  copy,
  develop,
  allowConsole,
}) => {
  allowConsole(LOGS);
  const origin = await develop(['shell', 'marketing'], copy);
  copy.edit('src/routes.tsx', /^/, "import './nowhere.ts';\n");
  await page.goto(`${origin}/retro`);
  await expectCompileError(page, /src\/routes\.tsx:1:\d+$/);
  copy.edit('src/routes.tsx', "import './nowhere.ts';\n", '');
  await expect(page.getByRole('link', { name: '[ PRESS START ]' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: '[ PRESS START ]' })).toBeVisible();
  await expect(page.getByText('does not compile')).toHaveCount(0);
  await page.goto(`${origin}/`);
  await expect(page.locator('[data-remote="marketing"]')).toHaveAttribute('data-version', 'development');
  const bare = await page.evaluate(classesWithoutRules);
  expect(bare, 'shell and remote have styles of the same files').toEqual([]);
});
