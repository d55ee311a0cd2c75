import type { Page } from '@playwright/test';
import { sidewaysExcess } from '../support/axe.ts';
import { motionsOf } from '../support/motion.ts';
import { watchPaths } from '../support/network.ts';
import { expect, test } from '../support/test.ts';

const main = (page: Page) => page.getByRole('main');

const sampleDay = (page: Page, name: string) =>
  page.getByRole('heading', { level: 3, name: new RegExp(`^${name}`) });
const sampleDays = (page: Page) => page.getByRole('region', { name: 'The days of the sample week' });

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('the sample week is one row that the arrow keys scroll', async ({ page }) => {
    await page.goto('/');
    await sampleDays(page).scrollIntoViewIfNeeded();
    await expect(sampleDay(page, 'Monday')).toBeInViewport();
    await expect(sampleDay(page, 'Wednesday')).not.toBeInViewport();

    await page.getByRole('link', { name: 'Already have an account? Sign in' }).focus();
    await page.keyboard.press('Tab');
    await expect(sampleDays(page)).toBeFocused();
    for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    await expect(sampleDay(page, 'Wednesday')).toBeInViewport({ ratio: 1 });
    expect(await sidewaysExcess(page)).toBe(0);
  });
});

test('a sample week that fits is no tab stop; in forced colours the headline is readable and stars are named', async ({
  page,
}) => {
  await page.goto('/');
  await expect(sampleDay(page, 'Sunday')).toBeVisible();
  await expect(sampleDays(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Already have an account? Sign in' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Get Started Free' })).toBeFocused();

  await page.emulateMedia({ forcedColors: 'active' });
  const gradientText = page.getByRole('heading', { level: 1 }).getByText('Better Space');
  await expect(gradientText).toHaveCSS('background-image', 'none');
  await expect(gradientText).not.toHaveCSS('-webkit-text-fill-color', 'rgba(0, 0, 0, 0)');
  await expect(page.getByText('Starred', { exact: true })).toHaveCount(7);
});

const section = (page: Page, name: string) =>
  main(page).getByRole('heading', { level: 2, name, exact: true });

test('the contents of the terms lead to a section, and Back leads out again', async ({ page }) => {
  await page.goto('/about');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeFocused();
  const contents = page.getByRole('navigation', { name: 'Contents' });
  await expect(contents.getByRole('link')).toHaveCount(13);

  await contents.getByRole('link', { name: 'Changes to these terms' }).focus();
  await page.keyboard.press('Enter');
  await expect(section(page, '12. Changes to these terms')).toBeFocused();
  await expect(section(page, '12. Changes to these terms')).toBeInViewport();
  await expect(page).toHaveURL('/terms#changes');
  await expect(contents.getByRole('link', { name: 'Changes to these terms' })).toHaveAttribute(
    'aria-current',
    'location',
  );
  await expect(page).toHaveTitle('Better Space — Terms of Service');

  await page.goBack();
  await expect(page).toHaveURL('/terms');
  await page.goBack();
  await expect(page).toHaveURL('/about');
});

test('an address that names a section of the terms opens there; on a phone the contents open on request', async ({
  page,
}) => {
  await page.goto('/terms#law');
  await expect(section(page, '13. Governing law')).toBeFocused();
  await expect(section(page, '13. Governing law')).toBeInViewport();

  await page.setViewportSize({ width: 320, height: 640 });
  await page.reload();
  const link = page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Your account' });
  await expect(link).toBeHidden();
  await page.getByText('Contents', { exact: true }).focus();
  await page.keyboard.press('Enter');
  await link.click();
  await expect(section(page, '4. Your account')).toBeInViewport();
});

test.describe('the rocket', () => {
  // A small window: the CPU draws the sky here.
  test.use({ contextOptions: { reducedMotion: 'no-preference' }, viewport: { width: 640, height: 480 } });

  // Every step of a launch is tested in remotes/marketing/src/rocket/launch.test.ts.
  test('is launched, stopped and landed with the keyboard', async ({ page }) => {
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

const OPENINGS = ['DevOps Engineer', 'Software Engineer', 'Growth Manager', 'Security Engineer'];

test('page-texts, placeholder-links: /jobs: four full-time openings, whose Apply Now does nothing', async ({
  page,
}) => {
  const paths = watchPaths(page);
  await page.goto('/jobs');
  const apply = main(page).getByRole('button', { name: 'Apply Now', exact: true });
  await expect(apply).toHaveCount(4);
  await expect(apply.first()).toHaveAccessibleDescription('DevOps Engineer Applications are not open yet.');
  for (const name of OPENINGS) {
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

test('page-texts, honest-words: pages state their facts, and say what is not for sale', async ({
  request,
}) => {
  for (const [path, ...facts] of [
    ['/about', 'Our story', 'Our team', 'Our mission', 'From Singapore', 'applications are not open yet'],
    ['/jobs', 'Four roles, all full-time in Singapore. Applications are not open yet.'],
    ['/terms', 'Last updated: January 13, 2025', 'Nothing is charged: no plan is sold on this site'],
    ['/pricing', 'Nothing is charged.'],
    ['/retro/pricing', 'Neither is on sale'],
  ] as const) {
    // The prerendered HTML is enough: hydration does not change it (prerender.spec.ts).
    const html = await (await request.get(path)).text();
    const words = /<main[ >][^]*<\/main>/.exec(html)?.[0].replaceAll(/<[^>]*>/g, '');
    for (const fact of facts) expect(words, path).toContain(fact);
  }
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

for (const [path, signIn, free, other] of [
  ['/pricing', '/auth', 'Start for Free', /^Choose /],
  ['/retro/pricing', '/retro/auth', 'START FREE', 'UPGRADE'],
] as const) {
  test(`plan-list, retro-pricing: ${path} — three plans with their prices and features, Pro marked Most Popular, each button leads to ${signIn}; in retro an FAQ`, async ({
    page,
  }) => {
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
    if (path === '/pricing') return;
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'FAQ', exact: true })).toBeVisible();
    await expect(page.getByRole('term')).toHaveText(Array.from({ length: 5 }, () => /\?$/));
    await expect(page.getByRole('definition')).toHaveCount(5);
  });
}

test('the button of a plan leads a signed-in user to the week', async ({ member: page }) => {
  for (const [path, button, week] of [
    ['/pricing', 'Choose Pro', '/dashboard'],
    ['/retro/pricing', 'UPGRADE', '/retro/dashboard'],
  ] as const) {
    await page.goto(path);
    const card = main(page).getByRole('region', { name: 'Pro', exact: true });
    await card.getByRole('link', { name: button }).click();
    await expect(page).toHaveURL(week);
  }
});
