import type { Page } from '@playwright/test';
import { sidewaysExcess } from '../support/accessible.ts';
import { logOut } from '../support/accounts.ts';
import { submit } from '../support/forms.ts';
import { motionsOf } from '../support/motion.ts';
import { watchPaths } from '../support/network.ts';
import { expect, test } from '../support/test.ts';

// What a visitor does on the public pages. Their words, before and after their scripts run: prerender.spec.ts. The sky: starfield.spec.ts.

const main = (page: Page) => page.getByRole('main');
const linkIn = (page: Page, part: 'main' | 'banner' | 'contentinfo', name: string) =>
  page.getByRole(part).getByRole('link', { name, exact: true });
const inFooter = (page: Page, name: string) => linkIn(page, 'contentinfo', name);
const mainHeading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

test('landing-page, any-device: the sample week is one row on a phone, opens at today and scrolls by arrow keys; where it fits it is no tab stop', async ({
  page,
}) => {
  const row = page.getByRole('region', { name: 'The days of the sample week' });
  const day = (name: string) => page.getByRole('heading', { level: 3, name: new RegExp(`^${name}`) });
  const tabFromSignIn = async () => {
    await page.getByRole('link', { name: 'Already have an account? Sign in' }).focus();
    await page.keyboard.press('Tab');
  };
  // A Wednesday.
  await page.clock.setFixedTime('2027-03-10T12:00:00');
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/');
  await row.scrollIntoViewIfNeeded();
  await expect(row.getByText('Today')).toHaveCount(1);
  await expect(day('Monday')).toBeInViewport();
  await expect(day('Wednesday')).not.toBeInViewport();
  await tabFromSignIn();
  await expect(row).toBeFocused();
  for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  await expect(day('Wednesday')).toBeInViewport({ ratio: 1 });
  expect(await sidewaysExcess(page)).toBe(0);

  await inFooter(page, 'Pricing').click();
  await inFooter(page, 'Home').click();
  await expect(day('Wednesday')).toBeInViewport();
  await expect(day('Monday')).not.toBeInViewport();

  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(day('Sunday')).toBeVisible();
  await expect(row).toHaveCount(0);
  await tabFromSignIn();
  await expect(page.getByRole('link', { name: 'Get Started Free' })).toBeFocused();
  await test.step('in forced colours the headline is readable and stars are named', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    const gradientText = page.getByRole('heading', { level: 1 }).getByText('Better Space');
    await expect(gradientText).toHaveCSS('background-image', 'none');
    await expect(gradientText).not.toHaveCSS('-webkit-text-fill-color', 'rgba(0, 0, 0, 0)');
    await expect(page.getByText('Starred', { exact: true })).toHaveCount(7);
  });
});

const PAGES = [
  ['Home', '/', 'Tap into a Better Space'],
  ['About Us', '/about', 'About Us'],
  ['Jobs', '/jobs', 'Jobs'],
  ['Pricing', '/pricing', 'Pricing'],
  ['Rocket', '/rocket', 'You found the rocket'],
  ['Terms of Service', '/terms', 'Terms of Service'],
] as const;

test('placeholder-links, hidden-page, page-texts, landing-page: the footer of each public page has the same links, and placeholders; the landing page leads to the forms; the contents of the terms lead to a section; the four openings have an Apply Now that does nothing', async ({
  page,
}) => {
  await page.goto('/about');
  for (const [name, path, heading] of PAGES) {
    await inFooter(page, name).click();
    await expect(page).toHaveURL(path);
    await expect(mainHeading(page, heading)).toBeFocused();
    for (const [link, target] of [...PAGES, ['Sign Up', '/auth'], ['Sign In', '/auth']] as const)
      await expect(inFooter(page, link), `${link} on ${path}`).toHaveAttribute('href', target);
    for (const placeholder of ['Privacy Policy', 'Cookie Policy'])
      await expect(inFooter(page, placeholder)).toBeDisabled();
  }

  await test.step('each link for visitors leads to its form', async () => {
    await inFooter(page, 'Home').click();
    for (const [part, name, form] of [
      ['main', 'Start for Free', 'Sign Up'],
      ['main', 'Already have an account? Sign in', 'Sign In'],
      ['main', 'Get Started Free', 'Sign Up'],
      ['banner', 'Sign In', 'Sign In'],
      ['banner', 'Sign Up', 'Sign Up'],
      ['contentinfo', 'Sign In', 'Sign In'],
      ['contentinfo', 'Sign Up', 'Sign Up'],
    ] as const) {
      await linkIn(page, part, name).click();
      await expect(page).toHaveURL('/auth');
      await expect(mainHeading(page, form)).toBeFocused();
      await page.goBack();
    }
  });

  await test.step('a placeholder', async () => {
    const placeholder = inFooter(page, 'Cookie Policy');
    const item = page.getByRole('contentinfo').getByRole('listitem').filter({ hasText: 'Cookie Policy' });
    await expect(item).toHaveText('Cookie Policy (not available yet)');
    // The note is for screen readers only: sighted users see just the link.
    await expect(item.getByText('not available yet')).toHaveCSS('clip-path', 'inset(50%)');
    await placeholder.scrollIntoViewIfNeeded();
    const navigationState = () => page.evaluate(() => [location.href, scrollY, history.length]);
    const before = await navigationState();
    // A forced click: Playwright would wait for the link to be enabled, but a person can click it.
    await placeholder.click({ force: true });
    await page.keyboard.press('Enter');
    expect(await navigationState()).toEqual(before);
  });

  // An address with a fragment: navigation.spec.ts.
  await test.step('the terms', async () => {
    const section = page.getByRole('heading', { level: 2, name: '12. Changes to these terms' });
    const contents = page.getByRole('navigation', { name: 'Contents' }).getByRole('link');
    const entry = contents.filter({ hasText: 'Changes to these terms' });
    await inFooter(page, 'Terms of Service').click();
    await expect(contents).toHaveCount(13);
    await entry.press('Enter');
    await expect(section).toBeFocused();
    await expect(section).toBeInViewport();
    await expect(page).toHaveURL('/terms#changes');
    await expect(entry).toHaveAttribute('aria-current', 'location');
    await expect(page).toHaveTitle('Better Space — Terms of Service');
    await page.goBack();
    await expect(page).toHaveURL('/terms');
  });

  await test.step('the openings', async () => {
    const paths = watchPaths(page);
    await inFooter(page, 'Jobs').click();
    const apply = page.getByRole('button', { name: 'Apply Now', exact: true });
    await expect(apply).toHaveCount(4);
    await expect(apply.first()).toHaveAccessibleDescription('DevOps Engineer Applications are not open yet.');
    const snapshot = await main(page).ariaSnapshot();
    for (const name of ['DevOps Engineer', 'Software Engineer', 'Growth Manager', 'Security Engineer']) {
      const opening = main(page).getByRole('region', { name, exact: true });
      for (const words of [/full-time/i, /singapore/i]) await expect(opening).toContainText(words);
      await expect(opening.getByRole('heading', { name: 'Requirements' })).toBeVisible();
      await expect(opening.getByRole('listitem').nth(1)).toBeVisible();
      await opening.getByRole('button', { name: 'Apply Now', exact: true }).click();
    }
    const withoutFocus = (text: string) => text.replaceAll(' [active]', '');
    expect(withoutFocus(await main(page).ariaSnapshot())).toBe(withoutFocus(snapshot));
    await expect(page).toHaveURL('/jobs');
    expect(paths.filter((path) => /^\/(auth|rest)\//.test(path))).toEqual([]);
  });
});

// Every step of a launch is tested in remotes/marketing/src/rocket/launch.test.ts.
test('hidden-page: the rocket is launched and landed with the keyboard', async ({ page }) => {
  const status = main(page).getByRole('status');
  const button = (name: string) => main(page).getByRole('button', { name, exact: true });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  // A small window: the CPU draws the sky here.
  await page.setViewportSize({ width: 640, height: 480 });
  await page.clock.install();
  await page.goto('/rocket');
  await expect(status).toHaveText('On the pad. Everything is ready.');
  await button('Launch').press('Enter');
  await page.clock.runFor(1000);
  await expect(status).toHaveText('Two … tabs closed.');
  await expect(button('Stop the countdown')).toBeFocused();
  await page.clock.runFor(2000);
  await expect(status).toHaveText('Lift-off!');
  await page.getByRole('button', { name: 'Pause animation' }).click();
  await page.clock.runFor(100);
  await expect(status).toHaveText(/^In orbit\./);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await button('Land again').click();
  await expect(status).toHaveText('Safely down. Ready whenever you are.');
  expect(await motionsOf(page)).toEqual([]);
});

/** The plans with their prices and features: shared/domain/src/plans.ts. */
const PLANS = [
  'Free: $0 forever: Up to 50 tasks per week, 5 goal cards, Basic support, Weekly view, Star and pin, Emoji',
  'Pro: $1 per month: Unlimited tasks and goal cards, Priority support, Analytics, Custom themes, ' +
    'PDF export, Team collaboration, Recurring tasks',
  'Space Master: $4 per month: Everything in Pro, Unlimited team members, Integrations, API access, ' +
    'Custom workflows, Dedicated support, White-label, Advanced security, Priority feature requests',
].map((plan) => plan.split(': '));

test('plan-list, retro-pricing, landing-page: three plans with their prices and features, Pro marked Most Popular, whose buttons lead visitors to sign in and users to the week; in retro an FAQ; links follow the sign-ins of other tabs', async ({
  page,
  context,
  account,
}) => {
  for (const [path, signIn, free, other] of [
    ['/pricing', '/auth', 'Start for Free', /^Choose /],
    ['/retro/pricing', '/retro/auth', 'START FREE', 'UPGRADE'],
  ] as const) {
    await page.goto(path);
    await expect(main(page).getByText(/^\s*\$\d+ /)).toHaveText(PLANS.map(([, price = '']) => price));
    await expect(main(page).getByRole('region').getByRole('link')).toHaveCount(3);
    for (const [plan = '', price = '', features = ''] of PLANS) {
      const card = main(page).getByRole('region', { name: plan, exact: true });
      await expect(card.getByRole('heading', { level: 2 })).toHaveText(plan);
      await expect(card.getByText(price)).toBeVisible();
      await expect(card.getByRole('listitem')).toHaveText(features.split(', '));
      await expect(card.getByText('Most Popular', { exact: true })).toHaveCount(plan === 'Pro' ? 1 : 0);
      await expect(card.getByRole('link')).toHaveText(plan === 'Free' ? free : other);
      await expect(card.getByRole('link')).toHaveAttribute('href', signIn);
    }
    await main(page).getByRole('region').getByRole('link').last().click();
    await expect(page).toHaveURL(signIn);
  }
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'FAQ', exact: true })).toBeVisible();
  await expect(page.getByRole('term')).toHaveText(Array.from({ length: 5 }, () => /\?$/));
  await expect(page.getByRole('definition')).toHaveCount(5);

  await test.step('a sign-in and a sign-out in another tab', async () => {
    await page.goto('/pricing');
    const other = await context.newPage();
    await other.goto('/auth');
    await submit(other, 'Sign In', account.email, account.password);
    await expect(linkIn(page, 'banner', 'My Calendar')).toHaveAttribute('href', '/dashboard');
    await main(page).getByRole('link', { name: 'Choose Pro' }).click();
    await expect(page).toHaveURL('/dashboard');
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await expect(page).toHaveURL('/');
    await expect(linkIn(page, 'banner', 'Sign In')).toHaveCount(0);
    await logOut(other);
    await expect(linkIn(page, 'banner', 'Sign In')).toBeVisible();
  });
});
