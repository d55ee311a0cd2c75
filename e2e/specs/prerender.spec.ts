import { createServer, type ServerResponse } from 'node:http';
import type { Page } from '@playwright/test';
import { restoreSession } from '../support/accounts.ts';
import { shortDate, weekFrom, weekdayName } from '../support/calendar.ts';
import { hold } from '../support/network.ts';
import { expectShiftsBelow, watchShifts } from '../support/layoutShifts.ts';
import { letFramesPass } from '../support/motion.ts';
import { listen } from '../support/servers.ts';
import { expect, test, untilHydrated } from '../support/test.ts';

// Public pages are prerendered and hydrated: readable before, and without, any script. Their metadata: shared/store/src/site.test.ts.

/** What each page states after its title, and that nothing is for sale. */
const PAGES: Record<string, readonly [title: string, ...facts: string[]]> = {
  '/': ['The simplest way to organize your week', 'Tap into a Better Space'],
  '/about': [
    'About Us',
    ...['Our story', 'Our team', 'Our mission', 'From Singapore'],
    'applications are not open yet',
  ],
  '/jobs': ['Jobs', 'Four roles, all full-time in Singapore. Applications are not open yet.'],
  '/terms': [
    'Terms of Service',
    'Last updated: January 13, 2025',
    'Nothing is charged: no plan is sold on this site',
  ],
  '/pricing': ['Pricing', 'Nothing is charged.'],
  '/rocket': ['Rocket', 'You found the rocket'],
  '/retro': ['Retro mode', 'Better Space'],
  '/retro/pricing': ['Retro pricing', 'Choose your plan', 'Neither is on sale'],
};

const holdScripts = (page: Page) => hold(page, { address: '**/*.js*' });

// Without layout shifts: layoutShifts.spec.ts.
test('prerendered-pages, page-texts, honest-words: without scripts every public page is readable and styled, has a title, a description and a preview picture, and links the licences of what others made; it is hydrated without new elements', async ({
  page: visitor,
  newVisitor,
  request,
  site,
}) => {
  const page = await newVisitor(undefined, { javaScriptEnabled: false });
  const descriptions = new Set<string | null>();
  const heading = page.getByRole('heading', { level: 1 });
  for (const [path, [title, ...facts]] of Object.entries(PAGES)) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(heading).toBeVisible();
      await expect(page).toHaveTitle(`Better Space — ${title}`);
      for (const fact of facts) await expect(page.locator('main')).toContainText(fact);
      // The page's own styles and those of the sky apply.
      await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
      await expect(heading).not.toHaveCSS('font-size', '32px');
      const description = page.locator('meta[name="description"]');
      await expect(description).toHaveAttribute('content', /^.{40,160}$/);
      descriptions.add(await description.getAttribute('content'));
      await expect(page.locator('meta[name="robots"]')).toHaveCount(path === '/rocket' ? 1 : 0);

      const resume = await holdScripts(visitor);
      await visitor.goto(path, { waitUntil: 'commit' });
      await visitor.waitForFunction(() => document.readyState !== 'loading');
      const elements = visitor.locator('h1, main, header a, main a, footer a');
      await elements.evaluateAll((all) =>
        all.forEach((element) => Object.assign(element, { isFirst: true })),
      );
      resume();
      await untilHydrated(visitor);
      const areFirst = await elements.evaluateAll((all) => all.map((element) => 'isFirst' in element));
      expect(areFirst.length).toBeGreaterThan(4);
      expect(areFirst).not.toContain(false);
    });
  }
  expect(descriptions.size).toBe(Object.keys(PAGES).length);

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
    expect(beginning?.trim()).toMatch(
      /^Licences of the code and the fonts of others [^\n]+\npackage, which [^\n]+$/,
    );
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

test('landing-page, prerendered-pages: before any script runs visitors and users see only their own link, weekdays without dates, no motion if it is paused, and the outline of a private page', async ({
  page,
  context,
  request,
  account,
}) => {
  // A Wednesday.
  await page.clock.setFixedTime('2027-03-10T12:00:00');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    localStorage.setItem('better-space-motion', 'paused');
  });
  await test.step('a page that is not public', async () => {
    const resume = await holdScripts(page);
    await page.goto('/dashboard', { waitUntil: 'commit' });
    await expect(page.locator('main[aria-busy="true"]')).toBeAttached();
    await expect(page).toHaveTitle('Better Space — Dashboard');
    resume();
    await expect(page).toHaveURL('/auth');
    // Playwright's pages without JavaScript do not show noscript content; real browsers do.
    const html = await (await request.get('/dashboard')).text();
    expect(html).toContain('<p>This part of Better Space needs JavaScript.');
  });

  const week = weekFrom('2027-03-08');
  const days = page.getByRole('list').filter({ has: page.getByRole('heading', { name: /^Monday/ }) });
  const headings = days.getByRole('heading', { level: 3 });
  const expectDays = (named: (day: string) => RegExp) => expect(headings).toHaveText(week.map(named));
  const forVisitors = ['Start for Free', 'Already have an account? Sign in', 'Get Started Free'];
  const forUsers = ['Take Me to My Calendar', 'My Calendar'];
  for (const [visitor, own, others] of [
    ['a visitor', forVisitors, forUsers],
    ['a user', forUsers, forVisitors],
  ] as const) {
    await test.step(visitor, async () => {
      if (visitor === 'a user') await restoreSession(context, account.session);
      const resume = await holdScripts(page);
      await page.goto('/', { waitUntil: 'commit' });
      const linkOf = (name: string) => page.getByRole('link', { name, exact: true });
      const link = linkOf(own[0] ?? '');
      for (const name of own) await expect(linkOf(name)).toBeVisible();
      for (const name of others) await expect(linkOf(name)).toBeHidden();
      await expect(page.locator('html')).toHaveAttribute('data-motion', 'paused');
      await expectDays((day) => new RegExp(`^${weekdayName(day)}\\s*$`));
      await link.evaluate((element) => Object.assign(element, { isFirst: true }));
      resume();
      await expectDays((day) => new RegExp(`${shortDate(day)}$`));
      await expect(days.getByText('Today')).toHaveCount(1);
      const pause = page.getByRole('button', { name: 'Pause animation' });
      await expect(pause).toHaveAttribute('aria-pressed', 'true');
      await untilHydrated(page);
      expect(await link.evaluate((element) => 'isFirst' in element)).toBe(true);
      // Removed from the page, not only hidden.
      for (const name of others) await expect(page.getByText(name, { exact: true })).toHaveCount(0);
    });
  }
});

test('prerendered-pages: while its HTML arrives in parts a page shifts nothing that it has shown', async ({
  page,
  request,
  site,
  started,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await watchShifts(page);
  // A server that sends only HTML. Other files come from the site, which gets no events of the page.
  let document: ServerResponse | undefined;
  const server = createServer((_, response) => {
    document = response.writeHead(200, { 'content-type': 'text/html' });
    document.flushHeaders();
  });
  const { origin } = await started(listen(server));
  await page.route(`${origin}/**`, async (route) => {
    const asked = route.request();
    if (asked.isNavigationRequest()) return route.fallback();
    if (asked.method() !== 'GET') return route.fulfill({ status: 204 });
    return route.fulfill({ response: await route.fetch({ url: asked.url().replace(origin, site.origin) }) });
  });
  /** Opens a page whose HTML arrives element by element, with time to paint each part. */
  const openSlowly = async (path: string) => {
    const html = await (await request.get(path)).text();
    const parts = html.split(/(?<=<\/(?:a|div|h\d|li|p|section|svg)>)/);
    expect(parts.length).toBeGreaterThan(30);
    await page.goto(origin + path, { waitUntil: 'commit' });
    for (const part of parts) {
      document?.write(part);
      await letFramesPass(page, 2);
    }
    document?.end();
  };
  // Today is the first or the last day of the sample week: no day before it is done, or all but one are.
  for (const day of ['2026-11-16', '2026-11-22'])
    await test.step(day, async () => {
      await page.clock.setFixedTime(`${day}T09:30:00+08:00`);
      await openSlowly('/');
      await expect(page.getByRole('link', { name: 'Enter retro mode' })).toBeVisible();
      await expect(page.getByText('Today', { exact: true })).toBeVisible();
      await expectShiftsBelow(page, 0.01);
    });
  await openSlowly('/retro');
  await expect(page.getByText(/^Stage \d: /)).toBeVisible();
  await expectShiftsBelow(page, 0.01);
});
