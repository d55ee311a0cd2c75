import type { Page } from '@playwright/test';
import { dayAfter, mondayOf } from '../support/calendar.ts';
import { FAULTS, REQUESTS, breakRequests } from '../support/faults.ts';
import { failureNotice } from '../support/notices.ts';
import { dayCard, plantTasks, taskRow } from '../support/planner.ts';
import { holdChanges, loseNextAnswer, taskRequests } from '../support/requests.ts';
import { today } from '../support/tasks.ts';
import { expect, test } from '../support/test.ts';

const NO_ANSWER = /Failed to load resource/;
const OLD = 'Water the plants';
const NEW = 'Water the herbs';

const monday = mondayOf(today());
const tuesday = dayAfter(monday);

const clickElsewhere = (page: Page) => page.getByRole('heading', { level: 1 }).click();
const press = (key: string) => (page: Page) => page.keyboard.press(key);
const twice = async (page: Page) => {
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
};

/** What is typed over the old text, what is done then, and whether that is a change. */
const SEQUENCES = {
  Enter: { text: NEW, act: press('Enter'), changes: true },
  'Enter twice': { text: NEW, act: twice, changes: true },
  'Enter, then a click elsewhere': {
    text: NEW,
    act: async (page: Page) => {
      await page.keyboard.press('Enter');
      await clickElsewhere(page);
    },
    changes: true,
  },
  'a click elsewhere': { text: NEW, act: clickElsewhere, changes: true },
  Tab: { text: NEW, act: press('Tab'), changes: true },
  Escape: { text: NEW, act: press('Escape'), changes: false },
  'Enter on no text': { text: '', act: press('Enter'), changes: false },
  'a click elsewhere from no text': { text: '  ', act: clickElsewhere, changes: false },
  'Enter on the same text': { text: `${OLD} `, act: press('Enter'), changes: false },
} satisfies Record<string, { text: string; act: (page: Page) => Promise<void>; changes: boolean }>;

for (const [name, { text, act, changes }] of Object.entries(SEQUENCES)) {
  test(`a task's title in place: ${name} ${changes ? 'saves once' : 'leaves it as it was'}`, async ({
    signedInPage: page,
    account,
  }) => {
    await plantTasks(account, [{ title: OLD, task_date: monday }]);
    const sent = taskRequests(page, 'PATCH');
    const goOn = await holdChanges(page);
    await page.goto('/dashboard');
    await taskRow(page, OLD).getByRole('button', { name: 'Edit title' }).click();
    const field = page.getByRole('textbox', { name: 'Task title' });
    await expect(field).toBeFocused();
    await expect(field).toHaveValue(OLD);
    await field.fill(text);
    await act(page);
    goOn();
    await expect(field).toHaveCount(0);
    await expect(dayCard(page, monday).getByRole('listitem')).toHaveText([changes ? NEW : OLD]);
    if (name.startsWith('E') && !name.includes('click')) {
      await expect(page.getByRole('button', { name: 'Edit title' })).toBeFocused();
    }
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.reload();
    await expect(dayCard(page, monday).getByRole('listitem')).toHaveText([changes ? NEW : OLD]);
    expect(sent).toHaveLength(changes ? 1 : 0);
  });
}

for (const [situation, fault] of Object.entries(FAULTS)) {
  test(`a title that cannot be saved stays in its field, and Enter tries again: ${situation}`, async ({
    signedInPage: page,
    account,
    allowConsole,
  }) => {
    allowConsole(NO_ANSWER);
    await plantTasks(account, [{ title: OLD, task_date: monday }]);
    await page.goto('/dashboard');
    await taskRow(page, OLD).getByRole('button', { name: 'Edit title' }).click();
    const field = page.getByRole('textbox', { name: 'Task title' });
    await field.fill(NEW);
    const mend = await breakRequests(page, REQUESTS.changeTasks, fault);
    await page.keyboard.press('Enter');
    await expect(failureNotice(page, 'Failed to update task')).toBeVisible();
    await expect(field).toHaveValue(NEW);
    await expect(field).toBeEditable();
    await mend();
    await field.press('Enter');
    await expect(dayCard(page, monday).getByRole('listitem')).toHaveText([NEW]);
    const { data } = await account.client.from('tasks').select('title');
    expect(data).toEqual([{ title: NEW }]);
  });
}

test('a title that would be too long stays in its field', async ({ signedInPage: page, account }) => {
  await plantTasks(account, [{ title: OLD, task_date: monday }]);
  const sent = taskRequests(page, 'PATCH');
  await page.goto('/dashboard');
  await taskRow(page, OLD).getByRole('button', { name: 'Edit title' }).click();
  const field = page.getByRole('textbox', { name: 'Task title' });
  await field.fill('ü'.repeat(201));
  await page.keyboard.press('Enter');
  await expect(failureNotice(page, 'Task title must be less than 200 characters')).toBeVisible();
  await expect(field).toHaveValue('ü'.repeat(201));
  expect(sent).toHaveLength(0);
  await page.keyboard.press('Escape');
  await expect(dayCard(page, monday).getByRole('listitem')).toHaveText([OLD]);
});

for (const [name, { text, act, changes }] of Object.entries(SEQUENCES)) {
  test(`a goal card's title and its items: ${name} ${changes ? 'saves once' : 'leaves them as they were'}`, async ({
    signedInPage: page,
  }) => {
    await page.goto('/dashboard');
    const goals = page.getByRole('region', { name: 'Goals & Priorities' });
    const first = goals.getByRole('region').first();
    // Nothing is awaited here: the first Enter has given the focus to the button, and the second one presses it.
    const closeAgain = name === 'Enter twice' ? press('Escape') : async () => {};
    await goals.getByRole('button', { name: 'Top Goals' }).click();
    const title = page.getByRole('textbox', { name: 'Card title' });
    await expect(title).toBeFocused();
    await title.fill(text === `${OLD} ` ? ' Top Goals ' : text);
    await act(page);
    await closeAgain(page);
    await expect(title).toHaveCount(0);
    await expect(first.getByRole('heading', { level: 3 })).toHaveText(changes ? NEW : 'Top Goals');

    await first.getByRole('button', { name: 'Add item' }).click();
    const item = page.getByPlaceholder('Enter item...');
    await expect(item).toBeFocused();
    await item.fill(text === `${OLD} ` ? '\u00A0' : text);
    await act(page);
    await closeAgain(page);
    await expect(item).toHaveCount(0);
    await expect(first.getByRole('listitem')).toHaveText(changes ? [NEW] : []);
  });
}

/** Two presses on the same thing while the answer to the first is awaited. */
const PRESSES = {
  'Star task': { method: 'PATCH', after: 'Unstar task' },
  'Pin task': { method: 'PATCH', after: 'Unpin task' },
  'Move to next day': { method: 'PATCH', after: 'Move to next day' },
  'Delete task': { method: 'DELETE', after: null },
} as const;

for (const [button, { method, after }] of Object.entries(PRESSES)) {
  test(`a double press on '${button}' asks once, and the row is busy and unchanged until the server says yes`, async ({
    signedInPage: page,
    account,
  }) => {
    await plantTasks(account, [
      { title: OLD, task_date: monday },
      { title: 'Read a book', task_date: monday },
    ]);
    const sent = taskRequests(page, method);
    await page.goto('/dashboard');
    const row = taskRow(page, OLD);
    await expect(row).toBeVisible();
    const goOn = await holdChanges(page);
    await row.getByRole('button', { name: button, exact: true }).dblclick();
    await expect(row).toHaveAttribute('aria-busy', 'true');
    await expect(row.getByRole('button', { name: button, exact: true })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await page.keyboard.press('Enter');
    // Nothing else may be asked of a busy task, and another one is free.
    await row.getByRole('checkbox').press('Space');
    await expect(row.getByRole('checkbox')).not.toBeChecked();
    await expect(taskRow(page, 'Read a book')).not.toHaveAttribute('aria-busy');
    await expect(dayCard(page, monday).getByRole('listitem')).toHaveText([OLD, 'Read a book']);
    await expect(page.getByRole('status').getByRole('paragraph')).toHaveCount(0);
    goOn();
    if (after === null) {
      await expect(row).toHaveCount(0);
    } else {
      await expect(row).not.toHaveAttribute('aria-busy');
      await expect(row.getByRole('button', { name: after, exact: true })).toBeVisible();
    }
    expect(sent).toHaveLength(1);
    if (button === 'Move to next day') {
      await expect(dayCard(page, tuesday).getByRole('listitem')).toHaveText([OLD]);
    }
  });
}

test('a tick shows only once the server said yes, and not at all when it said no', async ({
  signedInPage: page,
  account,
  allowConsole,
}) => {
  allowConsole(NO_ANSWER);
  await plantTasks(account, [{ title: OLD, task_date: monday }]);
  const sent = taskRequests(page, 'PATCH');
  await page.goto('/dashboard');
  const checkbox = page.getByRole('checkbox', { name: OLD });
  await expect(checkbox).toBeVisible();
  const goOn = await holdChanges(page);
  await checkbox.press('Space');
  await checkbox.press('Space');
  await expect(taskRow(page, OLD)).toHaveAttribute('aria-busy', 'true');
  await expect(checkbox).not.toBeChecked();
  goOn();
  await expect(checkbox).toBeChecked();
  expect(sent).toHaveLength(1);

  await breakRequests(page, REQUESTS.changeTasks, FAULTS['the backend answers 500']);
  await checkbox.press('Space');
  await expect(failureNotice(page, 'Failed to update task')).toBeVisible();
  await expect(checkbox).toBeChecked();
  await expect(checkbox).toBeFocused();
});

test('a change whose answer was lost is told as failed, and what really happened shows with the next look', async ({
  signedInPage: page,
  account,
  allowConsole,
}) => {
  allowConsole(NO_ANSWER);
  await plantTasks(account, [{ title: OLD, task_date: monday }]);
  await page.goto('/dashboard');
  await loseNextAnswer(page, 'PATCH');
  await taskRow(page, OLD).getByRole('button', { name: 'Star task' }).click();
  await expect(failureNotice(page, 'Failed to update task')).toBeVisible();
  await expect(taskRow(page, OLD).getByRole('button', { name: 'Star task' })).toBeVisible();
  await page.reload();
  await expect(taskRow(page, OLD).getByRole('button', { name: 'Unstar task' })).toBeVisible();
});
