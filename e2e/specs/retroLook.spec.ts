import type { Page } from '@playwright/test';
import { sidewaysExcess } from '../support/axe.ts';
import { plantTasks, today } from '../support/planner.ts';
import { motionsOf } from '../support/motion.ts';
import { expect, test } from '../support/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

// Retro as a world of its own: its faces, its dog, its pause key. That nothing scrolls sideways, however the page is enlarged,
// is in accessibility.spec.ts; that nothing moves while fonts and tasks come late, in layoutShifts.spec.ts.

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const pauseKey = (page: Page) => page.getByRole('button', { name: 'Pause animation', exact: true });
const dog = (page: Page) => page.getByTestId('flying-dog');
const days = (page: Page) =>
  page.getByRole('region', { name: /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day \d+$/ });

/** How many animations of the page go on and on. */
const movements = async (page: Page) => (await motionsOf(page)).filter(({ isEndless }) => isEndless).length;

test('the dog flies across every retro page until it is paused', async ({ member: page }) => {
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
  for (const path of ['/retro', '/retro/pricing']) {
    await page.goto(path);
    await expect(dog(page)).toBeInViewport();
    await expect(pauseKey(page)).toHaveAttribute('aria-pressed', 'true');
    expect(await movements(page), path).toBe(0);
  }
  await pauseKey(page).press('Enter');
  await expect(pauseKey(page)).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => movements(page)).toBeGreaterThan(0);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of ['/retro', '/retro/pricing']) {
    await page.goto(path);
    await expect(heading(page)).toBeVisible();
    await expect(dog(page)).toBeInViewport();
    expect(await movements(page), `${path}, reduced motion`).toBe(0);
  }
});

test('the week has its own faces and columns, and is printed plain', async ({ member: page, account }) => {
  await plantTasks(account, [{ title: 'Water the plants', task_date: today(), starred: true }]);
  await page.goto('/retro/dashboard');
  const title = page.getByText('Water the plants', { exact: true });
  await expect(title).toBeVisible();
  await expect(heading(page)).toHaveCSS('font-family', /^"Press Start 2P"/);
  const loaded = () =>
    page.evaluate(() =>
      [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
    );
  await expect.poll(loaded).toEqual(expect.arrayContaining(['Press Start 2P', 'VT323']));
  for (const [width, columns] of [
    [320, 1],
    [768, 4],
    [1280, 7],
    [1960, 7],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const places = () =>
      days(page).evaluateAll((all) => new Set(all.map((day) => day.getBoundingClientRect().left)).size);
    await expect.poll(places, `columns at ${width} px`).toBe(columns);
    expect.soft(await sidewaysExcess(page), `pixels to scroll sideways at ${width} px`).toBe(0);
  }

  await page.emulateMedia({ media: 'print' });
  await expect(title).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(heading(page)).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(days(page).filter({ has: title }).getByRole('heading')).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(dog(page)).toBeHidden();
  await expect(page.getByRole('button')).toHaveCount(0);
});
