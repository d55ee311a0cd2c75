import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

/** How far the page itself could be scrolled sideways. */
const excessWidth = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Letters twice as large, as a browser's setting makes them. */
const doubleText = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '32px';
  });

const sampleDay = (page: Page, name: string) =>
  page.getByRole('heading', { level: 3, name: new RegExp(`^${name}`) });
const sampleDays = (page: Page) => page.getByRole('region', { name: 'The days of the sample week' });

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('the sample week is one row, opened at today, that the arrow keys turn', async ({ page }) => {
    await page.clock.setFixedTime('2026-11-18T12:00:00+08:00');
    await page.goto('/');
    await sampleDays(page).scrollIntoViewIfNeeded();
    await expect(sampleDay(page, 'Wednesday')).toBeInViewport();
    await expect(sampleDay(page, 'Monday')).not.toBeInViewport();

    await page.getByRole('link', { name: 'Already have an account? Sign in' }).focus();
    await page.keyboard.press('Tab');
    await expect(sampleDays(page)).toBeFocused();
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
    await expect(sampleDay(page, 'Monday')).toBeInViewport({ ratio: 1 });
    expect(await excessWidth(page)).toBe(0);
  });
});

test('where the whole sample week fits, it is no tab stop', async ({ page }) => {
  await page.goto('/');
  await expect(sampleDay(page, 'Sunday')).toBeVisible();
  await expect(sampleDays(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Already have an account? Sign in' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Get Started Free' })).toBeFocused();
});

for (const width of [640, 1280]) {
  test(`with letters twice as large nothing sticks out at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const path of ['/', '/about', '/jobs', '/terms', '/pricing', '/rocket']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await doubleText(page);
      expect.soft(await excessWidth(page), path).toBe(0);
    }
  });
}

test('in forced colours the headline is readable and a star is still a star', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/');
  const lit = page.getByRole('heading', { level: 1 }).getByText('Better Space');
  await expect(lit).toHaveCSS('background-image', 'none');
  await expect(lit).not.toHaveCSS('-webkit-text-fill-color', 'rgba(0, 0, 0, 0)');
  await expect(page.getByText('Starred', { exact: true })).toHaveCount(7);
});
