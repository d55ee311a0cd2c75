import type { Locator, Page } from '@playwright/test';
import { neverExpiring, restoreSession } from '../support/accounts.ts';
import { dayAfter, shortDate, weekdayName } from '../support/calendar.ts';
import { expectShiftsBelow, watchShifts } from '../support/layoutShifts.ts';
import { REQUESTS, hold } from '../support/network.ts';
import {
  dayCard,
  dayCards,
  monday,
  insertTasks,
  openComposer,
  sampleWeekFrom,
  taskRow,
  today,
} from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

const dayStrip = (page: Page) => page.getByRole('navigation', { name: 'Days' });

// The pause button is shown only if something moves.
test.use({
  hasTouch: true,
  isMobile: true,
  viewport: { width: 320, height: 640 },
  contextOptions: { reducedMotion: 'no-preference' },
});

test('week-view, task-composer, row-actions: on a phone the strip of days leads to each day and covers nothing, the composer is low, and touch opens the actions of a row as a sheet', async ({
  member: page,
  account,
}) => {
  await insertTasks(account, [
    { title: 'Done', task_date: monday, completed: true },
    { title: 'Open', task_date: dayAfter(monday) },
    { title: 'Open too', task_date: dayAfter(monday) },
  ]);
  await page.goto('/dashboard');
  await expect(taskRow(page, 'Open too')).toBeVisible();
  await expect(dayStrip(page).getByRole('button')).toHaveCount(7);
  const [mon, tue] = [monday, dayAfter(monday)].map((day) => day.slice(8).replace(/^0/, ''));
  await expect(dayStrip(page).getByRole('button', { name: `Mon ${mon}`, exact: true })).toBeVisible();
  const name = new RegExp(`^Tue ${tue} ?, 2 to do$`);
  await expect(dayStrip(page).getByRole('button', { name })).toBeVisible();
  const todayButton = dayStrip(page).getByRole('button', { name: weekdayName(today()).slice(0, 3) });
  await expect(todayButton).toHaveAttribute('aria-current', 'date');

  const friday = dayAfter(monday, 4);
  await dayStrip(page).getByRole('button', { name: /^Fri/ }).tap();
  const heading = dayCard(page, friday).getByRole('heading');
  await expect(heading).toBeFocused();
  await expect(heading).toHaveText(`Friday ${shortDate(friday)}`);
  await expect(heading).toBeInViewport({ ratio: 1 });
  await expect(dayStrip(page)).toBeInViewport({ ratio: 1 });
  const stripBox = await dayStrip(page).boundingBox();
  const stripBottom = (stripBox?.y ?? 0) + (stripBox?.height ?? 0);
  expect((await heading.boundingBox())?.y).toBeGreaterThanOrEqual(stripBottom);

  // Nor does the strip cover the element that Shift+Tab focuses.
  await page.keyboard.press('Shift+Tab');
  const top = await page.evaluate(() => document.activeElement?.getBoundingClientRect().top);
  expect(top).toBeGreaterThanOrEqual(stripBottom);

  await test.step('More opens the actions as a sheet, with lines for a finger', async () => {
    const row = taskRow(page, 'Open');
    const more = row.getByRole('button', { name: 'More' });
    const box = await more.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await more.tap();
    const sheet = page.getByRole('dialog', { name: 'Open', exact: true });
    for (const line of await sheet.getByRole('button').all()) {
      expect((await line.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    await sheet.getByRole('button', { name: 'Star task' }).tap();
    await expect(sheet).toHaveCount(0);
    await expect(more).toBeFocused();
    await expect(row.getByRole('button', { name: 'Unstar task' })).toBeAttached();
  });

  await test.step('a long press on the title opens it too: it ticks nothing, drags nothing and opens no menu of the browser', async () => {
    const touch = await page.context().newCDPSession(page);
    const words = page.getByText('Open too', { exact: true });
    await words.scrollIntoViewIfNeeded();
    const title = await words.boundingBox();
    const touchPoints = [{ x: (title?.x ?? 0) + 20, y: (title?.y ?? 0) + 10 }];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    const sheet = page.getByRole('dialog', { name: 'Open too' });
    await expect(sheet).toBeVisible();
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(sheet).toBeVisible();
    await sheet.getByRole('button', { name: 'Move to', exact: true }).tap();
    await sheet.getByRole('list', { name: 'Move to' }).getByRole('button').first().tap();
    await expect(page.getByText('Task moved')).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Open too' })).not.toBeChecked();
  });

  await test.step('a button unfolds the emoji, and the next task begins with them folded', async () => {
    const field = await openComposer(page, today());
    const emoji = page.getByRole('group', { name: 'Emoji' });
    const unfold = page.getByRole('button', { name: 'Emoji', exact: true });
    await expect(emoji).toBeHidden();
    await unfold.tap();
    await emoji.getByRole('button', { name: 'Cart' }).tap();
    // The field keeps the focus, and with it the phone its keyboard.
    await expect(field).toBeFocused();
    await page.keyboard.type('Groceries');
    await page.keyboard.press('Enter');
    await expect(taskRow(page, 'Groceries')).toContainText('🛒');
    await expect(emoji).toBeHidden();
    await page.setViewportSize({ width: 700, height: 900 });
    await expect(emoji).toBeVisible();
    await expect(unfold).toBeHidden();
  });
});

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

test('any-device: on a phone the two fixed controls are large enough and cover no end of a page, and no field makes the phone zoom in', async ({
  page,
  context,
  account,
}) => {
  const corner = page.getByRole('complementary', { name: 'Animation and retro mode' });
  const covered: string[] = [];
  const letters = new Map<string, number>();
  const measureFields = async () => {
    const fields = page.locator('input:not([type="checkbox"]), textarea, select');
    await expect(fields.first()).toBeVisible();
    for (const [name, size] of await fields.evaluateAll((all) =>
      all.map((field): [string, number] => [
        `${location.pathname}: ${field.getAttribute('name') ?? field.getAttribute('aria-label')}`,
        Number.parseFloat(getComputedStyle(field).fontSize),
      ]),
    ))
      letters.set(name, size);
  };
  const open = async (path: string) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (path.startsWith('/retro')) return;
    for (const control of [
      corner.getByRole('button', { name: 'Pause animation' }),
      corner.getByRole('link', { name: 'Enter retro mode' }),
    ]) {
      const box = await control.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0), path).toBeGreaterThanOrEqual(44);
    }
    covered.push(...(await coveredBy(corner)));
  };
  for (const path of ['/', '/about', '/jobs', '/terms', '/pricing', '/rocket', '/no-such-page'])
    await open(path);
  for (const path of ['/auth', '/retro/auth']) {
    await open(path);
    await measureFields();
  }
  await restoreSession(context, account.session);
  await open('/settings');
  await expect(page.getByRole('textbox', { name: 'Display Name' })).toBeVisible();
  await measureFields();
  await open('/dashboard');
  await openComposer(page, monday);
  await measureFields();
  await page.getByRole('button', { name: 'Search' }).tap();
  await measureFields();
  expect(covered).toEqual([]);
  expect(letters.size).toBeGreaterThan(8);
  expect([...letters].filter(([, size]) => size < 16)).toEqual([]);
});

// Which days are shown: time.spec.ts; which tasks each day has: week.spec.ts.
test('week-view: on a Saturday the week opens with today in view, without a shift and without taking the focus, unless the visitor comes back to it or asks for another week', async ({
  newVisitor,
  account,
}) => {
  const page = await newVisitor(neverExpiring(account.session), {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
  const saturday = dayAfter(monday, 5);
  const noon = new Date(`${saturday}T12:00:00+08:00`);
  await page.clock.setFixedTime(noon);
  await insertTasks(account, sampleWeekFrom(dayAfter(saturday, -5)));
  const todayHeading = dayCard(page, saturday).getByRole('heading');
  const topOfToday = async () => (await todayHeading.boundingBox())?.y ?? 0;

  await watchShifts(page);
  const release = await hold(page, REQUESTS.readTasks);
  await page.goto('/dashboard');
  await expect(todayHeading).toBeInViewport({ ratio: 1 });
  const top = await topOfToday();
  expect(top).toBeLessThan(150);
  release();
  await expect(dayCard(page, saturday).getByRole('listitem')).toHaveText([
    'Painting class🎨',
    'Film night🎬',
  ]);
  await expect(todayHeading).toBeInViewport({ ratio: 1 });
  expect(Math.abs((await topOfToday()) - top)).toBeLessThan(2);
  await expect(page.locator('body')).toBeFocused();
  await expectShiftsBelow(page, 0.01);

  const tuesday = dayCard(page, dayAfter(saturday, -4)).getByRole('heading');
  await dayStrip(page).getByRole('button', { name: /^Tue/ }).tap();
  await expect(tuesday).toBeInViewport();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Profile Information' })).toBeVisible();
  await page.goBack();
  await expect(tuesday).toBeInViewport();
  await expect(todayHeading).not.toBeInViewport();

  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(todayHeading).toBeInViewport({ ratio: 1 });

  await page.goto(`/dashboard?week=${dayAfter(monday, 7)}`);
  await expect(page.getByText('Nothing planned yet')).toHaveCount(7);
  expect(await page.evaluate(() => scrollY)).toBe(0);

  await test.step('seven day cards are at least 280 px wide', async () => {
    for (const width of [320, 768, 1024, 1280, 1960]) {
      await page.setViewportSize({ width, height: 900 });
      const narrowest = () =>
        dayCards(page).evaluateAll((cards) =>
          Math.min(...cards.map((card) => card.getBoundingClientRect().width)),
        );
      // The layout follows a moment after the window is resized.
      await expect.poll(narrowest, `at ${width} px`).toBeGreaterThanOrEqual(280);
      await expect(dayStrip(page), `at ${width} px`).toBeVisible({ visible: width < 768 });
    }
  });
});
