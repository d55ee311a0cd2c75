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

/** Releases a preview of a remote from the build of `source`, with `change` applied to its files. Returns the output. */
async function preview(
  store: Store,
  [remote, label, source = remote]: readonly [remote: string, label: string, source?: string],
  change: (text: string) => string,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'space-preview-'));
  for (const part of ['package.json', 'remote.json', 'dist'])
    cpSync(join(ROOT, 'remotes', source, part), join(folder, part), { recursive: true });
  for (const name of readdirSync(folder, { recursive: true }).map(String)) {
    if (!/\.(js|json)$/.test(name)) continue;
    const file = join(folder, name);
    writeFileSync(file, change(readFileSync(file, 'utf8')));
  }
  const output = await store.command('preview', remote, '--label', label, '--built', '--from', folder);
  rmSync(folder, { recursive: true });
  return output;
}

async function setStage() {
  const store = copyStore();
  const site = await startSiteOn(store);
  return { store, site, discard: site.discard };
}

const test = base.extend<{ stage: Awaited<ReturnType<typeof setStage>>; store: Store }>({
  stage: [async ({ resources }, use) => use(await resources.ownedBySpec(setStage)), STARTS],
  store: ({ stage }, use) => use(stage.store),
  site: ({ stage }, use) => use(stage.site),
});
test.describe.configure({ mode: 'default' });

const released = (page: Page) => page.getByRole('link', { name: 'PRESS START' });
const previewed = (page: Page) => page.getByRole('link', { name: 'INSERT DISK' });
const banner = (page: Page) => page.getByRole('region', { name: 'Preview', exact: true });
const refusal = (page: Page) => page.getByRole('region', { name: 'Preview refused' }).getByRole('alert');
const consent = (page: Page) => page.getByRole('dialog', { name: 'Show a preview of retro mode?' });
const agreeButton = (page: Page) => page.getByRole('button', { name: 'Show it in this tab' });

const changeStartLabel = (text: string) => text.replaceAll('PRESS START', 'INSERT DISK');

test('a preview is shown only in a tab in which the visitor opens its link and agrees, and sends no event', async ({
  page,
  context,
  store,
}) => {
  const before = readFileSync(join(store.folder, 'remotes/retro/pointer.json'), 'utf8');
  expect(await preview(store, ['retro', 'pr-12'], changeStartLabel)).toContain('/retro?preview=retro:pr-12');
  expect(readFileSync(join(store.folder, 'remotes/retro/pointer.json'), 'utf8')).toBe(before);
  const events = await watchEvents(context);

  const response = await page.goto('/retro?preview=retro:pr-12');
  expect(response?.headers()['x-robots-tag']).toBe('noindex');
  await expect(consent(page)).toContainText('pr-12');
  await expect(page).toHaveURL('/retro');
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await expectAccessible(page, 'the question', { views: viewsInTurn(0) });
  await consent(page).getByRole('button', { name: 'Keep the released version' }).click();
  await expect(released(page)).toBeVisible();
  await expect.poll(() => events).not.toEqual([]);

  await page.goto('/retro?preview=retro:pr-12');
  await agreeButton(page).click();
  await expect(previewed(page)).toBeVisible();
  events.length = 0;
  await expect(banner(page)).toContainText('This tab shows the preview pr-12 of retro mode, until 20');
  // The styles of the preview apply.
  await expect(page.getByRole('heading', { level: 1, name: /Better Space/ })).toHaveCSS(
    'text-align',
    'center',
  );
  await page.setViewportSize({ width: 320, height: 640 });
  await expectAccessible(page, 'the banner over a preview', { views: viewsInTurn(1) });
  await page.reload();
  await expect(previewed(page)).toBeVisible();
  await previewed(page).click();
  await expect(page.getByRole('heading', { level: 1, name: '[ CONTINUE ]' })).toBeVisible();
  expect(events.filter((event) => JSON.stringify(event).includes('"retro"'))).toEqual([]);

  const otherTab = await context.newPage();
  await otherTab.goto('/retro');
  await expect(released(otherTab)).toBeVisible();
  await expect(banner(otherTab)).toHaveCount(0);

  await page.goto('/retro');
  await banner(page).getByRole('button', { name: 'Use the released version' }).click();
  await expect(released(page)).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
});

test('a preview of a remote that was never released is shown on its pages', async ({
  page,
  context,
  store,
  account,
  allowConsole,
}) => {
  // The site responds 404 to an unknown address.
  allowConsole(/Failed to load resource.*404/);
  await restoreSession(context, account.session);
  await preview(store, ['drafts', 'pr-1', 'settings'], (text) =>
    text.replaceAll('/settings', '/drafts').replaceAll('"name": "settings"', '"name": "drafts"'),
  );
  await page.goto('/drafts?preview=drafts:pr-1');
  await agreeButton(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await banner(page).getByRole('button', { name: 'End the preview' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeVisible();
});

test('a preview with a script that does not match its hash does not run; a preview that has ended is reported', async ({
  page,
  store,
  allowConsole,
}) => {
  allowConsole(
    /Failed to load resource|Failed to find a valid digest|could not be loaded|is not what its hash says/,
  );
  await preview(store, ['retro', 'pr-13'], changeStartLabel);
  const file = join(store.folder, 'remotes/retro/preview-pr-13.json');
  // The store has written this file.
  const { integrity } = JSON.parse(readFileSync(file, 'utf8')) as { integrity: Record<string, string> };
  const chunk = Object.keys(integrity).findLast((address) => !address.includes('?')) ?? '';
  await page.route(`**${chunk}`, async (route) => {
    const answer = await fetchResponse(route);
    await route.fulfill({ response: answer, body: `${await answer.text()}\nglobalThis.wasRun = true;` });
  });
  await page.goto('/retro?preview=retro:pr-13');
  await agreeButton(page).click();
  await expect(page.getByRole('complementary', { name: 'Page load' })).toContainText('No answer from');
  expect(await page.evaluate('globalThis.wasRun')).toBeUndefined();

  await store.command('preview', 'retro', '--label', 'pr-13', '--end');
  await page.reload();
  await expect(released(page)).toBeVisible();
  await expect(refusal(page)).toContainText(
    "There is no preview 'pr-13' of retro mode, or its time is over.",
  );
  await page.reload();
  await expect(released(page)).toBeVisible();
  await expect(refusal(page)).toHaveCount(0);
});
