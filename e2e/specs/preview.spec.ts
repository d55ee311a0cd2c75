import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expectAccessible, viewsInTurn } from '../support/axe.ts';
import { restoreSession } from '../support/accounts.ts';
import { watchEvents } from '../support/network.ts';
import { startSite, type Site } from '../support/site.ts';
import { copyStore, type Store } from '../support/store.ts';
import { FOR_WORKER, expect, test as base } from '../support/test.ts';

/** The source of a remote with its build, all texts of which are changed: for `--from <folder> --built`. */
function changedBuild(remote: string, change: (text: string) => string): string {
  const folder = mkdtempSync(join(tmpdir(), 'space-preview-'));
  const source = fileURLToPath(new URL(`../../remotes/${remote}`, import.meta.url));
  for (const part of ['package.json', 'remote.json', 'dist'])
    cpSync(join(source, part), join(folder, part), { recursive: true });
  for (const name of readdirSync(folder, { recursive: true }).map(String)) {
    if (!/\.(js|json)$/.test(name)) continue;
    const file = join(folder, name);
    writeFileSync(file, change(readFileSync(file, 'utf8')));
  }
  return folder;
}

interface Stage {
  store: Store;
  preview(remote: string, label: string, folder: string): Promise<string>;
}

const test = base.extend<object, { stage: Stage & { site: Site }; site: Site }>({
  stage: [
    async ({}, use) => {
      const store = copyStore();
      const folders: string[] = [];
      const site = await startSite({ siteDir: store.folder });
      const preview = (remote: string, label: string, folder: string) => {
        folders.push(folder);
        return store.command('preview', remote, '--label', label, '--built', '--from', folder);
      };
      await use({ store, site, preview });
      await site.discard();
      store.discard();
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
    FOR_WORKER,
  ],
  site: [({ stage }, use) => use(stage.site), { scope: 'worker' }],
});
test.describe.configure({ mode: 'default' });

const released = (page: Page) => page.getByRole('link', { name: 'PRESS START' });
const shown = (page: Page) => page.getByRole('link', { name: 'INSERT DISK' });
const banner = (page: Page) => page.getByRole('region', { name: 'Preview', exact: true });
const refusal = (page: Page) => page.getByRole('region', { name: 'Preview refused' }).getByRole('alert');
const question = (page: Page) => page.getByRole('dialog', { name: 'Show a preview of retro mode?' });
const agree = (page: Page) => page.getByRole('button', { name: 'Show it in this tab' });

const disk = () => changedBuild('retro', (text) => text.replaceAll('PRESS START', 'INSERT DISK'));

test('a preview is shown to a person who opens its link and agrees, in that tab alone, and sends no event', async ({
  page,
  context,
  stage,
}) => {
  const before = readFileSync(join(stage.store.folder, 'remotes/retro/pointer.json'), 'utf8');
  expect(await stage.preview('retro', 'pr-12', disk())).toContain('/retro?preview=retro:pr-12');
  expect(readFileSync(join(stage.store.folder, 'remotes/retro/pointer.json'), 'utf8')).toBe(before);
  const events = await watchEvents(context);

  const answer = await page.goto('/retro?preview=retro:pr-12');
  expect(answer?.headers()['x-robots-tag']).toBe('noindex');
  await expect(question(page)).toContainText('pr-12');
  await expect(page).toHaveURL('/retro');
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await expectAccessible(page, 'the question', { views: viewsInTurn(0) });
  await question(page).getByRole('button', { name: 'Keep the released version' }).click();
  await expect(released(page)).toBeVisible();
  await expect.poll(() => events).not.toEqual([]);

  await page.goto('/retro?preview=retro:pr-12');
  await agree(page).click();
  await expect(shown(page)).toBeVisible();
  events.length = 0;
  await expect(banner(page)).toContainText('This tab shows the preview pr-12 of retro mode, until 20');
  // With its styles: the title screen's frame is dark.
  await expect(page.getByRole('heading', { level: 1, name: /Better Space/ })).toHaveCSS(
    'text-align',
    'center',
  );
  await page.setViewportSize({ width: 320, height: 640 });
  await expectAccessible(page, 'the banner over a preview', { views: viewsInTurn(1) });
  await page.reload();
  await expect(shown(page)).toBeVisible();
  await shown(page).click();
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

test('a remote that was never released is shown on its pages', async ({
  page,
  context,
  stage,
  account,
  allowConsole,
}) => {
  // The site's own answer to an address that it does not know.
  allowConsole(/Failed to load resource.*404/);
  await restoreSession(context, account.session);
  const drafts = changedBuild('settings', (text) =>
    text.replaceAll('/settings', '/drafts').replaceAll('"name": "settings"', '"name": "drafts"'),
  );
  await stage.preview('drafts', 'pr-1', drafts);
  await page.goto('/drafts?preview=drafts:pr-1');
  await agree(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await banner(page).getByRole('button', { name: 'End the preview' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeVisible();
});

test('one script that is another than its hash says, and nothing of it runs; one that has ended is told', async ({
  page,
  stage,
  allowConsole,
}) => {
  allowConsole(
    /Failed to load resource|Failed to find a valid digest|could not be loaded|is not what its hash says/,
  );
  await stage.preview('retro', 'pr-13', disk());
  const file = join(stage.store.folder, 'remotes/retro/preview-pr-13.json');
  // Written by the store.
  const { integrity } = JSON.parse(readFileSync(file, 'utf8')) as { integrity: Record<string, string> };
  const chunk = Object.keys(integrity).findLast((address) => !address.includes('?')) ?? '';
  await page.route(`**${chunk}`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `${await answer.text()}\nglobalThis.wasRun = true;` });
  });
  await page.goto('/retro?preview=retro:pr-13');
  await agree(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'This page could not be loaded' })).toBeVisible();
  expect(await page.evaluate('globalThis.wasRun')).toBeUndefined();

  await stage.store.command('preview', 'retro', '--label', 'pr-13', '--end');
  await page.reload();
  await expect(released(page)).toBeVisible();
  await expect(refusal(page)).toContainText(
    "There is no preview 'pr-13' of retro mode, or its time is over.",
  );
  await page.reload();
  await expect(released(page)).toBeVisible();
  await expect(refusal(page)).toHaveCount(0);
});
