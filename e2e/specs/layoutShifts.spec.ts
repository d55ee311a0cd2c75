import type { Locator, Page } from '@playwright/test';
import { dayAfter } from '../support/calendar.ts';
import { MEMBER_PATHS, VISITOR_PATHS } from '../support/documents.ts';
import { nameField } from '../support/forms.ts';
import { expectShiftsBelow, settle } from '../support/layoutShifts.ts';
import { REQUESTS, hold } from '../support/network.ts';
import {
  dayCard,
  insertTasks,
  monday,
  openComposer,
  sampleWeekFrom,
  showWeekAfterLeftovers,
} from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

// The pause button is shown only to people who want motion.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

// What is on the screen stays where it is while the rest arrives.

/** A slow phone connection: content that arrives late could push the content that is shown. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 100_000 };
const PHONE = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };
const LAPTOP = { viewport: { width: 1280, height: 900 } };

/** Makes each time that a page is opened a first visit, without the saved week of the one before, and pauses the sky. */
const prepare = (page: Page) =>
  page.addInitScript(() => {
    localStorage.setItem('better-space-motion', 'paused');
    for (const key of Object.keys(localStorage))
      if (key.startsWith('better-space-kept:')) localStorage.removeItem(key);
  });

async function expectNoShiftOnLoad(page: Page, path: string): Promise<void> {
  if (path === '/dashboard') await showWeekAfterLeftovers(page);
  await page.goto(path);
  if (path.endsWith('dashboard'))
    await expect(page.getByText('Look back at the week').first()).toBeAttached();
  await settle(page);
  // The admin page redirects.
  if (path !== '/admin') await expect(page).toHaveURL(path);
  await expectShiftsBelow(page, 0.01);
}

/** Texts and controls, not the boxes around them, that the two controls at the bottom cover at the end of the page. */
const coveredBy = (corner: Locator) =>
  corner.evaluate((element) => {
    scrollTo(0, document.documentElement.scrollHeight);
    const fixed = element.getBoundingClientRect();
    const isContent = (node: Element) =>
      node.matches('a, button, input, textarea, select') ||
      [...node.childNodes].some(
        ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim(),
      );
    const isCovered = (node: Element) => {
      const { left, right, top, bottom, width } = node.getBoundingClientRect();
      return (
        width > 1 && left < fixed.right && right > fixed.left && top < fixed.bottom && bottom > fixed.top
      );
    };
    return [...document.querySelectorAll('main *, header *, footer *')]
      .filter(
        (node) => isContent(node) && node.checkVisibility({ visibilityProperty: true }) && isCovered(node),
      )
      .map((node) => `${location.pathname}: ${node.tagName} ${node.textContent.trim().slice(0, 40)}`);
  });

/** Expects that the two fixed controls are large enough for a finger and cover no end of the page, and that it zooms into no field. */
async function expectFitForFinger(page: Page): Promise<void> {
  const corner = page.getByRole('complementary', { name: 'Animation and retro mode' });
  if (!page.url().includes('/retro')) {
    const controls = corner.locator('a, button').filter({ visible: true });
    await expect(controls).toHaveCount(2);
    const sides = await controls.evaluateAll((all) =>
      all.map((control) => {
        const { width, height } = control.getBoundingClientRect();
        return Math.min(width, height);
      }),
    );
    expect.soft(Math.min(...sides)).toBeGreaterThanOrEqual(44);
    expect.soft(await coveredBy(corner)).toEqual([]);
  }
  const fields = page.locator('input:not([type="checkbox"]), textarea, select');
  const sizes = await fields.evaluateAll((all) => all.map((field) => getComputedStyle(field).fontSize));
  expect.soft(sizes.filter((size) => Number.parseFloat(size) < 16)).toEqual([]);
}

for (const [visitor, visits] of [
  ['a visitor', [[PHONE, VISITOR_PATHS]]],
  [
    'a user',
    [
      [PHONE, MEMBER_PATHS],
      [LAPTOP, ['/', '/pricing', '/retro', '/no-such-page']],
    ],
  ],
] as const) {
  test(`page-owners, retro-landing, any-device: every page loads without a layout shift, a console message or a request to another site, and suits fingers on a phone: ${visitor}`, async ({
    newVisitor,
    account,
    site,
  }) => {
    test.setTimeout(240_000);
    await insertTasks(account, sampleWeekFrom(monday));
    await account.client.from('profiles').update({ display_name: 'Mei Lin' }).eq('id', account.id);
    const session = visitor === 'a user' ? account.session : undefined;
    for (const [device, paths] of visits) {
      const page = await newVisitor(session, device);
      await prepare(page);
      const addresses: string[] = [];
      page.on('request', (request) => addresses.push(request.url()));
      page.on('websocket', (socket) => addresses.push(socket.url())); // ws:, so no socket is of this site
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Network.emulateNetworkConditions', SLOW);
      // Files from a cache would not arrive late.
      await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
      for (const path of paths)
        await test.step(`${path}, ${device.viewport.width} px`, async () => {
          await expectNoShiftOnLoad(page, path);
          if (device === PHONE) await expectFitForFinger(page);
          if (path !== '/dashboard') return;
          await openComposer(page, monday);
          await expectFitForFinger(page);
          await page.getByRole('button', { name: 'Search' }).tap();
          await expect(page.getByRole('combobox')).toBeVisible();
          await expectFitForFinger(page);
        });
      // Data and blob addresses are part of a page itself; the content security policy decides whether they are allowed.
      const isOwn = (address: string) =>
        /^(data|blob):/.test(address) || new URL(address).origin === site.origin;
      expect.soft(addresses.filter((address) => !isOwn(address))).toEqual([]);
    }
  });
}

test('week-view, settings-cards: a week and a profile that arrive late shift nothing, however wide the window and full the week', async ({
  member: page,
  account,
}) => {
  await prepare(page);
  /** Opens a page in a window, and lets its data arrive once its frame is shown. */
  const openLate = async (path: '/dashboard' | '/settings', width: number, height: number) => {
    const isWeek = path === '/dashboard';
    const card = isWeek ? dayCard(page, monday) : page.getByRole('region', { name: 'Profile Information' });
    await page.setViewportSize({ width, height });
    if (isWeek) await showWeekAfterLeftovers(page);
    const resume = await hold(page, isWeek ? REQUESTS.readTasks : REQUESTS.readProfile);
    await page.goto(path);
    await expect(card).toHaveAttribute('aria-busy', 'true');
    resume();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    if (isWeek) await expect(page.getByRole('button', { name: 'Add task' })).toHaveCount(7);
    else await expect(nameField(page)).toBeVisible();
    await expectShiftsBelow(page, 0.01);
  };
  await openLate('/dashboard', 1280, 900);
  await insertTasks(account, sampleWeekFrom(monday));
  await openLate('/dashboard', 320, 640);
  const many = Array.from({ length: 30 }, (_, index) => ({
    title: `Task ${index + 1} of a week that is full`,
    task_date: dayAfter(monday, index % 7),
  }));
  await insertTasks(account, many);
  // High enough to show the goals below the week.
  await openLate('/dashboard', 1960, 1300);

  for (const width of [320, 1960]) await openLate('/settings', width, 900);
});
