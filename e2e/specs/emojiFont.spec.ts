import { join } from 'node:path';
import { chromium, type Locator } from '@playwright/test';
import { restoreSession } from '../support/accounts.ts';
import { FONTS, launchOptions } from '../support/chromium.ts';
import { watchPaths } from '../support/network.ts';
import { dayCard, openComposer, insertTasks, taskRow, today } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

// A system without an emoji font. A system that has one downloads none: budget.spec.ts.

/** Returns how many of the visible pixels of an element are coloured: neither black nor white nor grey. */
async function colouredPixels(locator: Locator): Promise<number> {
  const screenshot = (await locator.screenshot()).toString('base64');
  return locator.evaluate(async (_, png) => {
    const bytes = Uint8Array.from(atob(png), (letter) => letter.codePointAt(0) ?? 0);
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    const { data = [] } = context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? {};
    let count = 0;
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, green = 0, blue = 0] = data.slice(at, at + 3);
      if (Math.max(red, green, blue) - Math.min(red, green, blue) > 60) count += 1;
    }
    return count;
  }, screenshot);
}

test('emoji-font: emoji of tasks, in titles, in the picker and in retro mode are drawn in colour', async ({
  account,
  site,
  started,
}) => {
  const options = launchOptions();
  const env = { ...options.env, FONTCONFIG_FILE: join(FONTS, 'withoutEmoji.conf') };
  // A browser of this test alone: another one for the worker would start everything else anew.
  const browser = await started(chromium.launch({ ...options, env }));
  const page = await browser.newPage({ baseURL: site.origin, timezoneId: 'Asia/Singapore' });
  await restoreSession(page.context(), account.session);
  const paths = watchPaths(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await insertTasks(account, [{ title: 'Cake 🎂', emoji: '🎯', task_date: today() }]);
  await page.goto('/dashboard');
  const row = taskRow(page, 'Cake 🎂');
  await expect.poll(() => colouredPixels(row.getByText('Cake 🎂'))).toBeGreaterThan(20);
  await expect.poll(() => colouredPixels(row.getByText('🎯'))).toBeGreaterThan(20);
  expect(paths.filter((path) => path.includes('twemoji'))).toHaveLength(1);

  await openComposer(page, today());
  const choices = dayCard(page, today()).getByRole('group', { name: 'Emoji' }).getByRole('button');
  await expect(choices).toHaveCount(16);
  expect(await colouredPixels(choices.first())).toBeGreaterThan(20);

  await page.goto('/retro/dashboard');
  await expect.poll(() => colouredPixels(page.getByText('🎯').first())).toBeGreaterThan(20);
});
