import type { Locator, Page } from '@playwright/test';
import { dayCard, monday, plantAtOnce, plantTasks, taskRow } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

// A row at rest is text (rule row-actions): one line is low, and what hangs at the end of the row that is worked on lies on no
// letter. A long day is as high before the window has come near its rows as after it, else a person who has gone to its end
// presses something that gives way under the pointer.

const FINGER = { hasTouch: true, isMobile: true };

interface View {
  size: { width: number; height: number };
  letters?: string;
  line: number;
}

const WITH_MOUSE: Readonly<Record<string, View>> = {
  'beside other days': { size: { width: 1280, height: 800 }, line: 40 },
  'in a small window with large letters': { size: { width: 320, height: 640 }, letters: '200%', line: 80 },
  'alone in its line': { size: { width: 700, height: 900 }, line: 40 },
};
const UNDER_FINGERTIP: Readonly<Record<string, View>> = {
  'under a fingertip': { size: { width: 320, height: 640 }, line: 48 },
  'alone in its line, under a fingertip': { size: { width: 700, height: 900 }, line: 48 },
};

const setLetters = (page: Page, letters: string) =>
  page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, letters);

/** By how many pixels the height of a day changes while each of its rows is brought into the window. */
const changeWhileTurned = (card: Locator) =>
  card.evaluate(async (day) => {
    const heights = [day.getBoundingClientRect().height];
    // The window shows more than four at once: every row has its turn.
    for (const row of [...day.querySelectorAll('li')].filter((_, index) => index % 4 === 3)) {
      row.scrollIntoView({ block: 'center' });
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      heights.push(day.getBoundingClientRect().height);
    }
    return Math.max(...heights) - Math.min(...heights);
  });

test('a line is low, and as high out of sight', async ({ newVisitor, account }) => {
  const tasks = Array.from({ length: 48 }, (_, index) => ({
    title: `No. ${index}`,
    task_date: monday,
    emoji: index % 3 === 0 ? '🪐' : null,
  }));
  await plantAtOnce(account, tasks);
  for (const [views, hand] of [
    [WITH_MOUSE, {}],
    [UNDER_FINGERTIP, FINGER],
  ] as const) {
    const page = await newVisitor(account.session, hand);
    const card = dayCard(page, monday);
    const rows = card.getByRole('listitem');
    const heights = () => rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    for (const [view, { size, letters = '100%', line }] of Object.entries(views)) {
      await test.step(view, async () => {
        await page.setViewportSize(size);
        await page.goto('/dashboard');
        await expect(rows).toHaveCount(8);
        if (view === 'beside other days') await expect(rows.last()).toBeInViewport({ ratio: 1 });
        await setLetters(page, letters);
        expect(Math.max(...(await heights()))).toBeLessThanOrEqual(line);
        await card.getByRole('button', { name: 'Show 40 more' }).click();
        await expect(rows).toHaveCount(48);
        expect(await changeWhileTurned(card)).toBeLessThan(0.5);
        await card.getByRole('button', { name: 'Show less' }).click();
        await expect(rows).toHaveCount(8);
      });
    }
    await page.context().close();
  }
});

/** Pixels of height by which the actions of the row that is worked on lie on letters of titles. */
const lettersCovered = (page: Page) =>
  page.evaluate(() => {
    const strip = document
      .querySelector('[data-active] > :has(> [data-action="star"])')
      ?.getBoundingClientRect();
    if (!strip) return NaN;
    const range = document.createRange();
    const depths = [...document.querySelectorAll('li label')].flatMap((title) => {
      range.selectNodeContents(title);
      return [...range.getClientRects()].flatMap((line) => {
        // Letters reach from the line's capitals to its descenders: what is above and below is room.
        const { fontSize } = getComputedStyle(title);
        const size = Number.parseFloat(fontSize);
        const room = (line.height - size) / 2;
        const isBeside = line.right <= strip.left || line.left >= strip.right;
        return isBeside
          ? 0
          : Math.min(line.bottom - room, strip.bottom) - Math.max(line.top + room, strip.top);
      });
    });
    return Math.max(0, ...depths);
  });

test('the actions come with the pointer and with the focus, and move and cover no letter', async ({
  member: page,
  account,
}) => {
  const titles = [
    'Short',
    'A title that fills its line to the end',
    'A title that is so long that it needs another line, and one more',
    'The one after it is long as well, is it',
    'Gym: legs',
    'The last one of this day, with gypsy quays',
  ];
  await plantTasks(
    account,
    titles.map((title) => ({ title, task_date: monday })),
  );
  await page.goto('/dashboard');
  const boxes = () =>
    page
      .getByRole('listitem')
      .evaluateAll((rows) => rows.map((row) => JSON.stringify(row.getBoundingClientRect())));
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.mouse.move(0, 0);
    await expect(taskRow(page, 'Short')).toBeVisible();
    const atRest = await boxes();
    for (const title of titles) {
      const row = taskRow(page, title);
      await expect(row.getByRole('button')).toHaveCount(7);
      await expect(row.locator('svg')).toHaveCount(0);
      await row.hover({ position: { x: 60, y: 18 } });
      await expect(row.locator('svg')).toHaveCount(7);
      expect(await boxes(), title).toEqual(atRest);
      expect(await lettersCovered(page), title).toBeLessThanOrEqual(1);
    }
  }
  await page.mouse.move(0, 0);
  await taskRow(page, 'Short').getByRole('checkbox').focus();
  await page.keyboard.press('ArrowDown');
  await expect(taskRow(page, titles[1] ?? '').locator('svg')).toHaveCount(7);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Give emoji' }).nth(1)).toBeFocused();
});

test('a finger opens the actions as a sheet', async ({ newVisitor, account }) => {
  await plantTasks(account, [
    { title: 'Water the plants', task_date: monday },
    { title: 'Buy milk', task_date: monday },
  ]);
  const page = await newVisitor(account.session, { ...FINGER, viewport: { width: 390, height: 844 } });
  await page.goto('/dashboard');
  const row = taskRow(page, 'Water the plants');
  const more = row.getByRole('button', { name: 'More' });
  const box = await more.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await more.tap();
  const sheet = page.getByRole('dialog', { name: 'Water the plants' });
  for (const line of await sheet.getByRole('button').all()) {
    expect((await line.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  await sheet.getByRole('button', { name: 'Star task' }).tap();
  await expect(sheet).toHaveCount(0);
  await expect(more).toBeFocused();
  await expect(row.getByRole('button', { name: 'Unstar task' })).toBeAttached();

  // A finger that rests on the title: no tick, no drag, no menu of the browser's.
  const touch = await page.context().newCDPSession(page);
  const title = await page.getByText('Buy milk').boundingBox();
  const touchPoints = [{ x: (title?.x ?? 0) + 20, y: (title?.y ?? 0) + 10 }];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  const other = page.getByRole('dialog', { name: 'Buy milk' });
  await expect(other).toBeVisible();
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(other).toBeVisible();
  await other.getByRole('button', { name: 'Move to', exact: true }).tap();
  await other.getByRole('button', { name: /^Sunday/ }).tap();
  await expect(page.getByText('Task moved')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Buy milk' })).not.toBeChecked();
});
