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

  test("a signed-out visitor sees 'Start for Free', 'Already have an account? Sign in' and 'Get Started Free', and in the header Sign In and Sign Up, each leading to its form on /auth", async ({
    page,
  }) => {
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

const LINKS = [
  ['Home', '/', 'Tap into a Better Space'],
  ['Sign Up', '/auth', 'Sign Up'],
  ['Sign In', '/auth', 'Sign In'],
  ['About Us', '/about', 'About Us'],
  ['Jobs', '/jobs', 'Jobs'],
  ['Pricing', '/pricing', 'Pricing'],
  ['Terms of Service', '/terms', 'Terms of Service'],
] as const;

test('the footer of every public page has the same links, each to a page that exists, a faint one to /rocket, and Privacy Policy and Cookie Policy as placeholders that neither navigate nor scroll, and say so', async ({
  page,
}) => {
  const expectPlaceholder = async (name: string) => {
    const placeholder = inFooter(page, name);
    const item = page.getByRole('contentinfo').getByRole('listitem').filter({ hasText: name });
    await expect(item).toHaveText(`${name} (not available yet)`);
    // Words for screen readers alone: nothing besides the link is seen.
    await expect(item.getByText('not available yet')).toHaveCSS('clip-path', 'inset(50%)');
    await expect(placeholder).toBeVisible();
    await expect(placeholder).toBeDisabled();
    await expect(placeholder).not.toHaveAttribute('href');
    await placeholder.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => [scrollY, history.length]);
    const address = page.url();
    // As a person does: what the link says of itself stops no click.
    await placeholder.click({ force: true });
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => [scrollY, history.length])).toEqual(before);
    expect(page.url()).toBe(address);
  };
  await page.goto('/about');
  await inMain(page, 'Get Started').click();
  await expect(page).toHaveURL('/auth');
  await page.goBack();
  for (const [name, path, heading] of [...LINKS, ['Rocket', '/rocket', 'You found the rocket']] as const) {
    await inFooter(page, name).click();
    await expect(page).toHaveURL(path);
    await expect(mainHeading(page, heading)).toBeVisible();
    if (path === '/auth') {
      await page.goBack();
      continue;
    }
    for (const [link, target] of LINKS) {
      await expect(inFooter(page, link), `${link} on ${path}`).toHaveAttribute('href', target);
      await expect(inFooter(page, link)).toBeVisible();
    }
    for (const placeholder of ['Privacy Policy', 'Cookie Policy']) {
      await test.step(`${placeholder} on ${path}`, () => expectPlaceholder(placeholder));
    }
  }
});
