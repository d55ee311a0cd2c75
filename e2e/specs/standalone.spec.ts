import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { PASSWORD, newEmail } from '../support/accounts.ts';
import { axeViolations } from '../support/axe.ts';
import { submit } from '../support/forms.ts';
import { failureNotice, successNotice } from '../support/notices.ts';
import { addTask, dayCard, monday, insertTask, today } from '../support/planner.ts';
import { startSite } from '../support/site.ts';
import { STARTS, expect, test as base } from '../support/test.ts';

// Remotes that run alone, without the shell. The fixtures watch the console.

const BUILD = join(import.meta.dirname, '../../shared/release/src/alone/build.ts');

/** `test` on a remote without the shell: built by `npm run build -- --alone`, served by the embedded server. */
function testAlone(remote: string) {
  async function startAlone() {
    const siteDir = mkdtempSync(join(tmpdir(), 'space-alone-'));
    await promisify(execFile)(process.execPath, [BUILD, remote, siteDir]);
    const site = await startSite({ siteDir });
    const discard = async () => {
      await site.discard();
      rmSync(siteDir, { recursive: true, force: true });
    };
    return { ...site, discard };
  }
  return base.extend({
    site: [async ({ resources }, use) => use(await resources.ownedBySpec(startAlone)), STARTS],
  });
}
const retro = testAlone('retro');
const planner = testAlone('planner');

// The tests run one after the other, so that each remote is built once.
base.describe.configure({ mode: 'default' });

/** The paths that a remote's own site may request: its files, and the backend on the same origin. */
const PATHS = /^\/((retro|dashboard|auth)(\/\w+)?|favicon\.svg|assets\/[\w.-]+|(auth|rest)\/v1\/[\w/]+)?$/;

function watchForeignRequests(page: Page, origin: string): string[] {
  const foreignUrls: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin || !PATHS.test(url.pathname)) foreignUrls.push(request.url());
  });
  return foreignUrls;
}

retro('retro alone: sign in, see the week, reload it, sign out', async ({ page, site, account }) => {
  const foreignUrls = watchForeignRequests(page, site.origin);
  await insertTask(account, 'Feed the dog');
  await page.goto('/');
  await expect(page).toHaveURL('/retro');
  await expect(page).toHaveTitle('Better Space — Retro mode');
  await page.getByRole('link', { name: '[ PRESS START ]' }).click();
  await expect(page).toHaveURL('/retro/auth');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await submit(page, '[ PLAY ]', account.email, account.password);
  await expect(successNotice(page, 'Welcome back!')).toBeVisible();
  await expect(page).toHaveURL('/retro/dashboard');
  await expect(page.getByText('Feed the dog')).toBeVisible();

  await page.reload();
  await expect(page.getByText('Feed the dog')).toBeVisible();
  await page.getByRole('button', { name: 'QUIT' }).click();
  await expect(page).toHaveURL('/retro/auth');
  await page.goto('/retro/dashboard');
  await expect(page).toHaveURL('/retro/auth');

  expect(foreignUrls).toEqual([]);
  await expect(page.locator('[class*="shell__"]')).toHaveCount(0);
});

retro('pages of the rest of the site are shown as missing, with a way back', async ({ page }) => {
  await page.goto('/retro');
  await page.getByRole('link', { name: 'NORMAL MODE' }).click();
  await expect(page).toHaveURL('/retro');
  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeVisible();
  await expect(page.getByText('Only retro mode runs here, without the rest of the site.')).toBeVisible();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/retro');
});

planner(
  'the planner alone: create an account, add a task, and never lose the keyboard focus',
  async ({ page, site }) => {
    const foreignUrls = watchForeignRequests(page, site.origin);
    const heading = page.getByRole('heading', { level: 1 });
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/auth');
    await expect(heading).toHaveText('Sign In');
    expect(await axeViolations(page)).toEqual([]);
    await submit(page, 'Sign In', '', '');
    await expect(failureNotice(page, 'Please fill in all fields')).toBeVisible();

    await page.reload();
    // A key that is pressed before the page is shown has no effect.
    await expect(heading).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.getByRole('button', { name: "Don't have an account? Sign Up" }).click();
    await submit(page, 'Sign Up', newEmail(), PASSWORD);
    await expect(page).toHaveURL('/dashboard');
    await expect(heading).toBeFocused();
    const notice = page.getByRole('status').filter({ hasText: 'Account created!' });
    await notice.getByRole('button', { name: 'Close notice' }).press('Enter');
    await expect(notice).toHaveCount(0);
    await expect(heading).toBeFocused();

    await addTask(page, monday, 'Water the plants');
    await expect(dayCard(page, monday).getByText('Water the plants')).toBeVisible();
    await page.reload();
    await expect(dayCard(page, monday).getByText('Water the plants')).toBeVisible();
    expect(foreignUrls).toEqual([]);
  },
);

planner(
  'a page that cannot be loaded shows an error, and Retry loads it',
  async ({ member: page, allowConsole }) => {
    allowConsole(/Failed to load resource|A page could not be loaded/);
    await page.route('**/assets/DashboardPage-*.js', (route) => route.abort());
    await page.goto('/dashboard');
    await expect(
      page.getByRole('heading', { level: 1, name: 'This page could not be loaded' }),
    ).toBeVisible();
    await page.unroute('**/assets/DashboardPage-*.js');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(dayCard(page, today())).toBeVisible();
  },
);
