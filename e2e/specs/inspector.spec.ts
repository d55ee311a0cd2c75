import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { expect, test } from '../support/test.ts';

const inspector = (page: Page) => page.getByRole('dialog', { name: 'Who owns this page' });
const entry = (page: Page, name: string) =>
  inspector(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name }) });

/** The labels over the page: they are only visual, so they have no role. */
const label = (page: Page, text: RegExp) => page.locator('[data-label]').filter({ hasText: text });

const VERSION = /\d+\.\d+\.\d+-[0-9a-f]{12}/;

const toggleInspector = (page: Page) => page.keyboard.press('Alt+Shift+KeyI');

/** Checks that the panel and the label over the page show all facts of a remote. */
async function expectFacts(page: Page, remote: string): Promise<void> {
  const details = entry(page, remote);
  await expect(details.getByRole('button')).toHaveText(`${remote} live`);
  await expect(details).toContainText(VERSION);
  await expect(details).toContainText(/Loaded in: \d+ ms/);
  await expect(details).toContainText(/Size: [1-9][\d.]* kB/);
  await expect(details).toContainText(/Contract: \d/);
  await expect(label(page, new RegExp(`^${remote}`))).toHaveText(
    new RegExp(`^${remote} ${VERSION.source} · live · \\d+ ms · [\\d.]+ kB · \\d$`),
  );
}

test('the shortcut opens the inspector, which shows the owners of each page; Tab goes through them, and Escape returns the focus', async ({
  member: page,
}) => {
  await page.goto('/dashboard');
  const home = page.getByRole('link', { name: 'Home' }).first();
  await home.focus();
  await expect(page.locator('[data-label]')).toHaveCount(0);
  await toggleInspector(page);
  await expect(inspector(page)).toBeFocused();
  await expectFacts(page, 'planner');
  await expect(entry(page, 'shell')).toContainText(VERSION);
  // The other remotes are listed too.
  await expect(entry(page, 'retro')).toContainText(VERSION);
  await expect(entry(page, 'retro')).toContainText('Nothing of its own on this page.');

  const outlines = page.locator('[data-active]');
  await expect(outlines).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(inspector(page).getByRole('button', { name: 'Close the inspector' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(entry(page, 'planner').getByRole('button')).toBeFocused();
  await expect(outlines).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(entry(page, 'shell').getByRole('button')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(inspector(page)).toHaveCount(0);
  await expect(page.locator('[data-label]')).toHaveCount(0);
  await expect(home).toBeFocused();

  await toggleInspector(page);
  await page.getByRole('link', { name: 'Enter retro mode' }).click();
  await expect(page).toHaveURL('/retro');
  await expectFacts(page, 'retro');
  await expect(entry(page, 'planner')).toContainText('Nothing of its own on this page.');
});

test('the inspector that the address opens is accessible at every width, its outlines follow the page and shift nothing, and closing it focuses the heading', async ({
  member: page,
}) => {
  const heading = page.getByRole('heading', { level: 1 });
  for (const [index, remote] of ['retro', 'planner'].entries()) {
    const path = remote === 'retro' ? '/retro' : '/dashboard';
    await page.goto(`${path}?inspect`);
    await expect(inspector(page)).toBeFocused();
    await expect(entry(page, remote)).toContainText('live');
    await expect(heading).toBeVisible();
    await expectAccessible(page, `the inspector on ${path}`, index);
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 640 });
      for (const part of [inspector(page), label(page, new RegExp(`^${remote}`))])
        await expect(part).toBeInViewport({ ratio: 1 });
    }
    await inspector(page).getByRole('button', { name: 'Close the inspector' }).press('Enter');
    await expect(inspector(page)).toHaveCount(0);
    await expect(heading).toBeFocused();
  }

  await toggleInspector(page);
  await expectFacts(page, 'planner');
  const shifts = await page.evaluateHandle(() => {
    const entries: PerformanceEntry[] = [];
    new PerformanceObserver((list) => entries.push(...list.getEntries())).observe({ type: 'layout-shift' });
    return entries;
  });
  /** The distance between the top of the planner's outline and the top of the planner's first box. */
  const distance = () =>
    page.evaluate(() => {
      const labels = [...document.querySelectorAll('[data-label]')];
      const outline = labels.find((one) => one.textContent.startsWith('planner'))?.previousElementSibling;
      const tops = [...document.querySelectorAll('[data-remote="planner"] > *')]
        .map((child) => child.getBoundingClientRect())
        .filter(({ height }) => height > 4)
        .map(({ top }) => top);
      return Math.round(Math.abs((outline?.getBoundingClientRect().top ?? 9_999) - Math.min(...tops)));
    });
  for (const top of [0, 150, 700, 0]) {
    await page.evaluate((to) => scrollTo(0, to), top);
    await expect.poll(distance).toBe(0);
  }
  expect(await shifts.evaluate((entries) => entries.length)).toBe(0);
  // The same keys close it.
  await toggleInspector(page);
  await expect(inspector(page)).toHaveCount(0);
});
