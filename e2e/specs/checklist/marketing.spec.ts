import type { Page } from '@playwright/test';
import { settle, watchRequests } from '../../support/quiet.ts';
import { expect, test } from '../../support/test.ts';

// Sections 2 and 9 of the spec: about, jobs, terms, pricing and the hidden rocket.

const main = (page: Page) => page.getByRole('main');

const OPENINGS = ['DevOps Engineer', 'Software Engineer', 'Growth Manager', 'Security Engineer'];

test.describe('/about — Story, team, mission, Singapore; the Get Started button goes to /auth', () => {
  test('has a heading for the story, the team, the mission and Singapore', async ({ page }) => {
    await page.goto('/about');
    for (const name of [/story/i, /team/i, /mission/i, /singapore/i]) {
      await expect(main(page).getByRole('heading', { level: 2, name })).toBeVisible();
    }
  });

  test('Get Started goes to /auth', async ({ page }) => {
    await page.goto('/about');
    await main(page).getByRole('link', { name: 'Get Started', exact: true }).click();
    await expect(page).toHaveURL('/auth');
  });
});

test.describe('/jobs — Four static openings', () => {
  test(`${OPENINGS.join(', ')}: all full-time in Singapore, each with a requirements list and an Apply Now button that does nothing`, async ({
    page,
  }) => {
    const { made, pending } = watchRequests(page);
    await page.goto('/jobs');
    await expect(main(page).getByRole('button', { name: 'Apply Now' })).toHaveCount(4);
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
});

test.describe('/terms — Terms of service', () => {
  test('13 numbered sections', async ({ page }) => {
    await page.goto('/terms');
    await expect(main(page).getByRole('heading', { level: 2 })).toHaveText([
      /^1\. ./,
      /^2\. ./,
      /^3\. ./,
      /^4\. ./,
      /^5\. ./,
      /^6\. ./,
      /^7\. ./,
      /^8\. ./,
      /^9\. ./,
      /^10\. ./,
      /^11\. ./,
      /^12\. ./,
      /^13\. ./,
    ]);
  });

  test("last updated January 13, 2025, governed by Singapore law, 30 days' notice for material changes", async ({
    page,
  }) => {
    await page.goto('/terms');
    await expect(main(page).getByText('Last updated: January 13, 2025')).toBeVisible();
    await expect(main(page).getByText(/governed by the laws of Singapore/)).toBeVisible();
    await expect(main(page).getByText(/material changes we give you 30 days[’'] notice/)).toBeVisible();
  });
});

/** The plans of section 9, as they are read on the page. */
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

for (const [path, signIn] of [
  ['/pricing', '/auth'],
  ['/retro/pricing', '/retro/auth'],
] as const) {
  test.describe(`${path} — ${path === '/pricing' ? 'Plans' : 'Retro plans'}`, () => {
    test(`three plans, each button leads to ${signIn}`, async ({ page }) => {
      await page.goto(path);
      const prices = main(page).getByText(/^\s*\$\d+ /);
      await expect(prices).toHaveText(PLANS.map(({ price }) => price));
      await expect(main(page).getByRole('region').getByRole('link')).toHaveCount(3);
      for (const { plan } of PLANS) {
        await main(page).getByRole('region', { name: plan, exact: true }).getByRole('link').click();
        await expect(page).toHaveURL(signIn);
        await page.goBack();
      }
    });

    for (const { plan, price, isMostPopular, features } of PLANS) {
      test(`${plan}: ${price}; ${features.join(', ')}${isMostPopular ? '; marked Most Popular' : ''}`, async ({
        page,
      }) => {
        await page.goto(path);
        const card = main(page).getByRole('region', { name: plan, exact: true });
        await expect(card.getByRole('heading', { level: 2 })).toHaveText(plan);
        await expect(card.getByText(price)).toBeVisible();
        await expect(card.getByRole('listitem')).toHaveText(features);
        await expect(card.getByText('Most Popular', { exact: true })).toHaveCount(isMostPopular ? 1 : 0);
      });
    }
  });
}

test.describe('/rocket — Hidden page with a Back to Home button', () => {
  test('Back to Home goes to /', async ({ page }) => {
    await page.goto('/rocket');
    await main(page).getByRole('link', { name: 'Back to Home', exact: true }).click();
    await expect(page).toHaveURL('/');
  });

  test('is in no index: not in the sitemap, noindex, and robots.txt does not give it away (D-53)', async ({
    page,
    request,
  }) => {
    await page.goto('/rocket');
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    const listed = await (await request.get('/sitemap.xml')).text();
    for (const path of ['/about', '/jobs', '/terms', '/pricing', '/retro', '/retro/pricing'])
      expect(listed).toContain(`${path}</loc>`);
    expect(listed).not.toContain('rocket');
    expect(await (await request.get('/robots.txt')).text()).not.toContain('rocket');
  });
});
