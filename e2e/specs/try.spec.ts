import type { Page } from '@playwright/test';
import type { FaultStore } from '../bench/faults/faultStore.ts';
import { PAGES } from '../bench/faults/faults.ts';
import { expect, test } from '../bench/faults/test.ts';
import { expectAccessible } from '../support/accessible.ts';
import { fetchResponse } from '../support/network.ts';

// The command that stages, and its gate: shared/release/tests/cli.test.ts.

/** Stages a release of retro with other words on its button. */
async function stage(store: FaultStore, words: string): Promise<{ address: string; version: string }> {
  const change = (text: string) => text.replaceAll('PRESS START', words);
  const version = await store.addVersion('retro', PAGES.retro.chunk, change);
  const since = new Date().toISOString();
  await store.setPointer('retro', ({ staged }) => ({ staged: [...staged, { version, since }] }));
  return { address: `/retro?try=retro@${version}`, version };
}

const released = (page: Page) => page.getByRole('link', { name: 'PRESS START' });
const tried = (page: Page) => page.getByRole('link', { name: 'INSERT DISK' });
const banner = (page: Page) => page.getByRole('region', { name: 'Trying a release' });

test('a staged release is tried in the tab that opens its link, until Leave, even while its remote is switched off; it sends no event and is cached by no worker', async ({
  page,
  context,
  store,
  events,
}) => {
  const { address, version } = await stage(store, 'INSERT DISK');
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
    const { address: next } = await stage(store, 'INSERT DISK TWO');
    await page.goto(next);
    await expect(tried(page)).toBeVisible();
    await expect(banner(page).getByRole('button', { name: 'Leave' })).toBeVisible();
    await otherTab.reload();
    await expect(otherTab.getByText('A broken crank.')).toBeVisible();
    await store.command('revive', 'retro');
  });
});

test('words-in-addresses: what is not staged, is no longer, or does not match its hash is said without a word of the address, and live pages load', async ({
  page,
  store,
  allowConsole,
}) => {
  // 404: a remote of which nothing was ever staged.
  allowConsole(/Failed to load resource|Failed to find a valid digest|differs from its hash/);
  const alert = banner(page).getByRole('alert');
  const { address } = await stage(store, 'TURN THE CRANK');
  await store.command('kill', 'retro', '--message', 'A broken crank.');
  await store.command('revive', 'retro');
  // Other names that are none: shell/src/try/findStaged.test.ts.
  const others = ['nowhere@0.1.0-000000000000', '<b>You have won</b>'];
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
    const { address: changed, version } = await stage(store, 'INSERT DISK');
    await page.route(`**/retro/${version}/**/RetroLandingPage-*.js`, async (route) => {
      const answer = await fetchResponse(route);
      await route.fulfill({ response: answer, body: `${await answer.text()}\nglobalThis.wasRun = true;` });
    });
    await page.goto(changed);
    await expect(released(page)).toBeVisible();
    const sentence = 'The staged release could not be loaded and checked. This tab loads what is live.';
    await expect(alert).toHaveText(sentence);
    expect(await page.evaluate('globalThis.wasRun')).toBeUndefined();
  });
});
