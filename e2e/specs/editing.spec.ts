import type { Page } from '@playwright/test';
import { dayAfter } from '../support/calendar.ts';
import { letFramesPass } from '../support/motion.ts';
import { REQUESTS, hold, taskRequests } from '../support/network.ts';
import {
  addButton as addTask,
  compose,
  composerField as field,
  dayCard,
  monday,
  plantTasks,
  taskRow,
  titlesOf,
} from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

const clickElsewhere = (page: Page) => page.getByRole('heading', { level: 1 }).click();

async function open(page: Page, text: string): Promise<void> {
  await page.goto('/dashboard');
  await compose(page, text);
}

// Every way to end writing is in remotes/planner/src/composer/Composer.test.tsx; here where the browser itself takes the
// focus away or sends a second press.

test('a new task is made once, in a place that nothing moves', async ({ member: page, account }) => {
  const sent = taskRequests(page, 'POST');
  await plantTasks(account, [{ title: 'Water the plants', task_date: monday }]);
  const line = dayCard(page, monday).getByRole('list').locator(':scope > *');
  await open(page, 'Buy milk');
  // The answer is awaited until all is done: meanwhile an editor could commit twice.
  let goOn = await hold(page, REQUESTS.changeTasks);
  await field(page).press('Enter');
  await expect(line).toHaveCount(2);
  // Out of reach of the keyboard: it is no task yet.
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('checkbox', { name: 'Water the plants' })).toBeFocused();
  await clickElsewhere(page);
  const before = await line.last().boundingBox();
  goOn();
  await expect(taskRow(page, 'Buy milk')).toBeVisible();
  expect(await line.last().boundingBox()).toEqual(before);

  goOn = await hold(page, REQUESTS.changeTasks);
  await compose(page, 'Buy bread');
  await page.getByRole('button', { name: 'Add', exact: true }).dblclick();
  goOn();
  await expect(addTask(page)).toBeFocused();

  await compose(page, 'Buy eggs');
  const last = page.getByRole('button', { name: 'Cancel', exact: true });
  await last.focus();
  await page.keyboard.press('Tab');
  await expect(last).not.toBeFocused();
  await expect(taskRow(page, 'Buy eggs')).toBeVisible();

  const titles = ['Water the plants', 'Buy milk', 'Buy bread', 'Buy eggs'];
  await page.reload();
  await expect(dayCard(page, monday).getByRole('listitem')).toHaveText(titles);
  expect(sent).toHaveLength(3);
  expect(await titlesOf(account)).toEqual(titles);
});

test('Enter of an input method is not a commit', async ({ member: page, context, account }) => {
  const sent = taskRequests(page, 'POST');
  await page.goto('/dashboard');
  const session = await context.newCDPSession(page);
  const insert = (text: string) => session.send('Input.insertText', { text });
  // Enter as it comes while an input method is at work, and as Safari sends it when the work is just done.
  for (const [place, windowsVirtualKeyCode] of [13, 229].entries()) {
    const isOver = place === 1;
    await test.step(isOver ? 'just after its end' : 'in the middle of it', async () => {
      await compose(page, '');
      await session.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
      await expect(field(page)).toHaveValue('にほん');
      if (isOver) await insert('にほん');
      const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode };
      await session.send('Input.dispatchKeyEvent', { ...enter, type: 'keyDown', text: '\r' });
      await session.send('Input.dispatchKeyEvent', { ...enter, type: 'keyUp' });
      await expect(field(page)).toHaveValue('にほん');
      await expect(field(page)).toBeEditable();
      expect(sent).toHaveLength(place);
      await insert(isOver ? '語' : '日本語');
      await expect(field(page)).toHaveValue(/語$/);
      await page.keyboard.press('Enter');
      await expect(dayCard(page, monday).getByRole('listitem').nth(place)).toHaveText(/語$/);
      expect(sent).toHaveLength(place + 1);
    });
  }
  expect(await titlesOf(account)).toHaveLength(2);
});

test('what is pressed below the composer to leave it is pressed', async ({ member: page, account }) => {
  const sunday = dayAfter(monday, 6);
  await plantTasks(account, [{ title: 'Water the plants', task_date: sunday }]);
  await page.setViewportSize({ width: 390, height: 1600 });
  await open(page, 'Buy milk');
  const goOn = await hold(page, REQUESTS.changeTasks);
  const checkbox = page.getByRole('checkbox', { name: 'Water the plants' });
  await checkbox.hover();
  const before = await checkbox.boundingBox();
  await page.mouse.down();
  await expect(field(page)).not.toBeEditable();
  // As many frames as a place would need to be made and painted, and one more.
  await letFramesPass(page, 4);
  expect(await checkbox.boundingBox()).toEqual(before);
  await page.mouse.up();
  goOn();
  await expect(checkbox).toBeChecked();
  await expect(taskRow(page, 'Buy milk')).toBeVisible();
});

test('a press on Add task while the tasks arrive opens the composer', async ({ member: page }) => {
  const letGo = await hold(page, REQUESTS.readTasks);
  await page.goto('/dashboard');
  const add = addTask(page);
  await add.hover();
  const before = await add.boundingBox();
  await page.mouse.down();
  letGo();
  await expect(page.getByText('Nothing planned yet')).toHaveCount(7);
  expect(await add.boundingBox(), 'the button has moved').not.toEqual(before);
  await page.mouse.up();
  await expect(field(page)).toBeFocused();
  await field(page).press('Escape');

  await add.hover();
  await page.mouse.down();
  await page.mouse.move(0, 0, { steps: 4 });
  await page.mouse.up();
  await expect(add).toBeVisible();
  await expect(field(page)).toHaveCount(0);
});
