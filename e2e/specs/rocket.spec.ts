import type { Page } from '@playwright/test';
import { motionsOf } from '../support/motion.ts';
import { expect, test } from '../support/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const status = (page: Page) => page.getByRole('main').getByRole('status');
const button = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });

const IN_ORBIT = /^In orbit\./;

/** Opens the page on a clock that the test winds. */
async function openPad(page: Page): Promise<void> {
  await page.clock.install();
  await page.goto('/rocket');
  await expect(status(page)).toHaveText('On the pad. Everything is ready.');
}

test('the rocket is launched, stopped, launched again and landed with the keyboard, and the focus stays; a pause in flight finds it where it was going', async ({
  page,
}) => {
  await openPad(page);
  await button(page, 'Launch').focus();
  await page.keyboard.press('Enter');
  await expect(status(page)).toHaveText('Three … desk cleared.');
  await page.clock.runFor(1000);
  await expect(status(page)).toHaveText('Two … tabs closed.');
  await expect(button(page, 'Stop the countdown')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(status(page)).toHaveText('Countdown stopped. The rocket is still on the pad.');
  await page.clock.runFor(10_000);
  await expect(button(page, 'Launch')).toBeFocused();

  await page.keyboard.press('Enter');
  await page.clock.runFor(3000);
  await expect(status(page)).toHaveText('Lift-off!');
  await expect(button(page, 'In flight')).toBeFocused();
  await expect(button(page, 'In flight')).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Enter');
  await page.clock.runFor(4000);
  await expect(status(page)).toHaveText('Space begins here, by common agreement.');
  await expect(page.getByText('100 km')).toBeVisible();
  await page.clock.runFor(2000);
  await expect(status(page)).toHaveText(IN_ORBIT);

  await expect(button(page, 'Land again')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(status(page)).toHaveText('Coming home …');
  await page.clock.runFor(2400);
  await expect(status(page)).toHaveText('Safely down. Ready whenever you are.');
  await expect(button(page, 'Launch')).toBeFocused();

  await page.keyboard.press('Enter');
  await page.clock.runFor(3000);
  await expect(status(page)).toHaveText('Lift-off!');
  await page.getByRole('button', { name: 'Pause animation' }).click();
  await page.clock.runFor(100);
  await expect(status(page)).toHaveText(IN_ORBIT);
});

test('with reduced motion the rocket is in orbit without a flight', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openPad(page);
  await button(page, 'Launch').click();
  await page.clock.runFor(3000);
  await expect(status(page)).toHaveText(IN_ORBIT);
  expect(await motionsOf(page)).toEqual([]);
  await button(page, 'Land again').click();
  await expect(status(page)).toHaveText('Safely down. Ready whenever you are.');
  expect(await motionsOf(page)).toEqual([]);
});
