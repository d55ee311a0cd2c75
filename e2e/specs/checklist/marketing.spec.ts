import type { Page } from '@playwright/test';
import { watchPaths } from '../../support/network.ts';
import { expect, test } from '../../support/test.ts';

// docs/product.md, Public pages: about, jobs, terms, pricing and the hidden rocket.

const main = (page: Page) => page.getByRole('main');

const OPENINGS = ['DevOps Engineer', 'Software Engineer', 'Growth Manager', 'Security Engineer'];

test('/jobs: four full-time openings, whose Apply Now does nothing', async ({ page }) => {
  const asked = watchPaths(page);
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
    const looks = await main(page).ariaSnapshot();
    await opening.getByRole('button', { name: 'Apply Now', exact: true }).click();
    expect(await main(page).ariaSnapshot()).toBe(looks.replaceAll(' [active]', ''));
  }
  await expect(page).toHaveURL('/jobs');
  expect(asked.filter((path) => /^\/(auth|rest)\//.test(path))).toEqual([]);
});

// Rules page-texts and honest-words.
test('pages give their facts, and say what is not for sale and not to be undone', async ({ page }) => {
  for (const [path, ...facts] of [
    ['/about', 'Our story', 'Our team', 'Our mission', 'From Singapore', 'applications are not open yet'],
    ['/jobs', 'Four roles, all full-time in Singapore. Applications are not open yet.'],
    ['/terms', 'Last updated: January 13, 2025', 'Nothing is charged: no plan is sold on this site'],
    ['/pricing', 'Nothing is charged.'],
    ['/retro/pricing', 'Neither is on sale'],
  ] as const) {
    await page.goto(path);
    for (const fact of facts) await expect(main(page)).toContainText(fact);
  }
});

/** The plans (rule plan-list), as they are read on the page. */
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
  test(`${path} — three plans with their prices and features, Pro marked Most Popular, each button leads to ${signIn}; in retro an FAQ`, async ({
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
      await card.getByRole('link').click();
      await expect(page).toHaveURL(signIn);
      await page.goBack();
    }
    if (path === '/pricing') return;
    await expect(page.getByRole('heading', { name: 'FAQ', exact: true })).toBeVisible();
    await expect(page.getByRole('term')).toHaveText(Array.from({ length: 5 }, () => /\?$/));
    await expect(page.getByRole('definition')).toHaveCount(5);
  });
}

test('the button of a plan leads a member to the week, as it says', async ({ member: page }) => {
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
