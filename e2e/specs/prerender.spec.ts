import type { Page } from '@playwright/test';
import { restoreSession } from '../support/accounts.ts';
import { shortDate, weekFrom, weekdayName } from '../support/calendar.ts';
import { hold } from '../support/network.ts';
import { expectShiftsBelow, shiftsSinceParsed, watchShifts } from '../support/layoutShifts.ts';
import { expect, test, untilHydrated } from '../support/test.ts';

// Public pages are prerendered and hydrated: readable before, and without, any script.

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
/** What search engines leave out. */
const UNLISTED = ['/rocket'];

const holdScripts = (page: Page) => hold(page, { address: '**/*.js*' });

/**
 * Runs in the page: loads the whole style sheet, of which the HTML contains a part. Returns the number of rules of both,
 * and the styles that change with the whole sheet.
 */
async function loadWholeSheet() {
  // One element for each distinct tag with attributes. Elements that appear later, and the shell's, are not compared.
  const all = [...document.querySelectorAll<HTMLElement>('[data-remote] :not(svg *)')];
  const elements = new Map(all.map((element) => [(element.cloneNode() as HTMLElement).outerHTML, element]));
  const styles = () =>
    [...elements].flatMap(([tag, element]) =>
      ['', '::before', '::after'].map((pseudo) => {
        const style = getComputedStyle(element, pseudo);
        // A pseudo-element without content is not rendered.
        const names = pseudo !== '' && style.content === 'none' ? ['content'] : [...style];
        const values = names.map((name) => `${name}: ${style.getPropertyValue(name)}`);
        return { what: `${tag}${pseudo}`, values };
      }),
    );
  const part = document.querySelector<HTMLStyleElement>('style[data-page]');
  if (!part) throw new Error('the page holds no part of a style sheet');
  const before = styles();
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = part.dataset['partOf'] ?? '';
  await new Promise((resolve, reject) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', reject);
    document.head.append(link);
  });
  const after = styles();
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

  test('prerendered-pages: every public page is readable and styled, and has a title and a description', async ({
    page,
  }) => {
    const descriptions = new Set<string | null>();
    for (const [path, { heading, title }] of Object.entries(PAGES)) {
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
        await expect(page).toHaveTitle(`Better Space — ${title}`);
        await expect(page.locator('main')).not.toBeEmpty();
        // The page's own styles and those of the sky apply.
        await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
        await expect(page.getByRole('heading', { level: 1 })).not.toHaveCSS('font-size', '32px');
        const meta = (name: string) => page.locator(`meta[name="${name}"]`);
        await expect(meta('description')).toHaveAttribute('content', /^.{40,160}$/);
        descriptions.add(await meta('description').getAttribute('content'));
        // The other metadata of a page: shared/store/src/pageHtml.test.ts.
        await expect(meta('robots')).toHaveCount(UNLISTED.includes(path) ? 1 : 0);
      });
    }
    expect(descriptions.size).toBe(Object.keys(PAGES).length);
  });
});

test('prerendered-pages: a public page is hydrated without new elements or layout shifts, and its inline styles are all that it needs', async ({
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
      const preserved = await page.evaluate(() => {
        const all = [...document.querySelectorAll('h1, main, header a, main a, footer a')];
        return all.map((element) => 'isFirst' in element);
      });
      expect(preserved.length).toBeGreaterThan(4);
      expect(preserved).not.toContain(false);
      // Shifts while the HTML arrives: streamedHtml.spec.ts.
      await expectShiftsBelow(page, 0.001, shiftsSinceParsed);

      const { rules, changed } = await page.evaluate(loadWholeSheet);
      expect(changed).toEqual([]);
      expect(rules.part).toBeGreaterThan(10);
      expect(rules.part).toBeLessThan(rules.whole);
    });
  }
});

test('a shared link has a preview picture', async ({ request, site }) => {
  const html = await (await request.get('/pricing')).text();
  const address = /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '';
  expect(address.startsWith(`${site.origin}/`)).toBe(true);
  const picture = await request.get(address);
  expect(picture.status()).toBe(200);
  expect(picture.headers()['content-type']).toBe('image/jpeg');
});

test('before any script runs, visitors and signed-in users each see only their own link', async ({
  page,
  context,
  account,
}) => {
  const labels = ['Start for Free', 'Take Me to My Calendar'] as const;
  for (const [own, other] of [labels, labels.toReversed()]) {
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
  }
});

test('the sample week shows its weekdays at once and its dates after hydration', async ({ page }) => {
  await page.clock.setFixedTime('2027-03-10T12:00:00');
  const resume = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  const days = page.getByRole('list').filter({ has: page.getByRole('heading', { name: /^Monday/ }) });
  await expect(days.getByRole('heading', { level: 3 })).toHaveText(
    weekFrom('2027-03-08').map((day) => new RegExp(`^${weekdayName(day)}\\s*$`)),
  );
  resume();
  await expect(days.getByRole('heading', { level: 3 })).toHaveText(
    weekFrom('2027-03-08').map((day) => new RegExp(`${shortDate(day)}$`)),
  );
  await expect(days.getByText('Today')).toHaveCount(1);
});

test('on a phone the sample week opens at today after navigation from another page', async ({ page }) => {
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

test('a visitor who paused the animation gets a page without motion from the start', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    localStorage.setItem('better-space-motion', 'paused');
  });
  const resume = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-motion', 'paused');
  resume();
  await expect(page.getByRole('button', { name: 'Pause animation' })).toHaveAttribute('aria-pressed', 'true');
});

test('a page that is not public shows an outline at once', async ({ page, request }) => {
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
