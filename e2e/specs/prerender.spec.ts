import type { Page } from '@playwright/test';
import { restoreSession } from '../support/accounts.ts';
import { shortDate, weekFrom, weekdayName } from '../support/calendar.ts';
import { hold } from '../support/network.ts';
import { expectShiftsBelow } from '../support/layoutShifts.ts';
import { letFramesPass } from '../support/motion.ts';
import { expect, test, untilHydrated } from '../support/test.ts';

// Public pages are prerendered and hydrated: readable before, and without, any script. Their metadata: shared/store/src/site.test.ts.

/** What each page states after its title, and that nothing is for sale. */
const PAGES: Record<string, readonly string[]> = {
  '/': [
    'The simplest way to organize your week',
    ...['The simplest way to organize your week', 'No credit card required • Free forever'],
    ...['Top Goals', 'P0 Tasks', 'Learning', 'Health', 'Personal'],
    ...['Weekly Focus', 'Effortless Organization', 'Beautifully Simple'],
  ],
  '/about': ['About Us', 'Our story', 'Our team', 'Our mission', 'From Singapore', 'are not open yet'],
  '/jobs': ['Jobs', 'Four roles, all full-time in Singapore. Applications are not open yet.'],
  '/terms': ['Terms of Service', 'Last updated: January 13, 2025', 'no plan is sold on this site'],
  '/pricing': ['Pricing', 'Nothing is charged.'],
  '/rocket': ['Rocket', 'You found the rocket'],
  '/retro': ['Retro mode', 'Better Space'],
  '/retro/pricing': ['Retro pricing', 'Choose your plan', 'Neither is on sale'],
};

/** Opens a page whose scripts do not come before the returned function is called: then it is hydrated without new elements. */
async function openHeld(page: Page, path: string) {
  const resume = await hold(page, { address: '**/*.js*' });
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction(() => document.readyState !== 'loading');
  const elements = page.locator('h1, main, header a, main a, footer a');
  await elements.evaluateAll((all) => all.forEach((element) => Object.assign(element, { isFirst: true })));
  return async () => {
    resume();
    await untilHydrated(page);
    const areFirst = await elements.evaluateAll((all) => all.map((element) => 'isFirst' in element));
    expect(areFirst.length).toBeGreaterThan(4);
    expect(areFirst).not.toContain(false);
  };
}

const FOR_VISITORS = ['Start for Free', 'Already have an account? Sign in', 'Get Started Free'];
const FOR_USERS = ['Take Me to My Calendar', 'My Calendar'];

// Without layout shifts: layoutShifts.spec.ts.
test('prerendered-pages, page-texts, honest-words, landing-page: before its scripts run each public page is readable and styled, with a title and a description, shows visitors and users only their own links, and is hydrated without new elements; a private page has its outline', async ({
  page,
  context,
  request,
  account,
}) => {
  // A Wednesday.
  await page.clock.setFixedTime('2027-03-10T12:00:00');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => localStorage.setItem('better-space-motion', 'paused'));
  const heading = page.getByRole('heading', { level: 1 });
  const days = page.getByRole('list').filter({ has: page.getByRole('heading', { name: /^Monday/ }) });
  const expectDays = (named: (day: string) => RegExp) =>
    expect(days.getByRole('heading', { level: 3 })).toHaveText(weekFrom('2027-03-08').map(named));
  /** Opens the landing page. Before and after its scripts run it has the links for one kind of people alone. */
  const openLanding = async (own: readonly string[], others: readonly string[]) => {
    const hydrate = await openHeld(page, '/');
    for (const name of own) await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
    for (const name of others) await expect(page.getByRole('link', { name, exact: true })).toBeHidden();
    await expect(page.locator('html')).toHaveAttribute('data-motion', 'paused');
    await expectDays((day) => new RegExp(`^${weekdayName(day)}\\s*$`));
    return async () => {
      await hydrate();
      await expectDays((day) => new RegExp(`${shortDate(day)}$`));
      await expect(days.getByText('Today')).toHaveCount(1);
      const pause = page.getByRole('button', { name: 'Pause animation' });
      await expect(pause).toHaveAttribute('aria-pressed', 'true');
      // Removed from the page, not only hidden.
      for (const name of others) await expect(page.getByText(name, { exact: true })).toHaveCount(0);
    };
  };

  const descriptions = new Set<string | null>();
  for (const [path, [title, ...facts]] of Object.entries(PAGES)) {
    await test.step(path, async () => {
      const hydrate = path === '/' ? await openLanding(FOR_VISITORS, FOR_USERS) : await openHeld(page, path);
      await expect(page).toHaveTitle(`Better Space — ${title}`);
      for (const fact of facts) await expect(page.locator('main')).toContainText(fact);
      // The page's own styles and those of the sky apply.
      await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
      await expect(heading).not.toHaveCSS('font-size', '32px');
      const description = page.locator('meta[name="description"]');
      await expect(description).toHaveAttribute('content', /^.{40,160}$/);
      descriptions.add(await description.getAttribute('content'));
      await expect(page.locator('meta[name="robots"]')).toHaveCount(path === '/rocket' ? 1 : 0);
      await hydrate();
    });
  }
  expect(descriptions.size).toBe(Object.keys(PAGES).length);

  await test.step('a page that is not public', async () => {
    const resume = await hold(page, { address: '**/*.js*' });
    await page.goto('/dashboard', { waitUntil: 'commit' });
    await expect(page.locator('main[aria-busy="true"]')).toBeAttached();
    await expect(page).toHaveTitle('Better Space — Dashboard');
    resume();
    await expect(page).toHaveURL('/auth');
    // Playwright's pages without JavaScript do not show noscript content; real browsers do.
    const html = await (await request.get('/dashboard')).text();
    expect(html).toContain('<p>This part of Better Space needs JavaScript.');
  });
  await test.step('the landing page of a user', async () => {
    await restoreSession(context, account.session);
    const hydrate = await openLanding(FOR_USERS, FOR_VISITORS);
    await hydrate();
  });
});

test('prerendered-pages: without JavaScript a page is readable, and it links a preview picture and the licences of what others made', async ({
  newVisitor,
  request,
  site,
}) => {
  const page = await newVisitor(undefined, { javaScriptEnabled: false });
  await page.goto('/about');
  await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible();
  await expect(page.locator('main')).toContainText('Our story');
  await test.step('a shared link has a preview picture', async () => {
    const address = await page.locator('meta[property="og:image"]').getAttribute('content');
    expect(address).toMatch(new RegExp(`^${site.origin}/`));
    const picture = await request.get(address ?? '');
    expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/jpeg']);
  });

  await test.step('the licences of the code and fonts of others, each with its text', async () => {
    const address = await page.locator('head link[title="Licences"]').getAttribute('href');
    const response = await request.get(address ?? '');
    expect(response.headers()['content-type']).toBe('text/plain; charset=utf-8');
    const [beginning, ...parts] = (await response.text()).split(`${'='.repeat(80)}\nIn: `);
    // A release without a list of licences would be named here, after the first sentence.
    const sentence = /^Licences of the code and the fonts of others [^\n]+\npackage, which [^\n]+$/;
    expect(beginning?.trim()).toMatch(sentence);
    for (const [app, words] of [
      ...['react', 'react-dom', 'react-router', 'workbox-routing'].map((name) => ['shell', `## ${name} - `]),
      ['planner', '## zustand - '],
      ['shell', 'The Outfit Project Authors'],
      ['retro', 'The VT323 Project Authors'],
    ] as const)
      expect(parts.filter((part) => part.split('\n')[0]?.includes(app ?? '')).join('\n')).toContain(words);
    for (const [licence] of parts.join('\n').matchAll(/^## .*\n[^]*?(?=^## |$(?![^]))/gm))
      expect(licence).toMatch(/^## .*\(.+\)\n\s*\S/);
  });
});

test('prerendered-pages: while its HTML arrives in parts a page shifts nothing that it has shown', async ({
  page,
  request,
}) => {
  const html = await (await request.get('/')).text();
  const parts = html.split(/(?<=<\/(?:h\d|p|section|svg|ul)>)/);
  expect(parts.length).toBeGreaterThan(30);
  // Today is the last day of the sample week: all of its days but one are done.
  await page.clock.setFixedTime('2026-11-22T09:30:00+08:00');
  // An empty document, into which the parser gets one part after the other.
  await page.route('/', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto('/');
  await page.evaluate(() => void document.open());
  for (const part of parts) {
    await page.evaluate((text) => document.write(text), part);
    // Time to paint it.
    await letFramesPass(page, 2);
  }
  await page.evaluate(() => document.close());
  await expect(page.getByRole('link', { name: 'Enter retro mode' })).toBeVisible();
  await expect(page.getByText('Today', { exact: true })).toBeVisible();
  await expectShiftsBelow(page, 0.01);
});
