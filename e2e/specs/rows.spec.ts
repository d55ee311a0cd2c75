import type { Locator, Page } from '@playwright/test';
import {
  dayCard,
  monday,
  insertAtOnce,
  insertTasks,
  openComposer,
  taskRow,
  tuesday,
} from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

// An inactive row is text: a row of one line is low, and the actions of the active row cover no letter.
// A long day has the same height before and after its rows come near the viewport; else, at its end, a control would move
// away under the pointer.

const TOUCH = { hasTouch: true, isMobile: true };

/** The window, the size of letters, and how high a row of one line may be; the last one under a fingertip. */
const VIEWS = [
  { view: 'beside other days', viewport: { width: 1280, height: 800 }, textSize: '100%', line: 40 },
  {
    view: 'in a small window, large letters',
    viewport: { width: 320, height: 640 },
    textSize: '200%',
    line: 80,
  },
  { view: 'alone in its line', viewport: { width: 700, height: 900 }, textSize: '100%', line: 48, ...TOUCH },
];

/** Returns by how many pixels the height of a day changes while each of its rows is scrolled into view. */
const heightChangeWhileScrolling = (card: Locator) =>
  card.evaluate(async (day) => {
    const heights = [day.getBoundingClientRect().height];
    // The window shows more than four rows at once, so every row becomes visible.
    for (const row of [...day.querySelectorAll('li')].filter((_, index) => index % 4 === 3)) {
      row.scrollIntoView({ block: 'center' });
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      heights.push(day.getBoundingClientRect().height);
    }
    return Math.max(...heights) - Math.min(...heights);
  });

test('pinned-visible, row-actions: a row of one line is low, and as high outside the viewport', async ({
  newVisitor,
  account,
}) => {
  const tasks = Array.from({ length: 48 }, (_, index) => ({
    title: `No. ${index}`,
    task_date: monday,
    emoji: index % 3 === 0 ? '🪐' : null,
  }));
  await insertAtOnce(account, tasks);
  for (const { view, line, textSize, ...device } of VIEWS) {
    await test.step(view, async () => {
      const page = await newVisitor(account.session, device);
      const card = dayCard(page, monday);
      const rows = card.getByRole('listitem');
      await page.goto('/dashboard');
      await expect(rows).toHaveCount(8);
      if (line === 40) await expect(rows.last()).toBeInViewport({ ratio: 1 });
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size;
      }, textSize);
      const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
      expect(Math.max(...heights)).toBeLessThanOrEqual(line);
      await card.getByRole('button', { name: 'Show 40 more' }).click();
      await expect(rows).toHaveCount(48);
      expect(await heightChangeWhileScrolling(card)).toBeLessThan(0.5);
      await card.getByRole('button', { name: 'Show less' }).click();
      await expect(rows).toHaveCount(8);
      await page.context().close();
    });
  }
});

/** Returns by how many pixels of height the actions of the active row cover letters of titles. */
const coveredLetterHeight = (page: Page) =>
  page.evaluate(() => {
    const strip = document
      .querySelector('[data-active] > :has(> [data-action="star"])')
      ?.getBoundingClientRect();
    if (!strip) return NaN;
    const range = document.createRange();
    const depths = [...document.querySelectorAll('li label')].flatMap((title) => {
      range.selectNodeContents(title);
      return [...range.getClientRects()].flatMap((line) => {
        // Letters are as high as the font size; the rest of the line's height is empty space above and below.
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

test('row-actions: the actions appear with the pointer and with the focus, and neither move rows nor cover letters', async ({
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
  await insertTasks(
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
      expect(await coveredLetterHeight(page), title).toBeLessThanOrEqual(1);
    }
  }
  await page.mouse.move(0, 0);
  await taskRow(page, 'Short').getByRole('checkbox').focus();
  await page.keyboard.press('ArrowDown');
  await expect(taskRow(page, titles[1] ?? '').locator('svg')).toHaveCount(7);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Give emoji' }).nth(1)).toBeFocused();
});

const MILK = 'לקנות milk 3.5% בשוק';

test('written-text: what is written from right to left is edited and shown so: tasks, lists, search, goals, the name, retro mode', async ({
  member: page,
  account,
}) => {
  await insertTasks(account, [{ title: MILK, task_date: monday, emoji: '🥛' }]);
  const isRightToLeft = (element: Locator) => expect(element).toHaveCSS('direction', 'rtl');
  await page.goto('/dashboard');
  await isRightToLeft(taskRow(page, MILK).getByText(MILK));
  await taskRow(page, MILK).getByRole('button', { name: 'Edit title' }).click();
  await isRightToLeft(page.getByRole('textbox', { name: 'Task title' }));
  await page.keyboard.press('Escape');

  const composer = await openComposer(page, monday);
  await composer.fill(MILK);
  await isRightToLeft(composer);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((text) => navigator.clipboard.writeText(`${text}\n${text}`), MILK);
  await composer.press('ControlOrMeta+V');
  await isRightToLeft(page.getByRole('textbox', { name: 'New tasks, one in each line' }));
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('combobox').fill('לקנות');
  await isRightToLeft(page.getByRole('combobox'));
  await isRightToLeft(page.getByRole('option').getByText(MILK));
  await page.keyboard.press('Escape');

  const goals = page.getByRole('region', { name: 'Top Goals' });
  await goals.getByRole('button', { name: 'Add item' }).click();
  await page.keyboard.insertText(MILK);
  await isRightToLeft(page.getByRole('textbox', { name: 'New item' }));
  await page.keyboard.press('Enter');
  await isRightToLeft(goals.getByText(MILK));
  await page.getByRole('button', { name: 'Top Goals' }).click();
  await page.getByRole('textbox', { name: 'Card title' }).fill('מטרות');
  await isRightToLeft(page.getByRole('textbox', { name: 'Card title' }));
  await page.keyboard.press('Enter');
  await isRightToLeft(page.getByText('מטרות', { exact: true }));

  await page.goto('/settings');
  const name = page.getByRole('textbox', { name: 'Display Name' });
  await name.fill('שרה Levi');
  await isRightToLeft(name);
  await name.press('Enter');
  await isRightToLeft(page.getByRole('region', { name: 'Your profile' }).getByText('שרה Levi'));
  await page.goto('/dashboard');
  await isRightToLeft(page.getByRole('heading', { level: 1 }).getByText('שרה Levi'));
  await page.goto('/retro/dashboard');
  await isRightToLeft(page.getByRole('listitem').getByText(MILK));
});

test('written-text, task-moves: letters of titles are selected and copied, tasks are dragged from beside them or after a press that lasts, and a link opens a tab', async ({
  member: page,
  account,
}) => {
  const titles = ['Read https://example.com/contract, twice', 'Call the bank', 'Water the plants'];
  await insertTasks(account, [
    ...titles.map((title) => ({ title, task_date: monday })),
    { title: 'Film night', task_date: tuesday },
  ]);
  await page.goto('/dashboard');
  await expect(taskRow(page, 'Film night')).toBeVisible();
  const selected = () => page.evaluate(() => getSelection()?.toString());
  const box = async (element: Locator) =>
    (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

  await page.keyboard.press('ControlOrMeta+A');
  expect(await selected()).toMatch(
    new RegExp(['Monday', ...titles, 'Tuesday', 'Film night', 'Wednesday'].join('[^]*')),
  );
  await page.mouse.click(2, 2);

  const bank = page.getByText('Call the bank', { exact: true });
  const { x, y, width, height } = await bank.evaluate((title) => {
    const range = document.createRange();
    range.selectNodeContents(title);
    return range.getBoundingClientRect().toJSON() as DOMRect;
  });
  await page.mouse.move(x + 1, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 4 });
  await page.mouse.move(x + width - 1, y + height / 2, { steps: 4 });
  await page.mouse.up();
  expect(await selected()).toContain('all the ban');
  await expect(page.getByRole('checkbox', { name: 'Call the bank' })).not.toBeChecked();
  // The same letters, after a press that lasts, drag the task.
  const row = taskRow(page, 'Call the bank');
  await page.mouse.click(2, 2);
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await expect(row).toHaveAttribute('draggable', 'true');
  const target = await box(dayCard(page, tuesday).getByRole('heading'));
  await page.mouse.move(target.x + 10, target.y + 10, { steps: 8 });
  await page.mouse.up();
  await expect(dayCard(page, tuesday).getByText('Call the bank')).toBeVisible();
  await taskRow(page, 'Water the plants')
    .getByRole('checkbox')
    .dragTo(dayCard(page, tuesday).getByRole('heading'));
  await expect(dayCard(page, tuesday).getByText('Water the plants')).toBeVisible();
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);

  await page.context().route('https://example.com/**', (route) => route.fulfill({ body: 'The contract' }));
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'https://example.com/contract', exact: true }).click();
  await expect(opened.then((tab) => tab.url())).resolves.toBe('https://example.com/contract');
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
  await bank.click();
  await expect(page.getByRole('checkbox', { name: 'Call the bank' })).toBeChecked();
});
