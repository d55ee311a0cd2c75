import type { Locator, Page } from '@playwright/test';
import { submit } from '../../support/authForm.ts';
import { dayHeading, mondayOf, weekFrom } from '../../support/calendar.ts';
import { logOut } from '../../support/storage.ts';
import { today } from '../../support/tasks.ts';
import { expect, test } from '../../support/test.ts';

// Rule landing-page. The starfield has a spec of its own.

const linkIn = (part: Locator, name: string) => part.getByRole('link', { name, exact: true });
const inMain = (page: Page, name: string) => linkIn(page.getByRole('main'), name);
const inHeader = (page: Page, name: string) => linkIn(page.getByRole('banner'), name);
const inFooter = (page: Page, name: string) => linkIn(page.getByRole('contentinfo'), name);
const mainHeading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

const FOR_VISITORS = [
  ['Start for Free', 'Sign Up'],
  ['Already have an account? Sign in', 'Sign In'],
  ['Get Started Free', 'Sign Up'],
] as const;

async function expectSignedOut(page: Page): Promise<void> {
  for (const [name] of FOR_VISITORS) await expect(inMain(page, name)).toBeVisible();
  for (const name of ['Sign In', 'Sign Up']) await expect(inHeader(page, name)).toBeVisible();
  await expect(inMain(page, 'Take Me to My Calendar')).toHaveCount(0);
}

async function expectSignedIn(page: Page): Promise<void> {
  await expect(inMain(page, 'Take Me to My Calendar')).toBeVisible();
  for (const [name] of FOR_VISITORS) await expect(inMain(page, name)).toHaveCount(0);
  await expect(inHeader(page, 'Sign In')).toHaveCount(0);
  await expect(inHeader(page, 'My Calendar')).toHaveAttribute('href', '/dashboard');
}

test.describe('/ — Landing page', () => {
  test('says what this is, and shows a sample week, sample goals and three features', async ({ page }) => {
    await page.goto('/');
    for (const words of [
      'The simplest way to organize your week',
      'Tap into a Better Space',
      'No credit card required • Free forever',
    ]) {
      await expect(page.getByText(words, { exact: true })).toBeVisible();
    }

    const week = page.getByRole('region', { name: 'Your whole week, one look' });
    const dates = weekFrom(mondayOf(today())).map(dayHeading);
    await expect(week.getByRole('heading', { level: 3 })).toHaveText(dates);
    for (const name of dates) {
      const day = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name }) });
      expect(await day.getByRole('listitem').count(), name).toBeGreaterThan(0);
    }
    await expect(week.getByText('Starred', { exact: true }).first()).toBeAttached();

    const goals = page.getByRole('region', { name: 'Goals beside the days' });
    const cards = ['Top Goals', 'P0 Tasks', 'Learning', 'Health', 'Personal'];
    await expect(goals.getByRole('heading', { level: 3 })).toHaveText(cards);
    for (const name of cards) {
      const card = page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name, exact: true }) });
      expect(await card.getByRole('listitem').count(), name).toBeGreaterThan(0);
    }

    for (const name of ['Weekly Focus', 'Effortless Organization', 'Beautifully Simple']) {
      const heading = page.getByRole('heading', { level: 3, name, exact: true });
      const feature = page.getByRole('listitem').filter({ has: heading });
      await expect(feature.getByRole('paragraph')).toHaveText(/\w/);
    }
  });

  test("a signed-out visitor sees 'Start for Free', 'Already have an account? Sign in' and 'Get Started Free', and in the header Sign In and Sign Up, each leading to its form on /auth", async ({
    page,
  }) => {
    await page.goto('/');
    await expectSignedOut(page);
    for (const [name, form] of FOR_VISITORS) {
      await inMain(page, name).click();
      await expect(page).toHaveURL('/auth');
      await expect(mainHeading(page, form)).toBeFocused();
      await page.goBack();
    }
    for (const name of ['Sign In', 'Sign Up']) {
      await inHeader(page, name).click();
      await expect(page).toHaveURL('/auth');
      await expect(mainHeading(page, name)).toBeVisible();
      await page.goBack();
    }
  });

  test('checks on load for an existing session and follows sign-in and sign-out changes; who is signed in goes to /dashboard', async ({
    page,
    context,
    account,
  }) => {
    await page.goto('/');
    await expectSignedOut(page);
    const other = await context.newPage();
    await other.goto('/auth');
    await submit(other, 'Sign In', account.email, account.password);
    await expect(other).toHaveURL('/dashboard');
    await expectSignedIn(page);
    await page.reload();
    await expectSignedIn(page);
    await inMain(page, 'Take Me to My Calendar').click();
    await expect(page).toHaveURL('/dashboard');
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await expectSignedIn(page);
    await logOut(other);
    await expectSignedOut(page);
  });
});

test.describe('the footer', () => {
  const LINKS = [
    ['Home', '/', 'Tap into a Better Space'],
    ['Sign Up', '/auth', 'Sign Up'],
    ['Sign In', '/auth', 'Sign In'],
    ['About Us', '/about', 'About Us'],
    ['Jobs', '/jobs', 'Jobs'],
    ['Pricing', '/pricing', 'Pricing'],
    ['Terms of Service', '/terms', 'Terms of Service'],
  ] as const;
  const PLACEHOLDERS = ['Privacy Policy', 'Cookie Policy'];

  test('of every public page has the same links; Privacy Policy and Cookie Policy are placeholders without a destination', async ({
    page,
  }) => {
    for (const path of ['/', '/about', '/jobs', '/terms', '/pricing', '/rocket']) {
      await page.goto(path);
      for (const [name, target] of LINKS) {
        await expect(inFooter(page, name), `${name} on ${path}`).toHaveAttribute('href', target);
        await expect(inFooter(page, name)).toBeVisible();
      }
      for (const name of PLACEHOLDERS) {
        await expect(inFooter(page, name), `${name} on ${path}`).not.toHaveAttribute('href');
        await expect(inFooter(page, name)).toBeVisible();
      }
    }
  });

  test('leads with every link to a page that exists, and with a faint button to /rocket', async ({
    page,
  }) => {
    await page.goto('/about');
    for (const [name, path, heading] of [...LINKS, ['Rocket', '/rocket', 'You found the rocket']] as const) {
      await inFooter(page, name).click();
      await expect(page).toHaveURL(path);
      await expect(mainHeading(page, heading)).toBeVisible();
      if (path === '/auth') await page.goBack();
    }
  });

  test('has placeholders that neither navigate nor scroll, and say so', async ({ page }) => {
    await page.goto('/');
    for (const name of PLACEHOLDERS) {
      const placeholder = inFooter(page, name);
      const item = page.getByRole('contentinfo').getByRole('listitem').filter({ hasText: name });
      await expect(item).toHaveText(`${name} (not available yet)`);
      // Words for screen readers alone: nothing besides the link is seen.
      await expect(item.getByText('not available yet')).toHaveCSS('clip-path', 'inset(50%)');
      await expect(placeholder).toBeDisabled();
      await placeholder.scrollIntoViewIfNeeded();
      const before = await page.evaluate(() => scrollY);
      // As a person does: what the link says of itself stops no click.
      await placeholder.click({ force: true });
      await page.keyboard.press('Enter');
      expect(await page.evaluate(() => scrollY)).toBe(before);
      await expect(page).toHaveURL('/');
      expect(await page.evaluate(() => history.length)).toBe(2);
    }
  });
});
