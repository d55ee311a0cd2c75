import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ROOT } from '@space/release';
import { expect, test } from '../bench/faults/test.ts';
import { expectAccessible } from '../support/accessible.ts';
import { restoreSession } from '../support/accounts.ts';
import { fetchResponse } from '../support/network.ts';
import type { Store } from '../support/store.ts';

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

const released = (page: Page) => page.getByRole('link', { name: 'PRESS START' });
const tried = (page: Page) => page.getByRole('link', { name: 'INSERT DISK' });
const banner = (page: Page) => page.getByRole('region', { name: 'Trying a release' });
const changeStartLabel = (text: string) => text.replaceAll('PRESS START', 'INSERT DISK');

test('a staged release is tried in the tab that opens its link, until Leave, even while its remote is switched off; it sends no event and is cached by no worker', async ({
  page,
  context,
  store,
  events,
}) => {
  const { address, version } = await stage(store, ['retro'], changeStartLabel);
  await test.step('the tab shows it, its styles and its banner', async () => {
    const response = await page.goto(address);
    expect(response?.headers()['x-robots-tag']).toBe('noindex');
    expect(await response?.text(), 'the HTML has the live page').not.toContain(version);
    await expect(tried(page)).toBeVisible();
    await expect(banner(page)).toHaveText(`You are trying retro ${version}Leave`);
    await expect(page).toHaveURL('/retro');
    await expect(page.locator('[data-remote="retro"]')).toHaveAttribute('data-version', version);
    const heading = page.getByRole('heading', { level: 1, name: /Better Space/ });
    await expect(heading).toHaveCSS('text-align', 'center');
    await page.setViewportSize({ width: 320, height: 640 });
    await expectAccessible(page, 'the banner over a tried page', 1);
    await page.reload();
    await tried(page).click();
    await expect(page.getByRole('heading', { level: 1, name: '[ CONTINUE ]' })).toBeVisible();
    await expect(banner(page)).toBeVisible();
    expect(events.filter(({ id }) => id === 'retro')).toEqual([]);
    expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([]);
  });

  const otherTab = await context.newPage();
  await test.step('another tab shows what is live, and so does this one after Leave', async () => {
    await otherTab.goto('/retro');
    await expect(released(otherTab)).toBeVisible();
    await expect(banner(otherTab)).toHaveCount(0);
    await page.goto('/retro');
    await banner(page).getByRole('button', { name: 'Leave' }).click();
    await expect(released(page)).toBeVisible();
    await expect(banner(page)).toHaveCount(0);
  });

  await test.step('staged while the remote is switched off: for others it stays off', async () => {
    await store.command('kill', 'retro', '--message', 'A broken crank.');
    const { address: next } = await stage(store, ['retro'], changeStartLabel);
    await page.goto(next);
    await expect(tried(page)).toBeVisible();
    await expect(banner(page).getByRole('button', { name: 'Leave' })).toBeVisible();
    await otherTab.reload();
    await expect(otherTab.getByText('A broken crank.')).toBeVisible();
    await store.command('revive', 'retro');
  });
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

test('words-in-addresses: what is not staged, is no longer, or does not match its hash is said without a word of the address, and live pages load', async ({
  page,
  store,
  allowConsole,
}) => {
  // 404: a remote of which nothing was ever staged.
  allowConsole(/Failed to load resource|Failed to find a valid digest|differs from its hash/);
  const alert = banner(page).getByRole('alert');
  const turnLabel = (text: string) => text.replaceAll('PRESS START', 'TURN THE CRANK');
  const { address } = await stage(store, ['retro'], turnLabel);
  await store.command('kill', 'retro', '--message', 'A broken crank.');
  await store.command('revive', 'retro');
  const others = ['retro@0.1.0-000000000000', 'nowhere@0.1.0-000000000000', 'You have won', '<b>won</b>'];
  for (const asked of [address, ...others.map((text) => `/retro?try=${encodeURIComponent(text)}`)]) {
    await page.goto(asked);
    await expect(released(page)).toBeVisible();
    await expect(alert).toHaveText(
      'The version that this link names is not staged, or no longer. This tab loads what is live.',
    );
    await expect(page).toHaveURL('/retro');
  }
  await banner(page).getByRole('button', { name: 'Close' }).click();
  await expect(banner(page)).toHaveCount(0);
  await page.reload();
  await expect(released(page)).toBeVisible();
  await expect(banner(page)).toHaveCount(0);

  await test.step('a changed script does not run', async () => {
    const { address: changed, version } = await stage(store, ['retro'], changeStartLabel);
    const file = join(store.folder, 'remotes/retro/staged.json');
    // The store has written this file.
    const staged = JSON.parse(readFileSync(file, 'utf8')) as Record<
      string,
      { integrity: Record<string, string> }
    >;
    const names = Object.keys(staged[version]?.integrity ?? {});
    const chunk = names.findLast((name) => name.endsWith('.js')) ?? '';
    await page.route(`**${chunk}`, async (route) => {
      const answer = await fetchResponse(route);
      await route.fulfill({ response: answer, body: `${await answer.text()}\nglobalThis.wasRun = true;` });
    });
    await page.goto(changed);
    await expect(released(page)).toBeVisible();
    await expect(alert).toHaveText(
      'The staged release could not be loaded and checked. This tab loads what is live.',
    );
    expect(await page.evaluate('globalThis.wasRun')).toBeUndefined();
  });
});
