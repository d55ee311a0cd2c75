import type { Locator, Page } from '@playwright/test';
import { FAULTS, REQUESTS, breakRequests, meetEveryFault, neverAnswered } from '../support/faults.ts';
import { closeFailure, failureNotice, successNotice } from '../support/notices.ts';
import { dayCard, openComposer, plantTasks, taskRow } from '../support/planner.ts';
import { deleteTask, today } from '../support/tasks.ts';
import { expect, test } from '../support/test.ts';
import { dayAfter, mondayOf } from '../support/calendar.ts';

const NO_ANSWER = /Failed to load resource/;
const LOAD_FAILED = 'Failed to load tasks';
const UPDATE_FAILED = 'Failed to update task';

// A week in which every day has a next one on the page.
const monday = mondayOf(today());
const tuesday = dayAfter(monday);

async function openWeek(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/dashboard');
}

/** The sentence in the place of the tasks; notices are elsewhere. */
const inPlace = (page: Page) => page.getByRole('main').getByText(LOAD_FAILED, { exact: true });
const retryButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Retry' });

test('a week that cannot be read says so in its place and in a notice, and Retry keeps the focus', async ({
  signedInPage: page,
  account,
  allowConsole,
}) => {
  allowConsole(NO_ANSWER);
  await plantTasks(account, [{ title: 'Water the plants', task_date: monday }]);
  await meetEveryFault(page, async (fault) => {
    const mend = await breakRequests(page, REQUESTS.readTasks, fault);
    await openWeek(page);
    await expect(failureNotice(page, LOAD_FAILED)).toBeVisible();
    await expect(inPlace(page)).toBeVisible();
    await expect(page.getByText('Nothing planned yet')).toHaveCount(0);
    await expect(taskRow(page, 'Water the plants')).toHaveCount(0);
    await closeFailure(page);

    await retryButton(page).press('Enter');
    await expect(failureNotice(page, LOAD_FAILED)).toBeVisible();
    await expect(retryButton(page)).toBeFocused();

    await mend();
    await retryButton(page).press('Enter');
    await expect(taskRow(page, 'Water the plants')).toBeVisible();
    await expect(inPlace(page)).toHaveCount(0);
    // What took the button away passes its focus on, and not to nowhere.
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeFocused();
  });
});

test('a week that is never answered fails after ten seconds, and the days stand meanwhile', async ({
  signedInPage: page,
  allowConsole,
}) => {
  allowConsole(NO_ANSWER);
  await breakRequests(page, REQUESTS.readTasks, neverAnswered);
  await openWeek(page);
  await expect(dayCard(page, today()).getByText('Today', { exact: true })).toBeVisible();
  await expect(dayCard(page, today())).toHaveAttribute('aria-busy', 'true');
  await expect(failureNotice(page, LOAD_FAILED)).toBeVisible({ timeout: 25_000 });
  await expect(retryButton(page)).toBeVisible();
});

test('a week that was read stays readable when it cannot be read again', async ({
  signedInPage: page,
  account,
  allowConsole,
}) => {
  allowConsole(NO_ANSWER);
  await plantTasks(account, [{ title: 'Water the plants', task_date: monday }]);
  await openWeek(page);
  await expect(taskRow(page, 'Water the plants')).toBeVisible();
  const mend = await breakRequests(page, REQUESTS.readTasks, FAULTS['the connection drops']);
  await page.getByRole('button', { name: 'Next day', exact: true }).click();
  await expect(failureNotice(page, LOAD_FAILED)).toBeVisible();
  // The way back asks anew, too: mended before that was refused, the week would need no Retry.
  const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('/rest/v1/tasks'));
  await page.getByRole('button', { name: 'Previous day' }).click();
  await expect(taskRow(page, 'Water the plants')).toBeVisible();
  await refused;
  await mend();
  await retryButton(page).click();
  await expect(inPlace(page)).toHaveCount(0);
});

test('a display name that cannot be read is a matter for the console alone', async ({
  signedInPage: page,
  allowConsole,
}) => {
  allowConsole(NO_ANSWER);
  allowConsole(/Failed to load profile/);
  await breakRequests(page, REQUESTS.readProfile, FAULTS['the backend answers 500']);
  const said = page.waitForEvent('console', (message) => message.text().startsWith('Failed to load profile'));
  await openWeek(page);
  await said;
  await expect(page.getByText('Hi there, your week space looks great!')).toBeVisible();
  await expect(dayCard(page, monday).getByText('Nothing planned yet')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('in the settings the same failure has a notice and a Retry', async ({
  signedInPage: page,
  allowConsole,
}) => {
  allowConsole(NO_ANSWER);
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
  /** What shows that it happened to the task of that title. */
  happened: (row: Locator, page: Page, title: string) => Promise<void>;
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
    happened: async (_, page, title) => {
      await expect(successNotice(page, 'Task moved')).toBeVisible();
      await expect(dayCard(page, tuesday).getByRole('checkbox', { name: title })).toBeVisible();
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
  allowConsole,
}) => {
  allowConsole(NO_ANSWER);
  const titleOf = (place: number) => `Call dentist ${place}`;
  await plantTasks(
    account,
    Object.keys(FAULTS).map((_, place) => ({ title: titleOf(place), task_date: monday })),
  );
  await openWeek(page);
  await meetEveryFault(page, async (fault, place) => {
    const title = titleOf(place);
    const row = taskRow(page, title);
    const inMonday = dayCard(page, monday).getByRole('checkbox', { name: title });
    await expect(inMonday).toBeVisible();
    const before = await row.ariaSnapshot();

    const mend = await breakRequests(page, REQUESTS.changeTasks, fault);
    for (const { name, act, sentence } of CHANGES) {
      await test.step(`without success: ${name}`, async () => {
        await act(row, page);
        await expect(failureNotice(page, sentence)).toBeVisible();
        await expect(row).not.toHaveAttribute('aria-busy');
        await expect(row).toMatchAriaSnapshot(before);
        await expect(inMonday).toBeVisible();
        await closeFailure(page);
      });
    }
    await mend();
    for (const { name, act, happened } of CHANGES) {
      await test.step(`with success: ${name}`, async () => {
        await act(row, page);
        await happened(row, page, title);
      });
    }
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

test('a task that cannot be added stays typed and is added once when it works', async ({
  signedInPage: page,
  account,
  allowConsole,
}) => {
  allowConsole(NO_ANSWER);
  await openWeek(page);
  await meetEveryFault(page, async (fault, place) => {
    const title = `Buy milk ${place}`;
    const field = await openComposer(page, monday);
    await expect(page.getByRole('button', { name: 'Cart', pressed: false })).toBeVisible();
    await field.fill(title);
    await page.getByRole('button', { name: 'Cart' }).click();
    const mend = await breakRequests(page, REQUESTS.changeTasks, fault);
    await field.press('Enter');
    await expect(failureNotice(page, 'Failed to add task. Please try again.')).toBeVisible();
    await expect(field).toHaveValue(title);
    await expect(field).toHaveAccessibleDescription('Failed to add task. Please try again.');
    await expect(page.getByRole('button', { name: 'Cart', pressed: true })).toBeVisible();
    await expect(taskRow(page, title)).toHaveCount(0);

    await mend();
    await field.press('Enter');
    await expect(successNotice(page, 'Task added!')).toBeVisible();
    await expect(taskRow(page, title).getByRole('button', { name: 'Change emoji' })).toHaveText('🛒');
    const { data } = await account.client.from('tasks').select('title, emoji, task_date').order('created_at');
    // One more than in the step before, each of them once.
    expect(data).toEqual(
      Array.from({ length: place + 1 }, (_, n) => ({
        title: `Buy milk ${n}`,
        emoji: '🛒',
        task_date: monday,
      })),
    );
  });
});

test('a title of more than 200 characters is refused before anything is sent, one of 200 is kept', async ({
  signedInPage: page,
  account,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/rest/v1/tasks')) sent.push(request.url());
  });
  const sentence = 'Task title must be less than 200 characters';
  await openWeek(page);
  const field = await openComposer(page, monday);
  for (const tooLong of ['x'.repeat(201), '🎯'.repeat(201)]) {
    await field.fill(tooLong);
    await field.press('Enter');
    await expect(failureNotice(page, sentence)).toBeVisible();
    await expect(field).toHaveAccessibleDescription(sentence);
    // Pressing the notice away leaves the field, which commits what is new: this is not.
    await closeFailure(page);
    await expect(field).toHaveValue(tooLong);
  }
  expect(sent).toEqual([]);
  // Characters as people count them: each of these is two units to a browser.
  await field.fill('🎯'.repeat(200));
  await field.press('Enter');
  await expect(successNotice(page, 'Task added!')).toBeVisible();

  await taskRow(page, '🎯'.repeat(200)).getByRole('button', { name: 'Edit title' }).click();
  const title = page.getByRole('textbox', { name: 'Task title' });
  await title.fill('y'.repeat(201));
  await title.press('Enter');
  await expect(failureNotice(page, sentence)).toBeVisible();
  await expect(title).toHaveValue('y'.repeat(201));
  await title.press('Escape');
  await expect(taskRow(page, '🎯'.repeat(200))).toBeVisible();
  const { data } = await account.client.from('tasks').select('title');
  expect(data).toEqual([{ title: '🎯'.repeat(200) }]);
});

test('a task that is gone elsewhere cannot be changed here, and leaves', async ({
  signedInPage: page,
  account,
}) => {
  await plantTasks(account, [
    { title: 'Deleted on the phone', task_date: monday },
    { title: 'Still there', task_date: monday },
  ]);
  await openWeek(page);
  const row = taskRow(page, 'Deleted on the phone');
  await expect(row).toBeVisible();
  await deleteTask(account, 'Deleted on the phone');
  await row.getByRole('button', { name: 'Delete task' }).click();
  await expect(failureNotice(page, 'Failed to delete task')).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(successNotice(page, 'Task deleted')).toHaveCount(0);
  await expect(taskRow(page, 'Still there')).toBeVisible();
});
