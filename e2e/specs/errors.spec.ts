import { storedSession } from '../support/accounts.ts';
import { submit } from '../support/forms.ts';
import { REQUESTS, answeredByPortal, breakRequests, dropped } from '../support/network.ts';
import { closeFailure, failureNotice } from '../support/notices.ts';
import { compose, composerField, monday, insertTask } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

// How each kind of fault is classified: shared/supabase/tests/faults.test.ts. The notice of each action, and that a failed
// action changes nothing: failure.test.ts, TaskRow.test.tsx and Composer.test.tsx of the planner. Requests without a
// response: offline.spec.ts.

const LOAD_FAILED = 'Failed to load tasks';
const ADD_FAILED = 'Failed to add task. Please try again.';

test.beforeEach(({ allowConsole }) => allowConsole(/Failed to load resource/));

test('failure-notice: what fails to load shows an error in its place and a notice, and Retry loads it and keeps the focus', async ({
  account,
  newVisitor,
}) => {
  await insertTask(account, 'Water the plants', monday);
  for (const path of ['/dashboard', '/retro/dashboard'])
    await test.step(path, async () => {
      const page = await newVisitor(account.session);
      const main = page.getByRole('main');
      const loadError = main.getByText(LOAD_FAILED, { exact: true });
      const retry = main.getByRole('button', { name: 'Retry' });
      for (const fault of [dropped, answeredByPortal]) {
        const restore = await breakRequests(page, REQUESTS.readTasks, fault);
        if (fault === dropped) await page.goto(path);
        else await retry.press('Enter');
        await expect(failureNotice(page, LOAD_FAILED)).toBeVisible();
        await expect(loadError).toBeVisible();
        await expect(main.getByText(/^(Nothing planned yet|No quests)/)).toHaveCount(0);
        if (fault === answeredByPortal) await expect(retry).toBeFocused();
        await closeFailure(page);
        await restore();
      }
      await retry.press('Enter');
      await expect(page.getByText('Water the plants')).toBeVisible();
      await expect(loadError).toHaveCount(0);
      // Retry has disappeared with the error; the focus must move to the new content and not be lost.
      const week = page.getByRole('region', { name: 'Week', exact: true });
      const next = path === '/dashboard' ? page.getByRole('heading', { level: 2 }).first() : week;
      await expect(next).toBeFocused();
    });
  await test.step('/settings', async () => {
    const page = await newVisitor(account.session);
    const restore = await breakRequests(page, REQUESTS.readProfile, dropped);
    await page.goto('/settings');
    const card = page.getByRole('region', { name: 'Profile Information' });
    await expect(card.getByText('Failed to load profile', { exact: true })).toBeVisible();
    await restore();
    await card.getByRole('button', { name: 'Retry' }).press('Enter');
    await expect(card.getByRole('textbox', { name: 'Display Name' })).toBeFocused();
  });
});

test('session-refresh: an action that finds the session lost shows the reason, and leaves no text or session behind', async ({
  member: page,
  account,
}) => {
  await page.goto('/dashboard');
  await compose(page, 'A secret plan');
  // From now on the server rejects both the access token and the refresh token of this browser.
  for (const [address, status, code] of [
    ['**/rest/v1/**', 401, 'PGRST303'],
    ['**/auth/v1/token*', 400, 'refresh_token_not_found'],
  ] as const) {
    await breakRequests(page, { address }, (route) =>
      route.fulfill({ status, json: { code, error_code: code, message: 'JWT expired', msg: 'Not Found' } }),
    );
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/auth');
  const message = `${ADD_FAILED} Your session has ended. Please sign in again.`;
  await expect(failureNotice(page, message)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(1);
  expect(await storedSession(page)).toBeNull();
  await page.unrouteAll();
  await submit(page, 'Sign In', account.email, account.password);
  await expect(page.getByText('Nothing planned yet')).toHaveCount(7);
  await expect(composerField(page)).toHaveCount(0);
});
