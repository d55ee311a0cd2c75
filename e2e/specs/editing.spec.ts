import type { Page } from '@playwright/test';
import { dayAfter, mondayOf } from '../support/calendar.ts';
import { addButton as addTask, compose, composerField as field, titlesOf } from '../support/composer.ts';
import { dayCard, plantTasks, taskRow } from '../support/planner.ts';
import { holdChanges, taskRequests } from '../support/requests.ts';
import { today } from '../support/tasks.ts';
import { expect, test } from '../support/test.ts';

const monday = mondayOf(today());

const choice = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Emoji' }).getByRole('button', { name, exact: true });
const clickElsewhere = (page: Page) => page.getByRole('heading', { level: 1 }).click();

async function open(page: Page, text: string): Promise<void> {
  await page.goto('/dashboard');
  await compose(page, text);
}

interface Sequence {
  inserts: 0 | 1;
  /** The composer was left: the focus is not given back to 'Add task'. */
  leaves?: true;
  act: (page: Page) => Promise<void>;
}

/** Where the browser itself takes the focus away, or sends a second press; the whole table is in Composer.test.tsx. */
const SEQUENCES: Readonly<Record<string, Sequence>> = {
  'Enter, then a click elsewhere': {
    inserts: 1,
    leaves: true,
    async act(page) {
      await page.keyboard.press('Enter');
      await clickElsewhere(page);
    },
  },
  'Enter, then Escape': {
    inserts: 1,
    async act(page) {
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
    },
  },
  'a double click on Add': {
    inserts: 1,
    act: (page) => page.getByRole('button', { name: 'Add', exact: true }).dblclick(),
  },
  'Tab past the last of its buttons': {
    inserts: 1,
    leaves: true,
    async act(page) {
      const last = page.getByRole('button', { name: 'Cancel', exact: true });
      await last.focus();
      await page.keyboard.press('Tab');
      await expect(last).not.toBeFocused();
    },
  },
  'Escape on a picked emoji': {
    inserts: 0,
    async act(page) {
      await choice(page, 'Coffee').click();
      await expect(field(page)).toBeFocused();
      await expect(choice(page, 'Coffee')).toHaveAttribute('aria-pressed', 'true');
      await page.keyboard.press('Escape');
    },
  },
};

test('however writing a task ends, it makes one task or none', async ({ signedInPage: page, account }) => {
  const sent = taskRequests(page, 'POST');
  const made: string[] = [];
  const rows = dayCard(page, monday).getByRole('listitem');
  await page.goto('/dashboard');
  for (const [place, [name, { inserts, leaves, act }]] of Object.entries(SEQUENCES).entries()) {
    await test.step(`${name} makes ${inserts === 1 ? 'one' : 'none'}`, async () => {
      // The answer is awaited until all is done: meanwhile an editor could commit twice.
      const goOn = await holdChanges(page);
      await compose(page, `milk ${place}`);
      await act(page);
      goOn();
      await expect(field(page)).toHaveCount(0);
      if (inserts === 1) made.push(`milk ${place}`);
      await expect(rows).toHaveText(made);
      if (!leaves) await expect(addTask(page)).toBeFocused();
      expect(sent).toHaveLength(made.length);
      expect(await titlesOf(account)).toEqual(made);
    });
  }
  await page.reload();
  await expect(page.getByText('Nothing planned yet')).toHaveCount(6);
  await expect(rows).toHaveText(made);
  expect(sent).toHaveLength(made.length);
  expect(await titlesOf(account)).toEqual(made);
});

test(
  'looking at another window commits nothing and loses no letter',
  { tag: '@covered' },
  async ({ signedInPage: page, context, account }) => {
    const sent = taskRequests(page, 'POST');
    await open(page, 'Half a thou');
    // Chromium under test keeps every page focused; people's do not.
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setFocusEmulationEnabled', { enabled: false });
    await field(page).evaluate((input) => {
      input.addEventListener('blur', () => input.setAttribute('aria-description', 'left'), { once: true });
    });
    const other = await context.newPage();
    await other.goto('/terms');
    await other.bringToFront();
    await expect(field(page)).toHaveAttribute('aria-description', 'left');
    await expect(field(page)).toHaveValue('Half a thou');
    await page.bringToFront();
    await expect(field(page)).toBeFocused();
    await page.keyboard.type('ght');
    expect(sent).toHaveLength(0);
    await page.keyboard.press('Enter');
    await expect(taskRow(page, 'Half a thought')).toBeVisible();
    expect(await titlesOf(account)).toEqual(['Half a thought']);
  },
);

/** Enter as it comes while an input method is at work, and as Safari sends it when the work is just done. */
const COMPOSING_ENTER = { 'in the middle of it': 13, 'just after its end': 229 };

for (const [moment, windowsVirtualKeyCode] of Object.entries(COMPOSING_ENTER)) {
  test(`Enter that belongs to an input method is not a commit: ${moment}`, async ({
    signedInPage: page,
    context,
    account,
  }) => {
    const sent = taskRequests(page, 'POST');
    await open(page, '');
    const session = await context.newCDPSession(page);
    await session.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    await expect(field(page)).toHaveValue('にほん');
    if (windowsVirtualKeyCode === 229) await session.send('Input.insertText', { text: 'にほん' });
    const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode };
    await session.send('Input.dispatchKeyEvent', { ...enter, type: 'keyDown', text: '\r' });
    await session.send('Input.dispatchKeyEvent', { ...enter, type: 'keyUp' });
    await expect(field(page)).toHaveValue('にほん');
    await expect(field(page)).toBeEditable();
    expect(sent).toHaveLength(0);
    await session.send('Input.insertText', { text: windowsVirtualKeyCode === 229 ? '語' : '日本語' });
    await expect(field(page)).toHaveValue(/語$/);
    await page.keyboard.press('Enter');
    await expect(dayCard(page, monday).getByRole('listitem')).toHaveText(/語$/);
    expect(sent).toHaveLength(1);
    expect(await titlesOf(account)).toHaveLength(1);
  });
}

test('the new task appears in the place that was kept for it, which nothing moves', async ({
  signedInPage: page,
  account,
}) => {
  await plantTasks(account, [{ title: 'Water the plants', task_date: monday }]);
  await open(page, 'Buy milk');
  const line = dayCard(page, monday).getByRole('list').locator(':scope > *');
  const goOn = await holdChanges(page);
  await field(page).press('Enter');
  await expect(line).toHaveCount(2);
  // Out of reach of the keyboard: it is no task yet.
  await page.keyboard.press('Shift+Tab');
  await expect(taskRow(page, 'Water the plants').getByRole('button', { name: 'Delete task' })).toBeFocused();
  const before = await line.last().boundingBox();
  goOn();
  await expect(taskRow(page, 'Buy milk')).toBeVisible();
  expect(await line.last().boundingBox()).toEqual(before);
});

test('a press that leaves a changed title takes effect once the title is saved', async ({
  signedInPage: page,
  account,
}) => {
  await plantTasks(account, [{ title: 'Water the plants', task_date: monday }]);
  await page.goto('/dashboard');
  const row = taskRow(page, 'Water the plants');
  await row.getByRole('button', { name: 'Edit title' }).click();
  await page.getByRole('textbox', { name: 'Task title' }).fill('Water the herbs');
  const goOn = await holdChanges(page);
  await row.getByRole('button', { name: 'Star task' }).click();
  await expect(row).toHaveAttribute('aria-busy', 'true');
  goOn();
  await expect(taskRow(page, 'Water the herbs').getByRole('button', { name: 'Unstar task' })).toBeFocused();
  const { data } = await account.client.from('tasks').select('title, starred');
  expect(data).toEqual([{ title: 'Water the herbs', starred: true }]);
});

test('what is pressed below the composer to leave it is pressed, wherever the new task goes', async ({
  signedInPage: page,
  account,
}) => {
  const sunday = dayAfter(monday, 6);
  await plantTasks(account, [{ title: 'Water the plants', task_date: sunday }]);
  await page.setViewportSize({ width: 390, height: 1600 });
  await open(page, 'Buy milk');
  const goOn = await holdChanges(page);
  const checkbox = page.getByRole('checkbox', { name: 'Water the plants' });
  await checkbox.hover();
  const before = await checkbox.boundingBox();
  await page.mouse.down();
  await expect(field(page)).not.toBeEditable();
  // As many frames as a place would need to be made and painted, and one more.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
  });
  expect(await checkbox.boundingBox()).toEqual(before);
  await page.mouse.up();
  goOn();
  await expect(checkbox).toBeChecked();
  await expect(taskRow(page, 'Buy milk')).toBeVisible();
});

test('a press on Add task that is under way when the tasks arrive opens the composer; moved off, it opens nothing', async ({
  signedInPage: page,
}) => {
  const gate = Promise.withResolvers<void>();
  await page.route('**/rest/v1/tasks*', async (route) => {
    await gate.promise;
    return route.fallback();
  });
  await page.goto('/dashboard');
  const add = dayCard(page, monday).getByRole('button', { name: 'Add task' });
  await add.hover();
  const before = await add.boundingBox();
  await page.mouse.down();
  gate.resolve();
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
