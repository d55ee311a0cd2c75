import type { Locator, Page } from '@playwright/test';
import { logOut } from '../support/accounts.ts';
import { sidewaysExcess } from '../support/accessible.ts';
import { dayHeading, mondayOf, weekFrom } from '../support/calendar.ts';
import { submit } from '../support/forms.ts';
import { motionsOf } from '../support/motion.ts';
import { watchPaths } from '../support/network.ts';
import { today } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

// What a visitor does on the public pages. Before their scripts run: prerender.spec.ts. The sky: starfield.spec.ts.

const main = (page: Page) => page.getByRole('main');
const linkIn = (part: Locator, name: string) => part.getByRole('link', { name, exact: true });
const inMain = (page: Page, name: string) => linkIn(main(page), name);
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

test('landing-page: the landing page says what this is, leads to the forms, and follows sign-ins and sign-outs of other tabs', async ({
  page,
  context,
  account,
}) => {
  await page.goto('/');
  await test.step('its words, a sample week, sample goals and three features', async () => {
    for (const words of [
      'The simplest way to organize your week',
      'Tap into a Better Space',
      'No credit card required • Free forever',
    ])
      await expect(page.getByText(words, { exact: true })).toBeVisible();
    const cardOf = (name: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name, exact: true }) });
    for (const [region, cards] of [
      ['Your whole week, one look', weekFrom(mondayOf(today())).map(dayHeading)],
      ['Goals beside the days', ['Top Goals', 'P0 Tasks', 'Learning', 'Health', 'Personal']],
    ] as const) {
      const headings = page.getByRole('region', { name: region }).getByRole('heading', { level: 3 });
      await expect(headings).toHaveText(cards);
      for (const name of cards)
        expect(await cardOf(name).getByRole('listitem').count(), name).toBeGreaterThan(0);
    }
    for (const name of ['Weekly Focus', 'Effortless Organization', 'Beautifully Simple'])
      await expect(cardOf(name).getByRole('paragraph')).toHaveText(/\w/);
  });

  await test.step('each link for visitors leads to its form', async () => {
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

  await test.step('a sign-in and a sign-out in another tab', async () => {
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
  await page.goto('/');
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
    await page.emulateMedia({ forcedColors: 'none' });
  });

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

  await page.goto('/pricing');
  await page.getByRole('link', { name: 'Home' }).first().click();
  await expect(day('Wednesday')).toBeInViewport();
  await expect(day('Monday')).not.toBeInViewport();
});

const LINKS = [
  ['Home', '/', 'Tap into a Better Space'],
  ['About Us', '/about', 'About Us'],
  ['Jobs', '/jobs', 'Jobs'],
  ['Pricing', '/pricing', 'Pricing'],
  ['Terms of Service', '/terms', 'Terms of Service'],
  ['Rocket', '/rocket', 'You found the rocket'],
] as const;

test('placeholder-links, hidden-page: the footer of each public page has the same links, and placeholders; the contents of the terms lead to a section', async ({
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

  await test.step('the terms', async () => {
    const section = (name: string) => main(page).getByRole('heading', { level: 2, name, exact: true });
    const contents = page.getByRole('navigation', { name: 'Contents' });
    await inFooter(page, 'Terms of Service').click();
    await expect(mainHeading(page, 'Terms of Service')).toBeFocused();
    await expect(contents.getByRole('link')).toHaveCount(13);
    await linkIn(contents, 'Changes to these terms').focus();
    await page.keyboard.press('Enter');
    await expect(section('12. Changes to these terms')).toBeFocused();
    await expect(section('12. Changes to these terms')).toBeInViewport();
    await expect(page).toHaveURL('/terms#changes');
    await expect(linkIn(contents, 'Changes to these terms')).toHaveAttribute('aria-current', 'location');
    await expect(page).toHaveTitle('Better Space — Terms of Service');
    await page.goBack();
    await expect(page).toHaveURL('/terms');
    await page.goBack();
    await expect(page).toHaveURL('/rocket');

    await page.goto('/terms#law');
    await expect(section('13. Governing law')).toBeFocused();
    await expect(section('13. Governing law')).toBeInViewport();
    await page.setViewportSize({ width: 320, height: 640 });
    await page.reload();
    await expect(linkIn(contents, 'Your account')).toBeHidden();
    await page.getByText('Contents', { exact: true }).focus();
    await page.keyboard.press('Enter');
    await linkIn(contents, 'Your account').click();
    await expect(section('4. Your account')).toBeInViewport();
  });
});

test.describe('the rocket', () => {
  // A small window: the CPU draws the sky here.
  test.use({ contextOptions: { reducedMotion: 'no-preference' }, viewport: { width: 640, height: 480 } });

  // Every step of a launch is tested in remotes/marketing/src/rocket/launch.test.ts.
  test('hidden-page: the rocket is launched, stopped and landed with the keyboard', async ({ page }) => {
    const status = main(page).getByRole('status');
    const button = (name: string) => main(page).getByRole('button', { name, exact: true });
    await page.clock.install();
    await page.goto('/rocket');
    await expect(status).toHaveText('On the pad. Everything is ready.');
    await button('Launch').focus();
    for (const [key, milliseconds, words, focused] of [
      ['Enter', 1000, 'Two … tabs closed.', 'Stop the countdown'],
      ['Enter', 4000, 'Countdown stopped. The rocket is still on the pad.', 'Launch'],
      ['Enter', 3000, 'Lift-off!', 'In flight'],
      ['Enter', 4000, 'Space begins here, by common agreement.', 'In flight'],
      [null, 2000, /^In orbit\./, 'Land again'],
      ['Space', 2400, 'Safely down. Ready whenever you are.', 'Launch'],
      ['Enter', 3000, 'Lift-off!', 'In flight'],
    ] as const) {
      if (key) await page.keyboard.press(key);
      await page.clock.runFor(milliseconds);
      await expect(status).toHaveText(words);
      await expect(button(focused)).toBeFocused();
    }
    await page.getByRole('button', { name: 'Pause animation' }).click();
    await page.clock.runFor(100);
    await expect(status).toHaveText(/^In orbit\./);

    await page.emulateMedia({ reducedMotion: 'reduce' });
    await button('Land again').click();
    await expect(status).toHaveText('Safely down. Ready whenever you are.');
    await button('Launch').click();
    await page.clock.runFor(3000);
    await expect(status).toHaveText(/^In orbit\./);
    expect(await motionsOf(page)).toEqual([]);
  });
});

test('page-texts, placeholder-links: the four openings have an Apply Now that does nothing', async ({
  page,
}) => {
  const paths = watchPaths(page);
  await page.goto('/jobs');
  const apply = main(page).getByRole('button', { name: 'Apply Now', exact: true });
  await expect(apply).toHaveCount(4);
  await expect(apply.first()).toHaveAccessibleDescription('DevOps Engineer Applications are not open yet.');
  for (const name of ['DevOps Engineer', 'Software Engineer', 'Growth Manager', 'Security Engineer']) {
    const opening = main(page).getByRole('region', { name, exact: true });
    await expect(opening).toContainText(/full-time/i);
    await expect(opening).toContainText(/singapore/i);
    await expect(opening.getByRole('heading', { name: 'Requirements' })).toBeVisible();
    expect(await opening.getByRole('listitem').count()).toBeGreaterThan(1);
    const snapshot = await main(page).ariaSnapshot();
    await opening.getByRole('button', { name: 'Apply Now', exact: true }).click();
    expect(await main(page).ariaSnapshot()).toBe(snapshot.replaceAll(' [active]', ''));
  }
  await expect(page).toHaveURL('/jobs');
  expect(paths.filter((path) => /^\/(auth|rest)\//.test(path))).toEqual([]);
});

/** The plans, as the page shows them. */
const PLANS = [
  [
    'Free',
    '$0 forever',
    'Up to 50 tasks per week, 5 goal cards, Basic support, Weekly view, Star and pin, Emoji',
  ],
  [
    'Pro',
    '$1 per month',
    'Unlimited tasks and goal cards, Priority support, Analytics, Custom themes, PDF export, ' +
      'Team collaboration, Recurring tasks',
  ],
  [
    'Space Master',
    '$4 per month',
    'Everything in Pro, Unlimited team members, Integrations, API access, Custom workflows, ' +
      'Dedicated support, White-label, Advanced security, Priority feature requests',
  ],
] as const;

test('plan-list, retro-pricing: three plans with their prices and features, Pro marked Most Popular, whose buttons lead visitors to sign in and users to the week; in retro an FAQ', async ({
  page,
  account,
  newVisitor,
}) => {
  const member = await newVisitor(account.session);
  for (const [path, signIn, week, free, other] of [
    ['/pricing', '/auth', '/dashboard', 'Start for Free', /^Choose /],
    ['/retro/pricing', '/retro/auth', '/retro/dashboard', 'START FREE', 'UPGRADE'],
  ] as const) {
    await page.goto(path);
    await expect(main(page).getByText(/^\s*\$\d+ /)).toHaveText(PLANS.map(([, price]) => price));
    await expect(main(page).getByRole('region').getByRole('link')).toHaveCount(3);
    for (const [plan, price, features] of PLANS) {
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

    await member.goto(path);
    const pro = main(member).getByRole('region', { name: 'Pro', exact: true });
    await pro.getByRole('link', { name: /^(Choose Pro|UPGRADE)$/ }).click();
    await expect(member).toHaveURL(week);
  }
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'FAQ', exact: true })).toBeVisible();
  await expect(page.getByRole('term')).toHaveText(Array.from({ length: 5 }, () => /\?$/));
  await expect(page.getByRole('definition')).toHaveCount(5);
});
