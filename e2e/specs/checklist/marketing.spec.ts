import type { Page } from '@playwright/test';
import { settle, watchRequests } from '../../support/quiet.ts';
import { expect, test } from '../../support/test.ts';

// docs/product.md, Public pages: about, jobs, terms, pricing and the hidden rocket.

const main = (page: Page) => page.getByRole('main');

const OPENINGS = ['DevOps Engineer', 'Software Engineer', 'Growth Manager', 'Security Engineer'];

test('/about — Story, team, mission, Singapore; the Get Started button goes to /auth', async ({ page }) => {
  await page.goto('/about');
  for (const name of ['Our story', 'Our team', 'Our mission', 'From Singapore']) {
    await expect(main(page).getByRole('heading', { level: 2, name })).toBeVisible();
  }
  await main(page).getByRole('link', { name: 'Get Started', exact: true }).click();
  await expect(page).toHaveURL('/auth');
});

test(`/jobs — ${OPENINGS.join(', ')}: all full-time in Singapore, each with a requirements list and an Apply Now button that does nothing`, async ({
  page,
}) => {
  const { made, pending } = watchRequests(page);
  await page.goto('/jobs');
  const buttons = main(page).getByRole('button', { name: 'Apply Now', exact: true });
  await expect(buttons).toHaveCount(4);
  await expect(buttons.first()).toHaveAccessibleDescription('DevOps Engineer Applications are not open yet.');
  const description = page.locator('meta[name="description"]');
  await expect(description).toHaveAttribute('content', /Four full-time roles .*Applications are not open/);
  // Notices and the sky come when the page is at leisure, however late that is.
  await expect(page.getByRole('region', { name: /^Notifications/ })).toBeAttached();
  await expect.poll(() => made.some((request) => request.url().includes('starfieldWorker'))).toBe(true);
  await settle(page, pending);
  // The page's own report of how it came is sent when there is time.
  const asked = () => made.filter((request) => !request.url().endsWith('/_events')).length;
  const before = asked();
  for (const name of OPENINGS) {
    const opening = main(page).getByRole('region', { name, exact: true });
    await expect(opening.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
    await expect(opening.getByText(/full-time/i)).toBeVisible();
    await expect(opening.getByText(/singapore/i)).toBeVisible();
    await expect(opening.getByRole('heading', { name: 'Requirements' })).toBeVisible();
    expect(await opening.getByRole('listitem').count()).toBeGreaterThan(1);
    const looks = await page.ariaSnapshot();
    await opening.getByRole('button', { name: 'Apply Now', exact: true }).click();
    expect(await page.ariaSnapshot()).toBe(looks.replaceAll(' [active]', ''));
  }
  await expect(page).toHaveURL('/jobs');
  expect(asked()).toBe(before);
});

test("/terms — 13 numbered sections, last updated January 13, 2025, governed by Singapore law, 30 days' notice for material changes", async ({
  page,
}) => {
  await page.goto('/terms');
  const numbers = Array.from({ length: 13 }, (_, index) => new RegExp(`^${index + 1}\\. .`));
  await expect(main(page).getByRole('heading', { level: 2 })).toHaveText(numbers);
  await expect(main(page).getByText('Last updated: January 13, 2025')).toBeVisible();
  await expect(main(page).getByText(/governed by the laws of Singapore/)).toBeVisible();
  await expect(main(page).getByText(/material changes we give you 30 days[’'] notice/)).toBeVisible();
});

/** The plans (rule plan-list), as they are read on the page. */
const PLANS = [
  {
    plan: 'Free',
    price: '$0 forever',
    isMostPopular: false,
    features: [
      'Up to 50 tasks per week',
      '5 goal cards',
      'Basic support',
      'Weekly view',
      'Star and pin',
      'Emoji',
    ],
  },
  {
    plan: 'Pro',
    price: '$1 per month',
    isMostPopular: true,
    features: [
      'Unlimited tasks and goal cards',
      'Priority support',
      'Analytics',
      'Custom themes',
      'PDF export',
      'Team collaboration',
      'Recurring tasks',
    ],
  },
  {
    plan: 'Space Master',
    price: '$4 per month',
    isMostPopular: false,
    features: [
      'Everything in Pro',
      'Unlimited team members',
      'Integrations',
      'API access',
      'Custom workflows',
      'Dedicated support',
      'White-label',
      'Advanced security',
      'Priority feature requests',
    ],
  },
];

for (const [path, signIn, free, other] of [
  ['/pricing', '/auth', 'Start for Free', /^Choose /],
  ['/retro/pricing', '/retro/auth', 'START FREE', 'UPGRADE'],
] as const) {
  test(`${path} — three plans with their prices and features, Pro marked Most Popular, each button leads to ${signIn}`, async ({
    page,
  }) => {
    await page.goto(path);
    await expect(main(page).getByText(/^\s*\$\d+ /)).toHaveText(PLANS.map(({ price }) => price));
    await expect(main(page).getByRole('region').getByRole('link')).toHaveCount(3);
    for (const { plan, price, isMostPopular, features } of PLANS) {
      const card = main(page).getByRole('region', { name: plan, exact: true });
      await expect(card.getByRole('heading', { level: 2 })).toHaveText(plan);
      await expect(card.getByText(price)).toBeVisible();
      await expect(card.getByRole('listitem')).toHaveText(features);
      await expect(card.getByText('Most Popular', { exact: true })).toHaveCount(isMostPopular ? 1 : 0);
      await expect(card.getByRole('link')).toHaveText(plan === 'Free' ? free : other);
      await card.getByRole('link').click();
      await expect(page).toHaveURL(signIn);
      await page.goBack();
    }
  });
}

test('/retro/pricing — an FAQ: five questions and their answers', async ({ page }) => {
  await page.goto('/retro/pricing');
  await expect(page.getByRole('heading', { name: 'FAQ', exact: true })).toBeVisible();
  await expect(page.getByRole('term')).toHaveText(Array.from({ length: 5 }, () => /\?$/));
  await expect(page.getByRole('definition')).toHaveCount(5);
});

test('/rocket — Hidden page with a Back to Home button, in no index: not in the sitemap, noindex, and robots.txt does not give it away', async ({
  page,
  request,
}) => {
  await page.goto('/rocket');
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await main(page).getByRole('link', { name: 'Back to Home', exact: true }).click();
  await expect(page).toHaveURL('/');
  const listed = await (await request.get('/sitemap.xml')).text();
  for (const path of ['/about', '/jobs', '/terms', '/pricing', '/retro', '/retro/pricing'])
    expect(listed).toContain(`${path}</loc>`);
  expect(listed).not.toContain('rocket');
  expect(await (await request.get('/robots.txt')).text()).not.toContain('rocket');
});
