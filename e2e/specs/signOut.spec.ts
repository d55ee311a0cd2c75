import { createAccount, logOut, storedSession } from '../support/accounts.ts';
import { emailField, submit } from '../support/forms.ts';
import { insertTask } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

test('signing out works without a network, and afterwards neither Back nor the address shows any tasks', async ({
  member: page,
  context,
  account,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/);
  allowConsole(/^error: signOut: the session ended here, the server could not be told/);
  await insertTask(account, 'Water the plants');
  await page.goto('/retro/dashboard');
  const profile = page.waitForResponse(/\/rest\/v1\/profiles/);
  await page.getByRole('link', { name: 'NORMAL MODE' }).click();
  await expect(page.getByText('Water the plants')).toBeVisible();
  await (await profile).finished();
  await context.setOffline(true);
  await logOut(page);
  await expect(page).toHaveURL('/auth');
  await expect(page.getByText('Water the plants')).toHaveCount(0);
  expect(await storedSession(page)).toBeNull();

  await context.setOffline(false);
  await page.goBack();
  await expect(page).toHaveURL('/retro/auth');
  await expect(page.getByText('Water the plants')).toHaveCount(0);
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/auth');
  await expect(emailField(page)).toBeVisible();
});

test('sign-out, kept-data: signing out in one tab signs out the other and clears its week and goals; the next user is signed in in both', async ({
  member: page,
  context,
  account,
  site,
}) => {
  const grace = await createAccount(site);
  await insertTask(account, 'Water the plants');
  await insertTask(grace, 'Debug the moth');
  await page.goto('/dashboard');
  await expect(page.getByText('Water the plants')).toBeVisible();
  const goals = page.getByRole('region', { name: 'Top Goals' });
  await goals.getByRole('button', { name: 'Add item' }).click();
  await page.getByPlaceholder('Enter item...').fill('Learn to swim');
  await page.keyboard.press('Enter');
  await expect(goals.getByText('Learn to swim')).toBeVisible();

  const other = await context.newPage();
  await other.goto('/dashboard');
  await expect(other.getByText('Water the plants')).toBeVisible();
  await logOut(other);
  await expect(page).toHaveURL('/auth');
  await expect(page.getByText('Water the plants')).toHaveCount(0);

  await submit(other, 'Sign In', grace.email, grace.password);
  await expect(other.getByText('Debug the moth')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText('Debug the moth')).toBeVisible();
  await expect(page.getByText('Water the plants')).toHaveCount(0);
  await expect(goals).toBeVisible();
  await expect(page.getByText('Learn to swim')).toHaveCount(0);
});

test('with blocked storage a user can still sign in, plan and sign out in the tab', async ({
  page,
  context,
  account,
}) => {
  await context.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    }
  });
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/auth');
  await submit(page, 'Sign In', account.email, account.password);
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText('Nothing planned yet')).toHaveCount(7);
  await page.getByRole('button', { name: 'Add task' }).first().click();
  await page.getByPlaceholder('Enter task...').fill('Make room');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Make room')).toBeVisible();
  await logOut(page);
  await expect(page).toHaveURL('/auth');
  await expect(emailField(page)).toBeVisible();
});
