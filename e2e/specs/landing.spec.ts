import type { Locator, Page } from '@playwright/test';
import { logOut } from '../support/accounts.ts';
import { dayHeading, mondayOf, weekFrom } from '../support/calendar.ts';
import { submit } from '../support/forms.ts';
import { today } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

// Rule landing-page. The starfield: starfield.spec.ts.

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

test('landing-page: the landing page says what this is, and shows a sample week, sample goals and three features', async ({
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

  const dates = weekFrom(mondayOf(today())).map(dayHeading);
  for (const [region, cards] of [
    ['Your whole week, one look', dates],
    ['Goals beside the days', ['Top Goals', 'P0 Tasks', 'Learning', 'Health', 'Personal']],
  ] as const) {
    const headings = page.getByRole('region', { name: region }).getByRole('heading', { level: 3 });
    await expect(headings).toHaveText(cards);
    for (const name of cards) {
      const heading = page.getByRole('heading', { level: 3, name, exact: true });
      const card = page.getByRole('listitem').filter({ has: heading });
      expect(await card.getByRole('listitem').count(), name).toBeGreaterThan(0);
    }
  }
  for (const name of ['Weekly Focus', 'Effortless Organization', 'Beautifully Simple']) {
    const heading = page.getByRole('heading', { level: 3, name, exact: true });
    const feature = page.getByRole('listitem').filter({ has: heading });
    await expect(feature.getByRole('paragraph')).toHaveText(/\w/);
  }
});

test('each link for visitors leads to its form on /auth', async ({ page }) => {
  await page.goto('/');
  await expectSignedOut(page);
  for (const [link, form] of [
    ...FOR_VISITORS.map(([name, form]) => [inMain(page, name), form] as const),
    ...['Sign In', 'Sign Up'].map((name) => [inHeader(page, name), name] as const),
  ]) {
    await link.click();
    await expect(page).toHaveURL('/auth');
    await expect(mainHeading(page, form)).toBeFocused();
    await page.goBack();
  }
});

test('landing-page: the landing page follows sign-ins and sign-outs, on load and later', async ({
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

const LINKS = [
  ['Home', '/', 'Tap into a Better Space'],
  ['About Us', '/about', 'About Us'],
  ['Jobs', '/jobs', 'Jobs'],
  ['Pricing', '/pricing', 'Pricing'],
  ['Terms of Service', '/terms', 'Terms of Service'],
  ['Rocket', '/rocket', 'You found the rocket'],
] as const;

test('placeholder-links: the footer of each public page has the same links, and placeholders', async ({
  page,
}) => {
  const expectPlaceholder = async (name: string) => {
    const placeholder = inFooter(page, name);
    const item = page.getByRole('contentinfo').getByRole('listitem').filter({ hasText: name });
    await expect(item).toHaveText(`${name} (not available yet)`);
    // The note is for screen readers only: sighted users see just the link.
    await expect(item.getByText('not available yet')).toHaveCSS('clip-path', 'inset(50%)');
    await expect(placeholder).toBeDisabled();
    await placeholder.scrollIntoViewIfNeeded();
    const navigationState = () => page.evaluate(() => [location.href, scrollY, history.length]);
    const before = await navigationState();
    // A forced click: Playwright would wait for the link to be enabled, but a person can click it.
    await placeholder.click({ force: true });
    await page.keyboard.press('Enter');
    expect(await navigationState()).toEqual(before);
  };
  await page.goto('/about');
  for (const [name, path, heading] of LINKS) {
    await inFooter(page, name).click();
    await expect(page).toHaveURL(path);
    await expect(mainHeading(page, heading)).toBeVisible();
    for (const [link, target] of [...LINKS, ['Sign Up', '/auth'], ['Sign In', '/auth']] as const) {
      await expect(inFooter(page, link), `${link} on ${path}`).toHaveAttribute('href', target);
    }
    for (const placeholder of ['Privacy Policy', 'Cookie Policy']) await expectPlaceholder(placeholder);
  }
  for (const form of ['Sign Up', 'Sign In']) {
    await inFooter(page, form).click();
    await expect(mainHeading(page, form)).toBeFocused();
    await page.goBack();
  }
});
