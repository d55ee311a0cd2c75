import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ROOT } from '@space/release';
import { expectAccessible, viewsInTurn } from '../support/axe.ts';
import { restoreSession } from '../support/accounts.ts';
import { fetchResponse, watchEvents } from '../support/network.ts';
import { startSiteOn } from '../support/site.ts';
import { copyStore, type Store } from '../support/store.ts';
import { STARTS, expect, test as base } from '../support/test.ts';

interface StagedRelease {
  address: string;
  version: string;
}

/** Stages a release of a remote from the build of `source`, with `change` applied to its files. */
async function stage(
  store: Store,
  [remote, source = remote]: readonly [remote: string, source?: string],
  change: (text: string) => string,
): Promise<StagedRelease> {
  const folder = mkdtempSync(join(tmpdir(), 'space-staged-'));
  for (const part of ['package.json', 'remote.json', 'dist'])
    cpSync(join(ROOT, 'remotes', source, part), join(folder, part), { recursive: true });
  for (const name of readdirSync(folder, { recursive: true }).map(String)) {
    if (!/\.(js|json|css)$/.test(name)) continue;
    const file = join(folder, name);
    writeFileSync(file, change(readFileSync(file, 'utf8')));
  }
  const output = await store.command('stage', remote, '--built', '--from', folder, '--json');
  rmSync(folder, { recursive: true });
  return JSON.parse(output) as StagedRelease;
}

async function setStage() {
  const store = copyStore();
  const site = await startSiteOn(store);
  return { store, site, discard: site.discard };
}

const test = base.extend<{ stage: Awaited<ReturnType<typeof setStage>>; store: Store }>({
  stage: [async ({ resources }, use) => use(await resources.ownedBySpec(setStage)), STARTS],
  store: ({ stage: { store } }, use) => use(store),
  site: ({ stage: { site } }, use) => use(site),
});
test.describe.configure({ mode: 'default' });

const released = (page: Page) => page.getByRole('link', { name: 'PRESS START' });
const tried = (page: Page) => page.getByRole('link', { name: 'INSERT DISK' });
const banner = (page: Page) => page.getByRole('region', { name: 'Trying a release' });
const changeStartLabel = (text: string) => text.replaceAll('PRESS START', 'INSERT DISK');
const NOT_STAGED =
  'The version that this link names is not staged, or no longer. This tab loads what is live.';

test('a staged release is shown in the tab that opens its link, until Leave; it sends no event and is cached by no worker', async ({
  page,
  context,
  store,
}) => {
  const { address, version } = await stage(store, ['retro'], changeStartLabel);
  const events = await watchEvents(context);
  const response = await page.goto(address);
  expect(response?.headers()['x-robots-tag']).toBe('noindex');
  expect(await response?.text(), 'the HTML has the live page').not.toContain(version);
  await expect(tried(page)).toBeVisible();
  await expect(banner(page)).toHaveText(`You are trying retro ${version}Leave`);
  await expect(page).toHaveURL('/retro');
  await expect(page.locator('[data-remote="retro"]')).toHaveAttribute('data-version', version);
  // Its styles apply.
  await expect(page.getByRole('heading', { level: 1, name: /Better Space/ })).toHaveCSS(
    'text-align',
    'center',
  );
  await page.setViewportSize({ width: 320, height: 640 });
  await expectAccessible(page, 'the banner over a tried page', { views: viewsInTurn(1) });

  await page.reload();
  await tried(page).click();
  await expect(page.getByRole('heading', { level: 1, name: '[ CONTINUE ]' })).toBeVisible();
  await expect(banner(page)).toBeVisible();
  expect(events.filter((event) => JSON.stringify(event).includes('"retro"'))).toEqual([]);
  expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([]);

  const otherTab = await context.newPage();
  await otherTab.goto('/retro');
  await expect(released(otherTab)).toBeVisible();
  await expect(banner(otherTab)).toHaveCount(0);

  await page.goto('/retro');
  await banner(page).getByRole('button', { name: 'Leave' }).click();
  await expect(released(page)).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
});

test('a remote that was never released is tried on its own pages', async ({
  page,
  context,
  store,
  account,
  allowConsole,
}) => {
  // The site responds 404 to an unknown address.
  allowConsole(/Failed to load resource.*404/);
  await restoreSession(context, account.session);
  const { address } = await stage(store, ['drafts', 'settings'], (text) =>
    text
      .replaceAll('/settings', '/drafts')
      .replaceAll('"name": "settings"', '"name": "drafts"')
      .replaceAll('settings__', 'drafts__'),
  );
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await banner(page).getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeVisible();
});

test('words-in-addresses: what is not staged, or no longer, or no version at all, is said without a word of the address, and live pages load', async ({
  page,
  store,
  allowConsole,
}) => {
  // A remote of which nothing was ever staged.
  allowConsole(/Failed to load resource.*404/);
  const { address } = await stage(store, ['retro'], (text) =>
    text.replaceAll('PRESS START', 'TURN THE CRANK'),
  );
  await store.command('kill', 'retro', 'A broken crank.');
  await store.command('revive', 'retro');
  const others = ['retro@0.1.0-000000000000', 'nowhere@0.1.0-000000000000', 'You have won', '<b>won</b>'];
  for (const asked of [address, ...others.map((text) => `/retro?try=${encodeURIComponent(text)}`)]) {
    await page.goto(asked);
    await expect(released(page)).toBeVisible();
    await expect(banner(page).getByRole('alert')).toHaveText(NOT_STAGED);
    await expect(page).toHaveURL('/retro');
  }
  await banner(page).getByRole('button', { name: 'Close' }).click();
  await expect(banner(page)).toHaveCount(0);
  await page.reload();
  await expect(released(page)).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
});

test('a release that is staged while its remote is switched off is tried in its tab, and for others the remote stays off', async ({
  page,
  context,
  store,
}) => {
  await store.command('kill', 'retro', 'A broken crank.');
  const { address } = await stage(store, ['retro'], changeStartLabel);
  await page.goto(address);
  await expect(tried(page)).toBeVisible();
  await expect(banner(page).getByRole('button', { name: 'Leave' })).toBeVisible();
  const otherTab = await context.newPage();
  await otherTab.goto('/retro');
  await expect(otherTab.getByText('A broken crank.')).toBeVisible();
  await store.command('revive', 'retro');
});

test('a staged release with a script that does not match its hash does not run, and live pages load', async ({
  page,
  store,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource|Failed to find a valid digest|differs from its hash/);
  const { address, version } = await stage(store, ['retro'], changeStartLabel);
  const file = join(store.folder, 'remotes/retro/staged.json');
  // The store has written this file.
  const staged = JSON.parse(readFileSync(file, 'utf8')) as Record<
    string,
    { integrity: Record<string, string> }
  >;
  const chunk = Object.keys(staged[version]?.integrity ?? {}).findLast((one) => one.endsWith('.js')) ?? '';
  await page.route(`**${chunk}`, async (route) => {
    const answer = await fetchResponse(route);
    await route.fulfill({ response: answer, body: `${await answer.text()}\nglobalThis.wasRun = true;` });
  });
  await page.goto(address);
  await expect(released(page)).toBeVisible();
  await expect(banner(page).getByRole('alert')).toHaveText(
    'The staged release could not be loaded and checked. This tab loads what is live.',
  );
  expect(await page.evaluate('globalThis.wasRun')).toBeUndefined();
});
