import type { Locator, Page } from '@playwright/test';
import { dayCard, monday, insertTasks, openComposer, taskRow, tuesday } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

// An inactive row is text: a row of one line is low, and the actions of the active row cover no letter.

const TITLES = [
  'Short',
  'A title that fills its line to the end',
  'A title that is so long that it needs another line, and one more',
  'The one after it is long as well, is it',
  'Gym: legs',
  'The last one of this day, with gypsy quays',
];

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
        const room = (line.height - Number.parseFloat(getComputedStyle(title).fontSize)) / 2;
        const isBeside = line.right <= strip.left || line.left >= strip.right;
        return isBeside
          ? 0
          : Math.min(line.bottom - room, strip.bottom) - Math.max(line.top + room, strip.top);
      });
    });
    return Math.max(0, ...depths);
  });

test('row-actions: a row of one line is low; the actions appear with the pointer and with the focus, and neither move rows nor cover letters', async ({
  member: page,
  account,
}) => {
  const tasks = TITLES.map((title) => ({ title, task_date: monday }));
  await insertTasks(account, tasks);
  await page.goto('/dashboard');
  const boxes = () =>
    page
      .getByRole('listitem')
      .evaluateAll((rows) => rows.map((row): unknown => row.getBoundingClientRect().toJSON()));
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.mouse.move(0, 0);
    const row = taskRow(page, 'Short');
    await expect(row).toBeVisible();
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(40);
    const atRest = await boxes();
    for (const title of TITLES) {
      const icons = taskRow(page, title).locator('svg');
      await expect(taskRow(page, title).getByRole('button')).toHaveCount(7);
      await expect(icons).toHaveCount(0);
      await taskRow(page, title).hover({ position: { x: 60, y: 18 } });
      await expect(icons).toHaveCount(7);
      expect(await boxes(), title).toEqual(atRest);
      expect(await coveredLetterHeight(page), title).toBeLessThanOrEqual(1);
    }
  }
  await page.mouse.move(0, 0);
  await taskRow(page, 'Short').getByRole('checkbox').focus();
  await page.keyboard.press('ArrowDown');
  await expect(taskRow(page, TITLES[1] ?? '').locator('svg')).toHaveCount(7);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Give emoji' }).nth(1)).toBeFocused();
});

const MILK = 'לקנות milk 3.5% בשוק';

test('written-text: what is written from right to left is edited and shown so: tasks, lists, search, goals, the name, retro mode', async ({
  member: page,
  account,
}) => {
  const field = (name: string) => page.getByRole('textbox', { name });
  const expectRightToLeft = (element: Locator) => expect(element).toHaveCSS('direction', 'rtl');
  /** Types into a field, which turns with the first letter. */
  const type = async (input: Locator, text: string) => {
    await input.fill(text);
    await expectRightToLeft(input);
  };
  await insertTasks(account, [{ title: MILK, task_date: monday, emoji: '🥛' }]);
  await page.goto('/dashboard');
  await expectRightToLeft(taskRow(page, MILK).getByText(MILK));
  await taskRow(page, MILK).getByRole('button', { name: 'Edit title' }).click();
  await expectRightToLeft(field('Task title'));
  await page.keyboard.press('Escape');

  const composer = await openComposer(page, monday);
  await type(composer, MILK);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((text) => navigator.clipboard.writeText(`${text}\n${text}`), MILK);
  await composer.press('ControlOrMeta+V');
  await expectRightToLeft(field('New tasks, one in each line'));
  for (let press = 0; press < 2; press += 1) await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Search' }).click();
  await type(page.getByRole('combobox'), 'לקנות');
  await expectRightToLeft(page.getByRole('option').getByText(MILK));
  await page.keyboard.press('Escape');

  const goals = page.getByRole('region', { name: 'Top Goals' });
  await goals.getByRole('button', { name: 'Add item' }).click();
  await type(field('New item'), MILK);
  await page.keyboard.press('Enter');
  await expectRightToLeft(goals.getByText(MILK));
  await page.getByRole('button', { name: 'Top Goals' }).click();
  await type(field('Card title'), 'מטרות');
  await page.keyboard.press('Enter');
  await expectRightToLeft(page.getByText('מטרות', { exact: true }));

  await page.goto('/settings');
  await type(field('Display Name'), 'שרה Levi');
  await page.keyboard.press('Enter');
  await expectRightToLeft(page.getByRole('region', { name: 'Your profile' }).getByText('שרה Levi'));
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expectRightToLeft(page.getByRole('heading', { level: 1 }).getByText('שרה Levi'));
  await page.goto('/retro/dashboard');
  await expectRightToLeft(page.getByRole('listitem').getByText(MILK));
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
  const ticked = page.getByRole('checkbox', { checked: true });
  const target = dayCard(page, tuesday).getByRole('heading');
  const bank = page.getByText('Call the bank', { exact: true });

  await page.keyboard.press('ControlOrMeta+A');
  const all = ['Monday', ...titles, 'Tuesday', 'Film night', 'Wednesday'];
  expect(await selected()).toMatch(new RegExp(all.join('[^]*')));
  await page.mouse.click(2, 2);

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
  await expect(ticked).toHaveCount(0);
  // The same letters, after a press that lasts, drag the task.
  await page.mouse.click(2, 2);
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await expect(taskRow(page, 'Call the bank')).toHaveAttribute('draggable', 'true');
  await target.hover();
  await target.hover();
  await page.mouse.up();
  await expect(dayCard(page, tuesday).getByText('Call the bank')).toBeVisible();
  await taskRow(page, 'Water the plants').getByRole('checkbox').dragTo(target);
  await expect(dayCard(page, tuesday).getByText('Water the plants')).toBeVisible();
  await expect(ticked).toHaveCount(0);

  await page.context().route('https://example.com/**', (route) => route.fulfill({ body: 'The contract' }));
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'https://example.com/contract', exact: true }).click();
  await expect(opened.then((tab) => tab.url())).resolves.toBe('https://example.com/contract');
  await expect(ticked).toHaveCount(0);
  await bank.click();
  await expect(page.getByRole('checkbox', { name: 'Call the bank' })).toBeChecked();
});
