import type { Page } from '@playwright/test';
import { restoreSession } from '../support/accounts.ts';
import { shortDate, weekFrom, weekdayName } from '../support/calendar.ts';
import { hold } from '../support/network.ts';
import { expectShiftsBelow, shiftsSinceParsed, watchShifts } from '../support/layoutShifts.ts';
import { expect, test, untilHydrated } from '../support/test.ts';

// Public pages are prerendered and hydrated (rule prerendered-pages): readable before, and without, any script.

const PAGES = {
  '/': { heading: 'Tap into a Better Space', title: 'The simplest way to organize your week' },
  '/about': { heading: /./, title: 'About Us' },
  '/jobs': { heading: 'Jobs', title: 'Jobs' },
  '/terms': { heading: 'Terms of Service', title: 'Terms of Service' },
  '/pricing': { heading: 'Pricing', title: 'Pricing' },
  '/rocket': { heading: 'You found the rocket', title: 'Rocket' },
  '/retro': { heading: /Better Space/, title: 'Retro mode' },
  '/retro/pricing': { heading: 'Choose your plan', title: 'Retro pricing' },
} as const;
/** What search engines leave out (rule hidden-page). */
const UNLISTED = ['/rocket'];

const holdScripts = (page: Page) => hold(page, { address: '**/*.js*' });

/**
 * Runs in the page: brings the whole of the style sheet of which the page holds a part. Returns how long both are, and the
 * elements that look different with the whole one.
 */
async function bringWholeSheet() {
  // Of elements that are written alike the last one. What comes meanwhile is not compared, and neither is the shell's.
  const all = [...document.querySelectorAll<HTMLElement>('[data-remote] :not(svg *)')];
  const elements = new Map(all.map((element) => [(element.cloneNode() as HTMLElement).outerHTML, element]));
  const looks = () =>
    [...elements].flatMap(([tag, element]) =>
      ['', '::before', '::after'].map((pseudo) => {
        const style = getComputedStyle(element, pseudo);
        // A pseudo-element without content is not there.
        const names = pseudo !== '' && style.content === 'none' ? ['content'] : [...style];
        const values = names.map((name) => `${name}: ${style.getPropertyValue(name)}`);
        return { what: `${tag}${pseudo}`, values };
      }),
    );
  const part = document.querySelector<HTMLStyleElement>('style[data-page]');
  if (!part) throw new Error('the page holds no part of a style sheet');
  const before = looks();
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = part.dataset['partOf'] ?? '';
  await new Promise((resolve, reject) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', reject);
    document.head.append(link);
  });
  const after = looks();
  return {
    rules: { part: part.sheet?.cssRules.length ?? 0, whole: link.sheet?.cssRules.length ?? 0 },
    changed: before.flatMap(({ what, values }, index) =>
      values
        .filter((value, place) => value !== after[index]?.values[place])
        .map((value) => `${what} ${value}`),
    ),
  };
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every public page can be read, looks as it should and says what it is', async ({ page }) => {
    const descriptions = new Set<string | null>();
    for (const [path, { heading, title }] of Object.entries(PAGES)) {
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
        await expect(page).toHaveTitle(`Better Space — ${title}`);
        await expect(page.locator('main')).not.toBeEmpty();
        // Its own styles and the sky's are there.
        await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
        await expect(page.getByRole('heading', { level: 1 })).not.toHaveCSS('font-size', '32px');
        const meta = (name: string) => page.locator(`meta[name="${name}"]`);
        await expect(meta('description')).toHaveAttribute('content', /^.{40,160}$/);
        descriptions.add(await meta('description').getAttribute('content'));
        // What else an address says of its page: shared/store/src/pageHtml.test.ts.
        await expect(meta('robots')).toHaveCount(UNLISTED.includes(path) ? 1 : 0);
      });
    }
    expect(descriptions.size).toBe(Object.keys(PAGES).length);
  });
});

test("a public page is brought to life without being made anew, nothing moves, and the part of its remote's style sheet that it brings is what it needs", async ({
  page,
}) => {
  await watchShifts(page);
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      for (const element of document.querySelectorAll('#root *')) Object.assign(element, { isFirst: true });
    });
  });
  for (const path of Object.keys(PAGES)) {
    await test.step(path, async () => {
      await page.goto(path);
      const kept = await page.evaluate(() => {
        const all = [...document.querySelectorAll('h1, main, header a, main a, footer a')];
        return all.map((element) => 'isFirst' in element);
      });
      expect(kept.length).toBeGreaterThan(4);
      expect(kept).not.toContain(false);
      // What moves while the HTML arrives: streamedHtml.spec.ts.
      await expectShiftsBelow(page, 0.001, shiftsSinceParsed);

      const { rules, changed } = await page.evaluate(bringWholeSheet);
      expect(changed).toEqual([]);
      expect(rules.part).toBeGreaterThan(10);
      expect(rules.part).toBeLessThan(rules.whole);
    });
  }
});

test('a shared link comes with a picture', async ({ request, site }) => {
  const html = await (await request.get('/pricing')).text();
  const address = /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '';
  expect(address.startsWith(`${site.origin}/`)).toBe(true);
  const picture = await request.get(address);
  expect(picture.status()).toBe(200);
  expect(picture.headers()['content-type']).toBe('image/jpeg');
});

test('a visitor and a member see their own way on before any script has run, and no other', async ({
  page,
  context,
  account,
}) => {
  const ways = ['Start for Free', 'Take Me to My Calendar'] as const;
  for (const [mine, other] of [ways, ways.toReversed()]) {
    if (mine !== ways[0]) await restoreSession(context, account.session);
    const letGo = await holdScripts(page);
    await page.goto('/', { waitUntil: 'commit' });
    const link = page.getByRole('link', { name: mine ?? '' });
    await expect(link).toBeVisible();
    await expect(page.getByRole('link', { name: other ?? '' })).toBeHidden();
    await link.evaluate((element) => Object.assign(element, { isFirst: true }));
    letGo();
    await untilHydrated(page);
    expect(await link.evaluate((element) => 'isFirst' in element)).toBe(true);
    // Gone from the page, not only from sight.
    await expect(page.locator('a', { hasText: other ?? '' })).toHaveCount(0);
  }
});

test('the sample week names its days at once and its dates when it is alive', async ({ page }) => {
  await page.clock.setFixedTime('2027-03-10T12:00:00');
  const letGo = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  const days = page.getByRole('list').filter({ has: page.getByRole('heading', { name: /^Monday/ }) });
  await expect(days.getByRole('heading', { level: 3 })).toHaveText(
    weekFrom('2027-03-08').map((day) => new RegExp(`^${weekdayName(day)}\\s*$`)),
  );
  letGo();
  await expect(days.getByRole('heading', { level: 3 })).toHaveText(
    weekFrom('2027-03-08').map((day) => new RegExp(`${shortDate(day)}$`)),
  );
  await expect(days.getByText('Today')).toHaveCount(1);
});

test('on a phone the sample week opens at today for a visitor from another page', async ({ page }) => {
  await page.clock.setFixedTime('2027-03-10T12:00:00');
  await page.setViewportSize({ width: 320, height: 640 });
  const row = page.getByRole('region', { name: 'The days of the sample week' });
  await page.goto('/');
  await expect(row.getByText('Today')).toHaveCount(1);
  await expect(row.getByRole('heading', { name: /^Monday/ })).toBeInViewport();

  await page.goto('/pricing');
  await page.getByRole('link', { name: 'Home' }).first().click();
  await expect(row.getByRole('heading', { name: /^Wednesday/ })).toBeInViewport();
  await expect(row.getByRole('heading', { name: /^Monday/ })).not.toBeInViewport();
});

test('a visitor who paused the animation meets a page that stands still', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    localStorage.setItem('better-space-motion', 'paused');
  });
  const letGo = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-motion', 'paused');
  letGo();
  await expect(page.getByRole('button', { name: 'Pause animation' })).toHaveAttribute('aria-pressed', 'true');
});

test('a page that is not public shows an outline at once', async ({ page, request }) => {
  const letGo = await holdScripts(page);
  await page.goto('/dashboard', { waitUntil: 'commit' });
  await expect(page.locator('main[aria-busy="true"]')).toBeAttached();
  await expect(page).toHaveTitle('Better Space — Dashboard');
  letGo();
  await expect(page).toHaveURL('/auth');

  // Playwright's pages without JavaScript do not show it, browsers do.
  const html = await (await request.get('/dashboard')).text();
  expect(html).toContain('<p>This part of Better Space needs JavaScript.');
});
