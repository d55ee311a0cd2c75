import type { Page } from '@playwright/test';
import { restoreSession } from '../../support/accounts.ts';
import { submit } from '../../support/authForm.ts';
import { expect, test } from '../../support/test.ts';

// Section 2 of the spec: the table of routes, and section 4 where it says who is sent where. The words of each page
// stand in the file of its name.

const PUBLIC = ['/', '/auth', '/about', '/jobs', '/terms', '/pricing', '/rocket'];
const RETRO_PUBLIC = ['/retro', '/retro/auth', '/retro/pricing'];
const SIGNED_IN = ['/dashboard', '/settings', '/retro/dashboard'];
const UNKNOWN = ['/no-such-page', '/dashboard/2', '/retro/no-such-page', '/auth/x', '/Settings'];

const mainHeading = (page: Page) => page.getByRole('heading', { level: 1 });

test.describe('2. Screens and routes: every page', () => {
  test('has a title of its own, one main heading and one main part', async ({ page, context, account }) => {
    const titles: string[] = [];
    const visit = async (path: string) => {
      await page.goto(path);
      await expect(mainHeading(page)).toHaveCount(1);
      await expect(page.getByRole('main')).toHaveCount(1);
      await expect(page).toHaveTitle(/^Better Space — \S/);
      await expect(page).toHaveURL(path);
      titles.push(await page.title());
    };
    for (const path of [...PUBLIC, ...RETRO_PUBLIC, '/no-such-page']) await visit(path);
    await restoreSession(context, account.session);
    for (const path of SIGNED_IN) await visit(path);
    expect(titles.toSorted()).toEqual([...new Set(titles)].toSorted());
  });

  test("outside /retro has a button 'Enter retro mode' (tooltip 'Enter retro pixel mode') to /retro", async ({
    page,
    context,
    account,
  }) => {
    const button = page.getByRole('link', { name: 'Enter retro mode', exact: true });
    const look = async (path: string) => {
      await page.goto(path);
      await expect(button).toBeVisible();
      await expect(button).toHaveAccessibleDescription('Enter retro pixel mode');
    };
    for (const path of [...PUBLIC, '/admin', '/no-such-page']) await look(path);
    await restoreSession(context, account.session);
    for (const path of ['/settings', '/dashboard']) await look(path);
    await button.click();
    await expect(page).toHaveURL('/retro');
    await expect(mainHeading(page)).toBeVisible();
    await expect(button).toHaveCount(0);
  });

  test('inside /retro has no such button', async ({ page, context, account }) => {
    const look = async (path: string) => {
      await page.goto(path);
      await expect(mainHeading(page)).toBeVisible();
      await expect(page.getByText('Enter retro mode')).toHaveCount(0);
    };
    for (const path of RETRO_PUBLIC) await look(path);
    await restoreSession(context, account.session);
    await look('/retro/dashboard');
  });
});

test.describe("any other path — 404 page 'Oops! Page not found' with a Return to Home link", () => {
  test("says 'Oops! Page not found'; Return to Home goes to /", async ({ page }) => {
    for (const path of UNKNOWN) {
      await page.goto(path);
      await expect(mainHeading(page)).toHaveText('Oops! Page not found');
      await expect(page).toHaveURL(path);
    }
    await page.getByRole('link', { name: 'Return to Home', exact: true }).click();
    await expect(page).toHaveURL('/');
    await expect(mainHeading(page)).toHaveText('Tap into a Better Space');
  });
});

test.describe('/admin', () => {
  /** The page goes on after three seconds, however busy this machine is. */
  const holdTime = async (page: Page) => {
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1_000);
  };
  const sentence = 'Admin Dashboard Disabled... Redirecting to main dashboard';

  test(`shows '${sentence}', states that user roles were removed, then redirects to /dashboard`, async ({
    signedInPage: page,
  }) => {
    await holdTime(page);
    await page.goto('/admin');
    await expect(mainHeading(page)).toHaveText(sentence);
    await expect(page.getByText('User roles were removed.', { exact: true })).toBeVisible();
    await expect(page).toHaveTitle(`Better Space — ${sentence}`);
    await page.clock.runFor(3_000);
    await expect(page).toHaveURL('/dashboard');
  });

  test('shows the same to a visitor, whom /dashboard then sends to /auth', async ({ page }) => {
    await holdTime(page);
    await page.goto('/admin');
    await expect(page.getByText(sentence, { exact: true })).toBeVisible();
    await page.clock.runFor(3_000);
    await expect(page).toHaveURL('/auth');
  });
});

test.describe('4. Unauthenticated users', () => {
  for (const [path, signIn] of [
    ['/dashboard', '/auth'],
    ['/settings', '/auth'],
    ['/retro/dashboard', '/retro/auth'],
  ] as const) {
    test(`on ${path} are sent to ${signIn}`, async ({ page }) => {
      await page.goto(path);
      await expect(page).toHaveURL(signIn);
      await expect(page.getByLabel('Email', { exact: true })).toBeVisible();
    });
  }
});

test.describe('4. A user with a session', () => {
  for (const [path, target] of [
    ['/auth', '/dashboard'],
    ['/retro/auth', '/retro/dashboard'],
  ] as const) {
    test(`on ${path} goes to ${target}`, async ({ signedInPage: page }) => {
      await page.goto(path);
      await expect(page).toHaveURL(target);
      await expect(mainHeading(page)).toBeVisible();
    });
  }

  test('goes from /auth to /dashboard also on a signed-in event', async ({ page, context, account }) => {
    await page.goto('/auth');
    const other = await context.newPage();
    await other.goto('/auth');
    await submit(other, 'Sign In', account.email, account.password);
    await expect(other).toHaveURL('/dashboard');
    await expect(page).toHaveURL('/dashboard');
  });
});
