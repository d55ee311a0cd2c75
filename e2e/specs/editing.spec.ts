import type { Locator } from '@playwright/test';
import { dayAfter } from '../support/calendar.ts';
import { letFramesPass } from '../support/motion.ts';
import { REQUESTS, hold } from '../support/network.ts';
import { dayCard, insertTask, monday, openComposer, taskRow, titlesOf, tuesday } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

// Composer.test.tsx of the planner covers every way to end editing; these tests cover those in which the browser itself
// moves the focus, or sends a second press.

test('task-composer, add-once: tasks are added once each, in a place that does not shift, and a press that closes or meets the composer reaches its target', async ({
  member: page,
  account,
}) => {
  const field = page.getByRole('textbox', { name: 'New task' });
  const add = dayCard(page, monday).getByRole('button', { name: 'Add task' });
  const plants = page.getByRole('checkbox', { name: 'Water the plants' });
  const rows = dayCard(page, monday).getByRole('list').locator(':scope > *');

  await test.step('a press on Add task while the tasks arrive opens the composer, even if the button moves', async () => {
    const resume = await hold(page, REQUESTS.readTasks);
    await page.goto('/dashboard');
    await add.hover();
    const before = await add.boundingBox();
    await page.mouse.down();
    resume();
    await expect(page.getByText('Nothing planned yet')).toHaveCount(7);
    expect(await add.boundingBox(), 'the button has moved').not.toEqual(before);
    await page.mouse.up();
    await expect(field).toBeFocused();
    await field.press('Escape');
    // A press that leaves the button is none.
    await add.hover();
    await page.mouse.down();
    await page.mouse.move(0, 0, { steps: 4 });
    await page.mouse.up();
    await expect(add).toBeVisible();
    await expect(field).toHaveCount(0);
  });

  await test.step('Enter, and a click elsewhere before the server has answered', async () => {
    await insertTask(account, 'Water the plants', monday);
    await page.reload();
    await expect(plants).toBeVisible();
    await (await openComposer(page, monday)).fill('Buy milk');
    const resume = await hold(page, REQUESTS.changeTasks);
    await field.press('Enter');
    await expect(rows).toHaveCount(2);
    // The new row cannot get the focus: it is not a task yet.
    await page.keyboard.press('Shift+Tab');
    await expect(plants).toBeFocused();
    await page.getByRole('heading', { level: 1 }).click();
    const before = await rows.last().boundingBox();
    resume();
    await expect(taskRow(page, 'Buy milk')).toBeVisible();
    expect(await rows.last().boundingBox()).toEqual(before);
  });

  await test.step('a press below the composer, which closes it, with text and without', async () => {
    await insertTask(account, 'Film night', dayAfter(monday, 6));
    await page.setViewportSize({ width: 390, height: 2000 });
    await page.reload();
    const checkbox = page.getByRole('checkbox', { name: 'Film night' });
    await expect(checkbox).toBeVisible();
    const resume = await hold(page, REQUESTS.changeTasks);
    for (const text of ['Buy tea', '']) {
      await (await openComposer(page, monday)).fill(text);
      await checkbox.hover();
      const before = await checkbox.boundingBox();
      await page.mouse.down();
      // Enough frames to lay out and paint a new row, and one more.
      await letFramesPass(page, 4);
      if (text) expect(await checkbox.boundingBox()).toEqual(before);
      await page.mouse.up();
      resume();
      await expect(checkbox).toBeChecked({ checked: text !== '' });
      await expect(field).toHaveCount(0);
    }
  });

  const titles = ['Water the plants', 'Buy milk', 'Buy tea'];
  await expect(dayCard(page, monday).getByRole('listitem')).toHaveText(titles);
  expect((await titlesOf(account)).toSorted()).toEqual([...titles, 'Film night'].toSorted());
});

test('task-composer, task-lists: Enter in an input method does not submit the task; text or a link that is dropped on a day opens its composer with it, and several lines become a list', async ({
  member: page,
  context,
  account,
}) => {
  const field = page.getByRole('textbox', { name: 'New task' });
  await page.goto('/dashboard');
  const session = await context.newCDPSession(page);
  const insert = (text: string) => session.send('Input.insertText', { text });
  // The Enter key during a composition, and as Safari sends it just after the composition has ended.
  for (const [windowsVirtualKeyCode, ended, rest] of [
    [13, '', '日本語'],
    [229, 'にほん', '語'],
  ] as const) {
    await expect(await openComposer(page, monday)).toBeFocused();
    await session.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    if (ended) await insert(ended);
    const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode };
    await session.send('Input.dispatchKeyEvent', { ...enter, type: 'keyDown', text: '\r' });
    await session.send('Input.dispatchKeyEvent', { ...enter, type: 'keyUp' });
    await expect(field).toHaveValue('にほん');
    await expect(field).toBeEditable();
    await insert(rest);
    await expect(field).toHaveValue(ended + rest);
    await page.keyboard.press('Enter');
    await expect(taskRow(page, ended + rest)).toBeVisible();
    await page.keyboard.press('Escape');
  }
  expect(await titlesOf(account)).toEqual(['日本語', 'にほん語']);

  const day = dayCard(page, tuesday);
  /** Drops data on an element, as from another program; returns whether the page has taken it. */
  const drop = (target: Locator, data: Record<string, string>) =>
    target.evaluate((element, dropped) => {
      const dataTransfer = new DataTransfer();
      for (const [type, text] of Object.entries(dropped)) dataTransfer.setData(type, text);
      const fire = (type: string) =>
        !element.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      return fire('dragover') && fire('drop');
    }, data);

  expect(await drop(day, { 'text/plain': 'Buy milk' })).toBe(true);
  await expect(field).toHaveValue('Buy milk');
  await expect(field).toBeFocused();
  await field.press('End');
  await page.keyboard.type(' at ');
  expect(await drop(day, { 'text/uri-list': 'https://shop.example/' })).toBe(true);
  await expect(field).toHaveValue('Buy milk at https://shop.example/');
  await page.keyboard.press('Enter');
  await expect(taskRow(page, 'Buy milk at https://shop.example/')).toBeVisible();

  // What becomes of several lines: Composer.test.tsx.
  expect(await drop(day.getByRole('heading'), { 'text/plain': '● Bread\n● Tea' })).toBe(true);
  await page.getByRole('button', { name: 'Add 2 tasks' }).click();
  await expect(day.getByRole('listitem')).toHaveText([/^Buy milk/, 'Bread', 'Tea']);

  // A field takes a line itself; what is no text is left to the browser.
  expect(await drop(field, { 'text/plain': 'Buy bread' })).toBe(false);
  expect(await drop(day, { 'text/html': '<b>Buy bread</b>' })).toBe(false);
});
