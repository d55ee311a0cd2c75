import type { Page } from '@playwright/test';
import { submit } from '../../support/authForm.ts';
import { mondayOf, shortDate, weekFrom, weekdayName } from '../../support/calendar.ts';
import { logOut } from '../../support/storage.ts';
import { today } from '../../support/tasks.ts';
import { expect, test } from '../../support/test.ts';

// Section 2 of the spec, 'Landing page (/)', and the words of section 1. The starfield has a spec of its own.

const inMain = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true });
const inHeader = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('link', { name, exact: true });
const inFooter = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name, exact: true });

const FOR_VISITORS = ['Start for Free', 'Already have an account? Sign in', 'Get Started Free'];

test.describe('/ — Landing page', () => {
  test("says 'The simplest way to organize your week', 'Tap into a Better Space', 'No credit card required • Free forever'", async ({
    page,
  }) => {
    await page.goto('/');
    for (const words of [
      'The simplest way to organize your week',
      'Tap into a Better Space',
      'No credit card required • Free forever',
    ]) {
      await expect(page.getByText(words, { exact: true })).toBeVisible();
    }
  });

  test('checks on load for an existing session and follows sign-in and sign-out changes', async ({
    page,
    context,
    account,
  }) => {
    await page.goto('/');
    await expect(inMain(page, 'Start for Free')).toBeVisible();
    const other = await context.newPage();
    await other.goto('/auth');
    await submit(other, 'Sign In', account.email, account.password);
    await expect(other).toHaveURL('/dashboard');
    await expect(inMain(page, 'Take Me to My Calendar')).toBeVisible();
    await page.reload();
    await expect(inMain(page, 'Take Me to My Calendar')).toBeVisible();
    await logOut(other);
    await expect(inMain(page, 'Start for Free')).toBeVisible();
    await expect(inMain(page, 'Take Me to My Calendar')).toHaveCount(0);
  });

  test('the header has Sign In and Sign Up buttons that go to /auth', async ({ page }) => {
    await page.goto('/');
    for (const name of ['Sign In', 'Sign Up']) {
      await inHeader(page, name).click();
      await expect(page).toHaveURL('/auth');
      await page.goBack();
    }
  });

  test("a signed-in visitor sees 'Take Me to My Calendar', which goes to /dashboard, and none of the calls to sign up", async ({
    signedInPage: page,
  }) => {
    await page.goto('/');
    await expect(inMain(page, 'Take Me to My Calendar')).toBeVisible();
    for (const name of FOR_VISITORS) await expect(inMain(page, name)).toHaveCount(0);
    await inMain(page, 'Take Me to My Calendar').click();
    await expect(page).toHaveURL('/dashboard');
  });

  test("a signed-out visitor sees 'Start for Free' and 'Already have an account? Sign in', both to /auth, and a 'Get Started Free' at the bottom", async ({
    page,
  }) => {
    await page.goto('/');
    await expect(inMain(page, 'Take Me to My Calendar')).toHaveCount(0);
    for (const name of FOR_VISITORS) {
      await inMain(page, name).click();
      await expect(page).toHaveURL('/auth');
      await page.goBack();
    }
  });

  test('a sample week preview shows the dates of the current week starting Monday, with sample tasks; starred ones are highlighted', async ({
    page,
  }) => {
    await page.goto('/');
    const days = page.getByRole('main').getByRole('listitem');
    for (const day of weekFrom(mondayOf(today()))) {
      const name = `${weekdayName(day)} ${shortDate(day)}`;
      const heading = page.getByRole('heading', { level: 3, name, exact: true });
      await expect(heading).toBeVisible();
      const tasks = days.filter({ has: heading }).getByRole('listitem');
      expect(await tasks.count(), name).toBeGreaterThan(0);
    }
    const headings = page.getByRole('heading', { name: /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day / });
    await expect(headings).toHaveCount(7);
    const starred = days.filter({ hasNot: page.getByRole('heading') }).filter({ hasText: /Starred/ });
    expect(await starred.count()).toBeGreaterThan(0);
  });

  test('a sample goals preview shows five cards: Top Goals, P0 Tasks, Learning, Health, Personal', async ({
    page,
  }) => {
    await page.goto('/');
    const titles = ['Top Goals', 'P0 Tasks', 'Learning', 'Health', 'Personal'];
    const cards = page.getByRole('listitem').filter({
      has: page.getByRole('heading', { level: 3, name: new RegExp(`^(${titles.join('|')})$`) }),
    });
    await expect(cards.getByRole('heading', { level: 3 })).toHaveText(titles);
    for (const title of titles) {
      const items = cards.filter({ has: page.getByRole('heading', { name: title }) }).getByRole('listitem');
      expect(await items.count(), title).toBeGreaterThan(0);
    }
  });

  test('three feature blurbs: Weekly Focus, Effortless Organization, Beautifully Simple', async ({
    page,
  }) => {
    await page.goto('/');
    for (const name of ['Weekly Focus', 'Effortless Organization', 'Beautifully Simple']) {
      const heading = page.getByRole('heading', { level: 3, name, exact: true });
      await expect(heading).toBeVisible();
      await expect(page.getByRole('listitem').filter({ has: heading }).getByRole('paragraph')).toHaveText(
        /\w/,
      );
    }
  });
});

test.describe('the footer', () => {
  const PAGES = ['/', '/about', '/jobs', '/terms', '/pricing', '/rocket'];

  test("of every public page links Home '/', Sign Up and Sign In '/auth', About Us '/about', Jobs '/jobs', Pricing '/pricing', Terms of Service '/terms'", async ({
    page,
  }) => {
    for (const path of PAGES) {
      await page.goto(path);
      for (const [name, target] of [
        ['Home', '/'],
        ['Sign Up', '/auth'],
        ['Sign In', '/auth'],
        ['About Us', '/about'],
        ['Jobs', '/jobs'],
        ['Pricing', '/pricing'],
        ['Terms of Service', '/terms'],
      ] as const) {
        await expect(inFooter(page, name)).toBeVisible();
        await expect(inFooter(page, name)).toHaveAttribute('href', target);
      }
    }
  });

  test('Privacy Policy and Cookie Policy are placeholder links without a destination', async ({ page }) => {
    for (const path of PAGES) {
      await page.goto(path);
      for (const name of ['Privacy Policy', 'Cookie Policy']) {
        await expect(inFooter(page, name)).toBeVisible();
        await expect(inFooter(page, name)).not.toHaveAttribute('href');
        await inFooter(page, name).click({ force: true });
      }
      await expect(page).toHaveURL(path);
    }
  });

  test('has a faint hidden button that goes to /rocket', async ({ page }) => {
    await page.goto('/');
    await inFooter(page, 'Rocket').click();
    await expect(page).toHaveURL('/rocket');
  });
});
