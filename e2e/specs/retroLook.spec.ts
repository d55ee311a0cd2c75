import type { Page } from '@playwright/test';
import { sidewaysExcess } from '../support/axe.ts';
import { insertTasks, today } from '../support/planner.ts';
import { motionsOf } from '../support/motion.ts';
import { expect, test } from '../support/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

// Retro's own look: its fonts, its dog, its pause button. accessibility.spec.ts tests that nothing scrolls sideways when
// enlarged, layoutShifts.spec.ts that nothing moves when fonts and tasks arrive late.

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const pauseButton = (page: Page) => page.getByRole('button', { name: 'Pause animation', exact: true });
const dog = (page: Page) => page.getByTestId('flying-dog');
const days = (page: Page) =>
  page.getByRole('region', { name: /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day \d+$/ });

/** Returns the number of endless animations of the page. */
const animations = async (page: Page) => (await motionsOf(page)).filter(({ isEndless }) => isEndless).length;

test('retro-landing: the dog flies across every retro page until it is paused', async ({ member: page }) => {
  await page.goto('/retro/dashboard');
  await expect(dog(page)).toBeInViewport();
  await expect(dog(page)).toHaveAttribute('aria-hidden', 'true');
  await expect(dog(page)).toHaveCSS('pointer-events', 'none');
  await expect(pauseButton(page)).toHaveAttribute('aria-pressed', 'false');
  expect(await animations(page)).toBeGreaterThan(0);

  await pauseButton(page).click();
  await expect(pauseButton(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(pauseButton(page)).toBeFocused();
  await expect.poll(() => animations(page)).toBe(0);
  // The choice applies to all pages and is stored.
  for (const path of ['/retro', '/retro/pricing']) {
    await page.goto(path);
    await expect(dog(page)).toBeInViewport();
    await expect(pauseButton(page)).toHaveAttribute('aria-pressed', 'true');
    expect(await animations(page), path).toBe(0);
  }
  await pauseButton(page).press('Enter');
  await expect(pauseButton(page)).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => animations(page)).toBeGreaterThan(0);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of ['/retro', '/retro/pricing']) {
    await page.goto(path);
    await expect(heading(page)).toBeVisible();
    await expect(dog(page)).toBeInViewport();
    expect(await animations(page), `${path}, reduced motion`).toBe(0);
  }
});

test('the week has its own fonts and columns, and is printed in black without controls', async ({
  member: page,
  account,
}) => {
  await insertTasks(account, [{ title: 'Water the plants', task_date: today(), starred: true }]);
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
    const countColumns = () =>
      days(page).evaluateAll((all) => new Set(all.map((day) => day.getBoundingClientRect().left)).size);
    await expect.poll(countColumns, `columns at ${width} px`).toBe(columns);
    expect.soft(await sidewaysExcess(page), `pixels to scroll sideways at ${width} px`).toBe(0);
  }

  await page.emulateMedia({ media: 'print' });
  await expect(title).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(heading(page)).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(days(page).filter({ has: title }).getByRole('heading')).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(dog(page)).toBeHidden();
  await expect(page.getByRole('button')).toHaveCount(0);
});
