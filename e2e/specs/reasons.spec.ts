import type { Locator, Page } from '@playwright/test';
import { mondayOf } from '../support/calendar.ts';
import { REQUESTS, breakRequests } from '../support/faults.ts';
import { closeFailure, failureNotice, successNotice } from '../support/notices.ts';
import { dayCard, openComposer, plantTasks, taskRow } from '../support/planner.ts';
import {
  changePassword,
  confirmPassword,
  nameField,
  newPassword,
  openSettings,
  saveName,
} from '../support/settings.ts';
import { storedSession } from '../support/storage.ts';
import { today } from '../support/tasks.ts';
import { expect, test } from '../support/test.ts';

// What is known of a failure follows the sentence of the act, in the same notice (rule failure-notice).

const REFUSED = /Failed to load resource/;
const LIMIT = 'Too many changes. Please try again in 40 seconds.';
const monday = mondayOf(today());

const refusal =
  (status: number, code: string, message: string) =>
  (route: { fulfill: (answer: object) => Promise<void> }) =>
    route.fulfill({ status, json: { code, message, msg: message, error_code: code } });
const tooMany = refusal(429, 'over_request_rate_limit', LIMIT);

const press = (name: string) => async (row: Locator) => {
  await row.getByRole('button', { name, exact: true }).click();
};

/** What can be done to a row, and the sentence of the catalogue when it fails. */
const ACTS: readonly (readonly [sentence: string, act: (row: Locator, page: Page) => Promise<void>])[] = [
  ['Failed to update task', async (row) => row.getByRole('checkbox').click()],
  ['Failed to update task', press('Star task')],
  ['Failed to update task', press('Pin task')],
  ['Failed to move task', press('Move to next day')],
  ['Failed to delete task', press('Delete task')],
  [
    'Failed to update emoji. Please try again',
    async (row, page) => {
      await row.getByRole('button', { name: 'Give emoji' }).click();
      await page.getByRole('button', { name: 'Coffee' }).click();
    },
  ],
];

test.beforeEach(async ({ page }) => {
  // Notices that leave at once.
  await page.emulateMedia({ reducedMotion: 'reduce' });
});

test('a server that wants no more changes says when to try again, after the sentence of each act', async ({
  signedInPage: page,
  account,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  await plantTasks(account, [{ title: 'Water the plants', task_date: monday }]);
  await page.goto('/dashboard');
  const row = taskRow(page, 'Water the plants');
  await expect(row).toBeVisible();
  const mend = await breakRequests(page, REQUESTS.changeTasks, tooMany);
  for (const [sentence, act] of ACTS) {
    await act(row, page);
    await expect(failureNotice(page, `${sentence}. ${LIMIT}`)).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(1);
    await closeFailure(page);
  }
  const field = await openComposer(page, monday);
  await page.getByRole('button', { name: 'Coffee', exact: true }).click();
  await field.fill('Buy milk');
  await field.press('Enter');
  await expect(failureNotice(page, `Failed to add task. Please try again. ${LIMIT}`)).toBeVisible();
  await expect(field).toHaveValue('Buy milk');
  await mend();
  await field.press('Enter');
  await expect(dayCard(page, monday).getByRole('listitem')).toHaveText(['Water the plants', 'Buy milk☕']);
});

test('a database that takes no more tasks says so; what it says of itself is never shown', async ({
  signedInPage: page,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  const full = 'You have reached the limit of 100,000 tasks. Delete some to add new ones.';
  const raw = 'new row for relation "tasks" violates check constraint "tasks_title_check"';
  await page.goto('/dashboard');
  const field = await openComposer(page, monday);
  await field.fill('Buy milk');
  for (const [message, notice] of [
    [full, `Failed to add task. Please try again. ${full}`],
    [raw, 'Failed to add task. Please try again.'],
  ] as const) {
    const mend = await breakRequests(page, REQUESTS.changeTasks, refusal(400, '23514', message));
    await field.press('Enter');
    await expect(failureNotice(page, notice)).toBeVisible();
    await expect(field).toHaveAccessibleDescription(notice);
    await closeFailure(page);
    await mend();
  }
  await expect(page.getByText('violates')).toHaveCount(0);
  await field.press('Enter');
  await expect(successNotice(page, 'Task added!')).toBeVisible();
});

test('in the settings the reason follows as well, and what was typed stays', async ({
  signedInPage: page,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  await openSettings(page);
  await breakRequests(page, REQUESTS.changeProfile, tooMany);
  await saveName(page, 'Ada');
  await expect(failureNotice(page, `Failed to update profile. Please try again. ${LIMIT}`)).toBeVisible();
  await expect(nameField(page)).toHaveValue('Ada');
  await closeFailure(page);

  await breakRequests(page, REQUESTS.changeUser, tooMany);
  await changePassword(page, 'N3w-Passw0rd');
  await expect(failureNotice(page, `Failed to change password. Please try again. ${LIMIT}`)).toBeVisible();
  await expect(newPassword(page)).toHaveValue('N3w-Passw0rd');
  await expect(confirmPassword(page)).toHaveValue('N3w-Passw0rd');
  // It is not the password that is to blame.
  await expect(newPassword(page)).not.toHaveAttribute('aria-invalid');
  await closeFailure(page);

  await breakRequests(page, REQUESTS.changeUser, refusal(403, 'session_not_found', 'No such session'));
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(
    failureNotice(
      page,
      'Failed to change password. Please try again. Your session has ended. Please sign in again.',
    ),
  ).toBeVisible();
});

/** From here on the server knows neither the access token nor the refresh token of this browser. */
async function endSession(page: Page): Promise<void> {
  const spent = refusal(401, 'PGRST303', 'JWT expired');
  await breakRequests(
    page,
    { address: '**/rest/v1/**', methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'] },
    spent,
  );
  const unknown = refusal(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
  await breakRequests(page, { address: '**/auth/v1/token*', methods: ['POST'] }, unknown);
}

/** What is done on a page of an account with one task on Monday, and the sentence of the catalogue when it fails. */
const LAST_ACTS: readonly (readonly [path: string, sentence: string, act: (page: Page) => Promise<void>])[] =
  [
    [
      '/dashboard',
      'Failed to update task',
      async (page) => press('Star task')(taskRow(page, 'Water the plants')),
    ],
    ['/dashboard', 'Failed to load tasks', (page) => page.getByRole('button', { name: 'Next week' }).click()],
    ['/settings', 'Failed to update profile. Please try again', (page) => saveName(page, 'Ada')],
  ];

for (const [path, sentence, act] of LAST_ACTS) {
  test(`an act that finds the session lost says why in its own notice, on the way to the sign-in: ${sentence}`, async ({
    signedInPage: page,
    account,
    allowConsole,
  }) => {
    allowConsole(REFUSED);
    await plantTasks(account, [{ title: 'Water the plants', task_date: monday }]);
    await page.goto(path);
    await expect(path === '/settings' ? nameField(page) : taskRow(page, 'Water the plants')).toBeVisible();
    // What shows notices comes when the page is at rest.
    await expect(page.getByRole('region', { name: /^Notifications/ })).toBeAttached();
    await endSession(page);
    await act(page);
    const notice = `${sentence}. Your session has ended. Please sign in again.`;
    await expect(failureNotice(page, notice)).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(1);
    await expect(page).toHaveURL('/auth');
    expect(await storedSession(page)).toBeNull();
  });
}

test('a task that was typed when the session was lost is not shown to the person who signs in next', async ({
  signedInPage: page,
  account,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  await page.goto('/dashboard');
  const field = await openComposer(page, monday);
  await field.fill('A secret plan');
  await endSession(page);
  await field.press('Enter');
  await expect(page).toHaveURL('/auth');
  await expect(
    failureNotice(
      page,
      'Failed to add task. Please try again. Your session has ended. Please sign in again.',
    ),
  ).toBeVisible();
  await page.unrouteAll();
  await page.getByLabel('Email', { exact: true }).fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByText('Nothing planned yet')).toHaveCount(7);
  await expect(field).toHaveCount(0);
});
