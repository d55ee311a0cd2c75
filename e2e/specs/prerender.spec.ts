import { createServer, type ServerResponse } from 'node:http';
import type { Page } from '@playwright/test';
import { restoreSession } from '../support/accounts.ts';
import { shortDate, weekFrom, weekdayName } from '../support/calendar.ts';
import { PRERENDERED_PATHS } from '../support/documents.ts';
import { hold } from '../support/network.ts';
import { expectShiftsBelow, shiftsOf, watchShifts } from '../support/layoutShifts.ts';
import { letFramesPass } from '../support/motion.ts';
import { listen } from '../support/servers.ts';
import { expect, test, untilHydrated } from '../support/test.ts';

// Public pages are prerendered and hydrated: readable before, and without, any script.

const PAGES: Record<string, { heading: string | RegExp; title: string }> = {
  '/': { heading: 'Tap into a Better Space', title: 'The simplest way to organize your week' },
  '/about': { heading: /./, title: 'About Us' },
  '/jobs': { heading: 'Jobs', title: 'Jobs' },
  '/terms': { heading: 'Terms of Service', title: 'Terms of Service' },
  '/pricing': { heading: 'Pricing', title: 'Pricing' },
  '/rocket': { heading: 'You found the rocket', title: 'Rocket' },
  '/retro': { heading: /Better Space/, title: 'Retro mode' },
  '/retro/pricing': { heading: 'Choose your plan', title: 'Retro pricing' },
};
/** What pages state, and that nothing is for sale. */
const FACTS: Record<string, string[]> = {
  '/about': ['Our story', 'Our team', 'Our mission', 'From Singapore', 'applications are not open yet'],
  '/jobs': ['Four roles, all full-time in Singapore. Applications are not open yet.'],
  '/terms': ['Last updated: January 13, 2025', 'Nothing is charged: no plan is sold on this site'],
  '/pricing': ['Nothing is charged.'],
  '/retro/pricing': ['Neither is on sale'],
};

const holdScripts = (page: Page) => hold(page, { address: '**/*.js*' });

test('prerendered-pages, page-texts, honest-words: without scripts every public page is readable and styled, has a title, a description and a preview picture, and links the licences of what others made', async ({
  newVisitor,
  request,
  site,
}) => {
  const page = await newVisitor(undefined, { javaScriptEnabled: false });
  const descriptions = new Set<string | null>();
  for (const [path, { heading, title }] of Object.entries(PAGES)) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page).toHaveTitle(`Better Space — ${title}`);
      for (const fact of FACTS[path] ?? []) await expect(page.locator('main')).toContainText(fact);
      // The page's own styles and those of the sky apply.
      await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveCSS('font-size', '32px');
      const description = page.locator('meta[name="description"]');
      await expect(description).toHaveAttribute('content', /^.{40,160}$/);
      descriptions.add(await description.getAttribute('content'));
      // The other metadata of a page: shared/store/src/site.test.ts.
      await expect(page.locator('meta[name="robots"]')).toHaveCount(path === '/rocket' ? 1 : 0);
    });
  }
  expect(descriptions.size).toBe(Object.keys(PAGES).length);

  await test.step('a shared link has a preview picture', async () => {
    const address = await page.locator('meta[property="og:image"]').getAttribute('content');
    expect(address).toMatch(new RegExp(`^${site.origin}/`));
    const picture = await request.get(address ?? '');
    expect(picture.status()).toBe(200);
    expect(picture.headers()['content-type']).toBe('image/jpeg');
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
    const licences = parts.join('\n').matchAll(/^(## .*)\n([^]*?)(?=^## |$(?![^]))/gm);
    for (const [, heading = '', text = ''] of licences) {
      expect(heading).toMatch(/\(.+\)$/);
      expect(text.trim(), heading).not.toBe('');
    }
  });
});

test('prerendered-pages: a public page is hydrated without new elements or layout shifts', async ({
  page,
}) => {
  await watchShifts(page);
  for (const path of PRERENDERED_PATHS) {
    await test.step(path, async () => {
      // The scripts wait until the whole page is painted. While it arrives: below.
      const resume = await holdScripts(page);
      await page.goto(path, { waitUntil: 'commit' });
      await page.waitForFunction(
        () => document.readyState !== 'loading' && document.fonts.status === 'loaded',
      );
      await letFramesPass(page, 3);
      const before = (await shiftsOf(page)).length;
      await page.evaluate(() => {
        for (const element of document.querySelectorAll('#root *')) Object.assign(element, { isFirst: true });
      });
      resume();
      await untilHydrated(page);
      const preserved = await page.evaluate(() => {
        const all = [...document.querySelectorAll('h1, main, header a, main a, footer a')];
        return all.map((element) => 'isFirst' in element);
      });
      expect(preserved.length).toBeGreaterThan(4);
      expect(preserved).not.toContain(false);
      const shifts = (await shiftsOf(page)).slice(before);
      const sum = shifts.reduce((total, { value }) => total + value, 0);
      expect(sum, JSON.stringify(shifts)).toBeLessThan(0.001);
    });
  }
});

test('landing-page, prerendered-pages: before any script runs visitors and users see only their own link, weekdays without dates, no motion if it is paused, and the outline of a private page', async ({
  page,
  context,
  request,
  account,
}) => {
  // A Wednesday.
  await page.clock.setFixedTime('2027-03-10T12:00:00');
  await test.step('a visitor who paused the animation', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.addInitScript(() => {
      localStorage.setItem('better-space-motion', 'paused');
    });
    const resume = await holdScripts(page);
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.locator('html')).toHaveAttribute('data-motion', 'paused');
    const days = page.getByRole('list').filter({ has: page.getByRole('heading', { name: /^Monday/ }) });
    const week = weekFrom('2027-03-08');
    await expect(days.getByRole('heading', { level: 3 })).toHaveText(
      week.map((day) => new RegExp(`^${weekdayName(day)}\\s*$`)),
    );
    resume();
    await expect(days.getByRole('heading', { level: 3 })).toHaveText(
      week.map((day) => new RegExp(`${shortDate(day)}$`)),
    );
    await expect(days.getByText('Today')).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Pause animation' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
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

  const labels = ['Start for Free', 'Take Me to My Calendar'] as const;
  for (const [own, other] of [labels, labels.toReversed()]) {
    await test.step(`only ${own}`, async () => {
      if (own !== labels[0]) await restoreSession(context, account.session);
      const resume = await holdScripts(page);
      await page.goto('/', { waitUntil: 'commit' });
      const link = page.getByRole('link', { name: own ?? '' });
      await expect(link).toBeVisible();
      await expect(page.getByRole('link', { name: other ?? '' })).toBeHidden();
      await link.evaluate((element) => Object.assign(element, { isFirst: true }));
      resume();
      await untilHydrated(page);
      expect(await link.evaluate((element) => 'isFirst' in element)).toBe(true);
      // Removed from the page, not only hidden.
      await expect(page.locator('a', { hasText: other ?? '' })).toHaveCount(0);
    });
  }
});

/** Splits HTML after every eighth element of the body, and after each of the last forty, which form the page's frame. */
function splitHtml(html: string): string[] {
  const elements = html.split(/(?<=<\/\w+>)/);
  const body = elements.findIndex((element) => element.includes('<body'));
  const parts = [''];
  for (const [index, element] of elements.entries()) {
    parts.push((parts.pop() ?? '') + element);
    if (index >= body && (index % 8 === 0 || index >= elements.length - 40)) parts.push('');
  }
  return parts;
}

/**
 * Starts a proxy of a site that sends the document in parts: each call of `next` sends one part and returns false after
 * the last. Other files pass unchanged.
 */
async function startStreamingProxy(site: string) {
  let parts: string[] = [];
  let document: ServerResponse | undefined;
  const next = () => {
    document?.write(parts.shift() ?? '');
    if (parts.length === 0) document?.end();
    return parts.length > 0;
  };
  const proxy = createServer((request, response) => {
    void (async () => {
      // Events of the page are not forwarded.
      if (request.method !== 'GET') return response.writeHead(204).end();
      const upstream = await fetch(site + (request.url ?? ''), {
        headers: { accept: request.headers.accept ?? '*/*' },
      });
      response.statusCode = upstream.status;
      for (const [name, value] of upstream.headers)
        if (!/^(connection|content-(encoding|length)|transfer-encoding)$/.test(name))
          response.setHeader(name, value);
      if (!upstream.headers.get('content-type')?.startsWith('text/html'))
        return response.end(Buffer.from(await upstream.arrayBuffer()));
      parts = splitHtml(await upstream.text());
      document = response;
      return next();
    })().catch(() => response.destroy());
  });
  return { ...(await listen(proxy)), next };
}

test('prerendered-pages: while its HTML arrives in parts a page shifts nothing that it has shown', async ({
  page,
  site,
  started,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const stream = await started(startStreamingProxy(site.origin));
  await watchShifts(page);
  /** Opens a page whose HTML arrives in parts, with time to paint each part. */
  const openSlowly = async (path: string) => {
    await page.goto(stream.origin + path, { waitUntil: 'commit' });
    let parts = 0;
    for (; stream.next(); parts += 1) await letFramesPass(page, 2);
    expect(parts).toBeGreaterThan(50);
  };
  // Today is the first or the last day of the sample week: no day before it is done, or all but one are.
  for (const day of ['2026-11-16', '2026-11-22'])
    await test.step(day, async () => {
      await page.clock.setFixedTime(`${day}T09:30:00+08:00`);
      await openSlowly('/');
      await expect(page.getByRole('link', { name: 'Enter retro mode' })).toBeVisible();
      await expect(page.getByText('Today', { exact: true })).toBeVisible();
      expect(await shiftsOf(page)).toEqual([]);
    });
  await openSlowly('/retro');
  await expect(page.getByText(/^Stage \d: /)).toBeVisible();
  await expectShiftsBelow(page, 0.01);
});
