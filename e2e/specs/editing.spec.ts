import type { Page } from '@playwright/test';
import { dayAfter, mondayOf } from '../support/calendar.ts';
import { addButton as addTask, compose, composerField as field, titlesOf } from '../support/composer.ts';
import { closeNotices, failureNotice, successNotice } from '../support/notices.ts';
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
  /** The hands have gone elsewhere: the focus is not given back to 'Add task'. */
  leaves?: true;
  act: (page: Page) => Promise<void>;
}

/** The table of the editing rules: what is done, and how many tasks that makes. */
const SEQUENCES: Readonly<Record<string, Sequence>> = {
  Enter: { inserts: 1, act: (page) => page.keyboard.press('Enter') },
  'Enter, then a click elsewhere': {
    inserts: 1,
    leaves: true,
    async act(page) {
      await page.keyboard.press('Enter');
      await clickElsewhere(page);
    },
  },
  'Enter twice': {
    inserts: 1,
    async act(page) {
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
    },
  },
  'Enter, then Escape': {
    inserts: 1,
    async act(page) {
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
    },
  },
  'a click elsewhere': { inserts: 1, leaves: true, act: clickElsewhere },
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
  Escape: { inserts: 0, act: (page) => page.keyboard.press('Escape') },
  'Escape, then a click elsewhere': {
    inserts: 0,
    leaves: true,
    async act(page) {
      await page.keyboard.press('Escape');
      await clickElsewhere(page);
    },
  },
  'Escape on a picked emoji': {
    inserts: 0,
    async act(page) {
      await choice(page, 'Coffee').focus();
      await page.keyboard.press('Space');
      await expect(choice(page, 'Coffee')).toHaveAttribute('aria-pressed', 'true');
      await page.keyboard.press('Escape');
    },
  },
  Cancel: { inserts: 0, act: (page) => page.getByRole('button', { name: 'Cancel', exact: true }).click() },
};

test('however writing a task ends, it makes one task or none', async ({ signedInPage: page, account }) => {
  const sent = taskRequests(page, 'POST');
  const made: string[] = [];
  const rows = dayCard(page, monday).getByRole('listitem');
  await page.goto('/dashboard');
  for (const [place, [name, { inserts, leaves, act }]] of Object.entries(SEQUENCES).entries()) {
    await test.step(`${name} makes ${inserts === 1 ? 'one' : 'none'}`, async () => {
      // The answer is awaited for as long as the hands move: that is when an editor commits twice.
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

test('picking an emoji leaves the caret where it was and commits nothing', async ({
  signedInPage: page,
  account,
}) => {
  const sent = taskRequests(page, 'POST');
  await open(page, 'Swim ');
  await choice(page, 'Coffee').click();
  await choice(page, 'Weight lifter').click();
  await expect(choice(page, 'Weight lifter')).toHaveAttribute('aria-pressed', 'true');
  await expect(choice(page, 'Coffee')).toHaveAttribute('aria-pressed', 'false');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('far');
  expect(sent).toHaveLength(0);
  await page.keyboard.press('Enter');
  await expect(dayCard(page, monday).getByRole('listitem')).toHaveText(['Swim far🏋️']);
  expect(sent).toHaveLength(1);
  const { data } = await account.client.from('tasks').select('title, emoji');
  expect(data).toEqual([{ title: 'Swim far', emoji: '🏋️' }]);
});

test('left with nothing or spaces typed the composer closes without a word', async ({
  signedInPage: page,
  account,
}) => {
  const sent = taskRequests(page, 'POST');
  await page.goto('/dashboard');
  for (const [kind, text] of [
    ['nothing', ''],
    ['spaces', '   '],
  ] as const) {
    await test.step(`${kind} typed`, async () => {
      await compose(page, text);
      await clickElsewhere(page);
      await expect(field(page)).toHaveCount(0);
      await expect(addTask(page)).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
      expect(sent).toHaveLength(0);
      expect(await titlesOf(account)).toEqual([]);
    });
  }
});

test('a title that cannot be is refused beside the field and in a notice, and stays typed', async ({
  signedInPage: page,
  account,
}) => {
  const sent = taskRequests(page, 'POST');
  const made: string[] = [];
  await page.goto('/dashboard');
  for (const [kind, text, sentence] of [
    ['nothing', '', 'Task title cannot be empty'],
    ['spaces', '   ', 'Task title cannot be empty'],
    ['only invisible characters', '\u200B\u2060', 'Task title cannot be empty'],
    ['201 characters', 'x'.repeat(201), 'Task title must be less than 200 characters'],
    ['201 emoji', '🔥'.repeat(201), 'Task title must be less than 200 characters'],
  ] as const) {
    await test.step(kind, async () => {
      await compose(page, text);
      await page.keyboard.press('Enter');
      await expect(failureNotice(page, sentence)).toBeVisible();
      await expect(field(page)).toHaveAccessibleDescription(sentence);
      await expect(field(page)).toHaveValue(text);
      await expect(field(page)).toBeFocused();
      expect(sent).toHaveLength(made.length);
      const title = `${made.length}`.padEnd(200, 'y');
      made.push(title);
      await field(page).fill(title);
      await page.keyboard.press('Enter');
      await expect(successNotice(page, 'Task added!')).toBeVisible();
      await expect(taskRow(page, title)).toBeVisible();
      expect(await titlesOf(account)).toEqual(made);
      await closeNotices(page);
    });
  }
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

test('while the answer is awaited the text stands still and cannot be changed, then the focus is on Add task', async ({
  signedInPage: page,
}) => {
  await open(page, 'Buy milk');
  const goOn = await holdChanges(page);
  await page.keyboard.press('Enter');
  await expect(field(page)).not.toBeEditable();
  await page.keyboard.type(' and eggs');
  await expect(field(page)).toHaveValue('Buy milk');
  await expect(field(page)).toBeFocused();
  await expect(taskRow(page, 'Buy milk')).toHaveCount(0);
  goOn();
  await expect(taskRow(page, 'Buy milk')).toBeVisible();
  await expect(addTask(page)).toBeFocused();
});

test('after Enter the place of the new task is there while the answer is awaited, with nothing in it', async ({
  signedInPage: page,
  account,
  allowConsole,
}) => {
  allowConsole(/ERR_CONNECTION_RESET/);
  await plantTasks(account, [{ title: 'Water the plants', task_date: monday }]);
  await page.goto('/dashboard');
  const rows = dayCard(page, monday).getByRole('listitem');
  const line = dayCard(page, monday).getByRole('list').locator(':scope > *');

  await test.step('the server says no: the place is given up, and what was typed stays', async () => {
    await page.route('**/rest/v1/tasks*', (route) =>
      route.request().method() === 'POST' ? route.abort('connectionreset') : route.fallback(),
    );
    await compose(page, 'Buy milk');
    await page.keyboard.press('Enter');
    await expect(failureNotice(page, 'Failed to add task. Please try again.')).toBeVisible();
    await expect(line).toHaveCount(1);
    await expect(field(page)).toHaveValue('Buy milk');
    await page.unrouteAll();
  });

  const goOn = await holdChanges(page);
  await field(page).press('Enter');
  await expect(line).toHaveCount(2);
  await expect(line.last()).toHaveText('');
  // Neither for a screen reader nor for the keyboard: it is no task yet.
  await expect(rows).toHaveText(['Water the plants']);
  await page.keyboard.press('Shift+Tab');
  await expect(taskRow(page, 'Water the plants').getByRole('button', { name: 'Delete task' })).toBeFocused();
  const before = await line.last().boundingBox();
  goOn();
  await expect(rows).toHaveText(['Water the plants', 'Buy milk']);
  expect(await line.last().boundingBox()).toEqual(before);
});

test('whoever leaves the composer by pressing something below it presses that, wherever the new task goes', async ({
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

test('a late answer does not pull the focus back from where it has gone', async ({
  signedInPage: page,
  account,
}) => {
  await plantTasks(account, [{ title: 'Water the plants', task_date: monday }]);
  await open(page, 'Buy milk');
  const goOn = await holdChanges(page);
  await page.keyboard.press('Enter');
  const checkbox = page.getByRole('checkbox', { name: 'Water the plants' });
  await page.getByRole('button', { name: 'Next day', exact: true }).focus();
  await checkbox.focus();
  goOn();
  await expect(taskRow(page, 'Buy milk')).toBeVisible();
  await expect(field(page)).toHaveCount(0);
  await expect(checkbox).toBeFocused();
});

test('opening the composer of another day commits this one, and the other keeps the focus and its text', async ({
  signedInPage: page,
  account,
}) => {
  await open(page, 'Buy milk');
  const goOn = await holdChanges(page);
  await dayCard(page, dayAfter(monday)).getByRole('button', { name: 'Add task' }).click();
  const other = dayCard(page, dayAfter(monday)).getByRole('textbox', { name: 'New task' });
  await expect(other).toBeFocused();
  await page.keyboard.type('Buy bre');
  goOn();
  await expect(taskRow(page, 'Buy milk')).toBeVisible();
  await expect(field(page)).toHaveCount(1);
  await expect(other).toBeFocused();
  await page.keyboard.type('ad');
  await page.keyboard.press('Enter');
  await expect(dayCard(page, dayAfter(monday)).getByRole('listitem')).toHaveText(['Buy bread']);
  expect(await titlesOf(account)).toEqual(['Buy milk', 'Buy bread']);
});
