import type { Page } from '@playwright/test';
import { submit } from '../support/authForm.ts';
import { mondayOf } from '../support/calendar.ts';
import { REQUESTS, breakRequests } from '../support/faults.ts';
import { closeFailure, failureNotice, successNotice } from '../support/notices.ts';
import { openComposer } from '../support/planner.ts';
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

test('a server that takes no more changes or tasks says so; what it says of itself is never shown', async ({
  signedInPage: page,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  const full = 'You have reached the limit of 100,000 tasks. Delete some to add new ones.';
  const raw = 'new row for relation "tasks" violates check constraint "tasks_title_check"';
  await page.goto('/dashboard');
  const field = await openComposer(page, monday);
  await field.fill('Buy milk');
  for (const [answer, notice] of [
    [refusal(429, 'over_request_rate_limit', LIMIT), `Failed to add task. Please try again. ${LIMIT}`],
    [refusal(400, '23514', full), `Failed to add task. Please try again. ${full}`],
    [refusal(400, '23514', raw), 'Failed to add task. Please try again.'],
  ] as const) {
    const mend = await breakRequests(page, REQUESTS.changeTasks, answer);
    await field.press('Enter');
    await expect(failureNotice(page, notice)).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(1);
    await expect(field).toHaveValue('Buy milk');
    await expect(field).toHaveAccessibleDescription(notice);
    await closeFailure(page);
    await mend();
  }
  await expect(page.getByText('violates')).toHaveCount(0);
  await field.press('Enter');
  await expect(successNotice(page, 'Task added!')).toBeVisible();
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

test('an act that finds the session lost says why in its own notice, and shows nothing to the person who signs in next', async ({
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
  await expect(page.getByRole('alert')).toHaveCount(1);
  expect(await storedSession(page)).toBeNull();
  await page.unrouteAll();
  await submit(page, 'Sign In', account.email, account.password);
  await expect(page.getByText('Nothing planned yet')).toHaveCount(7);
  await expect(field).toHaveCount(0);
});
