import type { Locator, Page } from '@playwright/test';
import { addButton, composerField, compose, titlesOf } from '../support/composer.ts';
import { FAULTS, REQUESTS, breakRequests, meetEveryFault, neverAnswered } from '../support/faults.ts';
import { closeFailure, failureNotice, successNotice } from '../support/notices.ts';
import { dayCard, plantTasks, taskRow } from '../support/planner.ts';
import { today } from '../support/tasks.ts';
import { expect, test } from '../support/test.ts';
import { dayAfter, mondayOf } from '../support/calendar.ts';

// One fault after the other on one page. What each kind of fault is to the site: shared/supabase/tests/faults.test.ts.

const NO_ANSWER = /Failed to load resource/;
const LOAD_FAILED = 'Failed to load tasks';
const UPDATE_FAILED = 'Failed to update task';
const ADD_FAILED = 'Failed to add task. Please try again.';

// A week in which every day has a next one on the page.
const monday = mondayOf(today());
const tuesday = dayAfter(monday);

test.beforeEach(({ allowConsole }) => allowConsole(NO_ANSWER));

test('a week that cannot be read says so in its place and in a notice, and Retry keeps the focus', async ({
  signedInPage: page,
  account,
}) => {
  await plantTasks(account, [{ title: 'Water the plants', task_date: monday }]);
  const inPlace = page.getByRole('main').getByText(LOAD_FAILED, { exact: true });
  const retry = page.getByRole('main').getByRole('button', { name: 'Retry' });
  await meetEveryFault(page, async (fault, place) => {
    const mend = await breakRequests(page, REQUESTS.readTasks, fault);
    if (place === 0) await page.goto('/dashboard');
    else await retry.press('Enter');
    await expect(failureNotice(page, LOAD_FAILED)).toBeVisible();
    await expect(inPlace).toBeVisible();
    await expect(page.getByText('Nothing planned yet')).toHaveCount(0);
    if (place > 0) await expect(retry).toBeFocused();
    await mend();
  });
  await retry.press('Enter');
  await expect(taskRow(page, 'Water the plants')).toBeVisible();
  await expect(inPlace).toHaveCount(0);
  // What took the button away passes its focus on, and not to nowhere.
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeFocused();
});

test('in the settings the same failure has a notice and a Retry, which leads into the form', async ({
  signedInPage: page,
}) => {
  const mend = await breakRequests(page, REQUESTS.readProfile, FAULTS['the connection drops']);
  await page.goto('/settings');
  await expect(failureNotice(page, 'Failed to load profile')).toBeVisible();
  const card = page.getByRole('region', { name: 'Profile Information' });
  await expect(card.getByText('Failed to load profile', { exact: true })).toBeVisible();
  await mend();
  await card.getByRole('button', { name: 'Retry' }).press('Enter');
  await expect(card.getByRole('textbox', { name: 'Display Name' })).toBeFocused();
});

interface Change {
  name: string;
  act: (row: Locator, page: Page) => Promise<void>;
  sentence: string;
  /** What shows that it happened. */
  happened: (row: Locator, page: Page) => Promise<void>;
}

const press = (name: string) => async (row: Locator) => {
  await row.getByRole('button', { name, exact: true }).click();
};

const renamed = (name: string) => async (row: Locator) => {
  await expect(row.getByRole('button', { name, exact: true })).toBeVisible();
};

/** Everything that can be done to a row, in an order in which each one can follow the one before. */
const CHANGES: readonly Change[] = [
  {
    name: 'ticking it off',
    act: async (row) => row.getByRole('checkbox').click(),
    sentence: UPDATE_FAILED,
    happened: async (row) => expect(row.getByRole('checkbox')).toBeChecked(),
  },
  { name: 'a star', act: press('Star task'), sentence: UPDATE_FAILED, happened: renamed('Unstar task') },
  { name: 'a pin', act: press('Pin task'), sentence: UPDATE_FAILED, happened: renamed('Unpin task') },
  {
    name: 'an emoji',
    act: async (row, page) => {
      await row.getByRole('button', { name: 'Give emoji' }).click();
      await page.getByRole('button', { name: 'Coffee' }).click();
    },
    sentence: 'Failed to update emoji. Please try again.',
    happened: renamed('Change emoji'),
  },
  {
    name: 'the next day',
    act: press('Move to next day'),
    sentence: 'Failed to move task',
    happened: async (_, page) => {
      await expect(successNotice(page, 'Task moved')).toBeVisible();
      await expect(dayCard(page, tuesday).getByRole('checkbox')).toHaveCount(1);
    },
  },
  {
    name: 'deleting it',
    act: press('Delete task'),
    sentence: 'Failed to delete task',
    happened: async (row, page) => {
      await expect(successNotice(page, 'Task deleted')).toBeVisible();
      await expect(row).toHaveCount(0);
    },
  },
];

test('a change that fails leaves the row as it was and works once the fault is gone', async ({
  signedInPage: page,
  account,
}) => {
  await plantTasks(account, [{ title: 'Call dentist', task_date: monday }]);
  await page.goto('/dashboard');
  const row = taskRow(page, 'Call dentist');
  await expect(dayCard(page, monday).getByRole('checkbox')).toHaveCount(1);
  const faults = Object.entries(FAULTS);
  for (const [place, { name, act, sentence, happened }] of CHANGES.entries()) {
    const [situation = '', fault = neverAnswered] = faults[place % faults.length] ?? [];
    await test.step(`${name}: ${situation}`, async () => {
      await expect(row).not.toHaveAttribute('aria-busy');
      const before = await row.ariaSnapshot();
      const mend = await breakRequests(page, REQUESTS.changeTasks, fault);
      await act(row, page);
      await expect(failureNotice(page, sentence)).toBeVisible();
      await expect(row).not.toHaveAttribute('aria-busy');
      await expect(row).toMatchAriaSnapshot(before);
      await mend();
      await closeFailure(page);
      await act(row, page);
      await happened(row, page);
    });
  }
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a task that cannot be added stays typed in the open composer and is added once when it works', async ({
  signedInPage: page,
  account,
}) => {
  await page.goto('/dashboard');
  const field = composerField(page);
  await compose(page, 'Buy milk');
  await page.getByRole('button', { name: 'Cart' }).click();
  await meetEveryFault(page, async (fault) => {
    const mend = await breakRequests(page, REQUESTS.changeTasks, fault);
    await field.press('Enter');
    await expect(failureNotice(page, ADD_FAILED)).toBeVisible();
    await expect(field).toHaveValue('Buy milk');
    await expect(field).toHaveAccessibleDescription(ADD_FAILED);
    await expect(field).toBeEditable();
    await expect(field).toBeFocused();
    await expect(page.getByRole('button', { name: 'Cart', pressed: true })).toBeVisible();
    await expect(taskRow(page, 'Buy milk')).toHaveCount(0);
    await mend();
  });
  await field.press('Enter');
  await expect(successNotice(page, 'Task added!')).toBeVisible();
  await expect(taskRow(page, 'Buy milk').getByRole('button', { name: 'Change emoji' })).toHaveText('🛒');
  await expect(addButton(page)).toBeFocused();
  expect(await titlesOf(account)).toEqual(['Buy milk']);
});

test('what is never answered fails after ten seconds: a week, whose days stand meanwhile, and a new task', async ({
  signedInPage: page,
  account,
}) => {
  await breakRequests(page, REQUESTS.readTasks, neverAnswered);
  const mend = await breakRequests(page, REQUESTS.changeTasks, neverAnswered);
  await page.goto('/dashboard');
  await expect(dayCard(page, today()).getByText('Today', { exact: true })).toBeVisible();
  await expect(dayCard(page, today())).toHaveAttribute('aria-busy', 'true');
  await compose(page, 'Buy milk');
  await page.keyboard.press('Enter');
  await expect(failureNotice(page, LOAD_FAILED)).toBeVisible({ timeout: 25_000 });
  await expect(page.getByRole('main').getByRole('button', { name: 'Retry' })).toBeVisible();
  await expect(failureNotice(page, ADD_FAILED)).toBeVisible();
  await expect(composerField(page)).toHaveValue('Buy milk');
  await mend();
  await composerField(page).press('Enter');
  await expect(successNotice(page, 'Task added!')).toBeVisible();
  expect(await titlesOf(account)).toEqual(['Buy milk']);
});
