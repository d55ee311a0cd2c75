import type { Page } from '@playwright/test';
import { dayAfter, mondayOf, weekdayName } from '../support/calendar.ts';
import { motionsOf } from '../support/motion.ts';
import { plantTasks } from '../support/planner.ts';
import { shiftsOf, sumOf, watchShifts } from '../support/quiet.ts';
import { today } from '../support/tasks.ts';
import { expect, test } from '../support/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

// Retro as a world of its own: its faces, its dog, its pause key, its score, and every width.

const monday = mondayOf(today());
const PAGES = ['/retro', '/retro/auth', '/retro/pricing', '/retro/dashboard'];

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const pauseKey = (page: Page) => page.getByRole('button', { name: 'Pause animation', exact: true });
const dog = (page: Page) => page.getByTestId('flying-dog');
const days = (page: Page) =>
  page.getByRole('region', { name: /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day \d+$/ });

/** How many animations of the page go on and on. */
const movements = async (page: Page) => (await motionsOf(page)).filter(({ isEndless }) => isEndless).length;

/** Keeps every font on its way until it is let go. */
async function holdFonts(page: Page): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    await gate.promise;
    await route.fallback();
  });
  return gate.resolve;
}

test('the pixel faces are there, and only there', async ({ page }) => {
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(new URL(request.url()).pathname);
  });
  await page.goto('/pricing');
  await expect(heading(page)).toBeVisible();
  expect(fonts.filter((font) => /press-start|vt323/.test(font))).toEqual([]);

  await page.goto('/retro/pricing');
  await expect(heading(page)).toHaveCSS('font-family', /^"Press Start 2P"/);
  await expect(page.getByRole('definition').first()).toHaveCSS('font-family', /^VT323/);
  await expect
    .poll(() =>
      page.evaluate(() =>
        [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
      ),
    )
    .toEqual(expect.arrayContaining(['Press Start 2P', 'VT323']));
  expect(fonts.filter((font) => /press-start|vt323/.test(font))).toHaveLength(2);
});

test('nothing moves out of its place when fonts and tasks come late', async ({
  signedInPage: page,
  account,
}) => {
  await plantTasks(account, [
    { title: 'A title long enough to take a second line in every column', task_date: monday, starred: true },
    { title: 'Done', task_date: dayAfter(monday, 2), completed: true },
  ]);
  await watchShifts(page);
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of PAGES.filter((path) => path !== '/retro/auth')) {
      const letFontsGo = await holdFonts(page);
      const answer = Promise.withResolvers<void>();
      await page.route('**/rest/v1/tasks*', async (route) => {
        await answer.promise;
        await route.fallback();
      });
      // Fonts that a page's own HTML names hold its load event.
      await page.goto(path, { waitUntil: 'commit' });
      await expect(heading(page)).toBeVisible();
      if (path.endsWith('dashboard')) await expect(page.getByText('LOADING', { exact: true })).toBeVisible();
      answer.resolve();
      if (path.endsWith('dashboard')) await expect(page.getByText('DONE 1/2', { exact: true })).toBeVisible();
      letFontsGo();
      await page.evaluate(() => document.fonts.ready);
      expect(sumOf(await shiftsOf(page)), `${path} at ${width} px`).toBeLessThanOrEqual(0.01);
      await page.unrouteAll({ behavior: 'wait' });
    }
  }
});

test('the dog flies across every retro page, in the way of nothing, until it is paused', async ({
  signedInPage: page,
}) => {
  await page.goto('/retro/dashboard');
  await expect(dog(page)).toBeInViewport();
  await expect(dog(page)).toHaveAttribute('aria-hidden', 'true');
  await expect(dog(page)).toHaveCSS('pointer-events', 'none');
  await expect(pauseKey(page)).toHaveAttribute('aria-pressed', 'false');
  expect(await movements(page)).toBeGreaterThan(0);

  await pauseKey(page).click();
  await expect(pauseKey(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(pauseKey(page)).toBeFocused();
  await expect.poll(() => movements(page)).toBe(0);
  // The choice is the site's, and remembered.
  await page.reload();
  await expect(pauseKey(page)).toHaveAttribute('aria-pressed', 'true');
  for (const path of ['/retro', '/retro/pricing']) {
    await page.goto(path);
    await expect(dog(page)).toBeInViewport();
    await expect(pauseKey(page)).toHaveAttribute('aria-pressed', 'true');
    expect(await movements(page), path).toBe(0);
  }
  await pauseKey(page).press('Enter');
  await expect(pauseKey(page)).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => movements(page)).toBeGreaterThan(0);
});

test('with reduced motion the dog is there and nothing moves', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of ['/retro', '/retro/auth', '/retro/pricing']) {
    await page.goto(path);
    await expect(heading(page)).toBeVisible();
    await expect(dog(page)).toBeInViewport();
    expect(await movements(page), path).toBe(0);
  }
});

test('the score counts what is done, and a week that is done is celebrated', async ({
  signedInPage: page,
  account,
}) => {
  await plantTasks(account, [
    { title: 'Done', task_date: monday, completed: true },
    { title: 'Open', task_date: dayAfter(monday, 6) },
    { title: 'Done next week', task_date: dayAfter(monday, 7), completed: true },
  ]);
  await page.goto('/retro/dashboard');
  await expect(page.getByText('DONE 1/2', { exact: true })).toBeVisible();
  await expect(page.getByText('Week clear!')).toHaveCount(0);
  await page.getByRole('button', { name: 'Next week' }).click();
  await expect(page.getByText('DONE 1/1')).toBeVisible();
  await expect(page.getByText('Week clear!', { exact: true })).toBeVisible();
});

test('TODAY leads back to this week, by keyboard, without losing the focus', async ({
  signedInPage: page,
}) => {
  await page.goto('/retro/dashboard');
  await expect(days(page).filter({ has: page.getByText('Today', { exact: true }) })).toHaveCount(1);
  for (let step = 0; step < 5; step += 1) {
    await page.getByRole('button', { name: 'Next week' }).press('Enter');
  }
  await expect(days(page).filter({ has: page.getByText('Today', { exact: true }) })).toHaveCount(0);
  const key = page.getByRole('button', { name: 'TODAY', exact: true });
  await key.press('Enter');
  await expect(
    days(page).and(page.getByRole('region', { name: new RegExp(`^${weekdayName(today())} `) })),
  ).toHaveAttribute('aria-current', 'date');
  await expect(key).toBeFocused();
});

test('one column on a phone, seven on a desktop, never anything to scroll sideways, also with text at 200 %', async ({
  signedInPage: page,
  account,
}) => {
  await plantTasks(account, [{ title: 'x'.repeat(200), task_date: monday, starred: true }]);
  for (const [width, columns] of [
    [320, 1],
    [768, 4],
    [1280, 7],
    [1960, 7],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of PAGES) {
      await page.goto(path);
      await expect(heading(page)).toBeVisible();
      for (const size of ['100%', '200%']) {
        const excess = await page.evaluate((size) => {
          document.documentElement.style.fontSize = size;
          const { scrollWidth, clientWidth } = document.documentElement;
          return scrollWidth - clientWidth;
        }, size);
        expect.soft(excess, `${path} at ${width} px, text at ${size}`).toBe(0);
      }
    }
    await page.reload();
    await expect(days(page)).toHaveCount(7);
    await expect
      .poll(
        () =>
          days(page).evaluateAll((all) => new Set(all.map((day) => day.getBoundingClientRect().left)).size),
        `columns at ${width} px`,
      )
      .toBe(columns);
  }
});

test('on paper the week is black on white, without keys, hills or dog', async ({
  signedInPage: page,
  account,
}) => {
  await plantTasks(account, [{ title: 'Water the plants', task_date: today(), starred: true }]);
  await page.goto('/retro/dashboard');
  const title = page.getByText('Water the plants', { exact: true });
  await expect(title).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(title).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(heading(page)).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(days(page).filter({ has: title }).getByRole('heading')).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(dog(page)).toBeHidden();
  await expect(page.getByRole('button')).toHaveCount(0);
});
