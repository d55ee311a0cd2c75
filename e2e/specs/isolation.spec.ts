import type { Page } from '@playwright/test';
import { createAccount, restoreSession } from '../support/accounts.ts';
import type { Account } from '../support/accounts.ts';
import { expect, test } from '../support/visitors.ts';

// What no request reads or changes, in another's name or without a token: shared/server/tests/migrations.test.ts and the siege.

async function rowsOf(account: Account): Promise<unknown[]> {
  const { data, error } = await account.client.from('tasks').select('*').order('created_at');
  if (error) throw error;
  return data;
}

async function addTask(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Add task' }).first().click();
  await page.getByPlaceholder('Enter task...').fill(title);
  await page.keyboard.press('Enter');
  await expect(page.getByText(title)).toBeVisible();
}

test('two people who plan at the same time see and keep only what is theirs', async ({
  page: ada,
  context,
  account,
  site,
  newVisitor,
}) => {
  const graceAccount = await createAccount(site);
  await restoreSession(context, account.session);
  const grace = await newVisitor(graceAccount.session);
  await Promise.all([ada.goto('/dashboard'), grace.goto('/dashboard')]);
  await Promise.all([addTask(ada, 'Ada: water the plants'), addTask(grace, 'Grace: debug the moth')]);
  await Promise.all([addTask(ada, 'Ada: call Charles'), addTask(grace, 'Grace: write COBOL')]);

  await ada.getByRole('button', { name: 'Star task' }).first().click();
  await expect(ada.getByRole('button', { name: 'Unstar task' })).toHaveCount(1);
  await grace.getByRole('button', { name: 'Delete task' }).first().click();
  await expect(grace.getByText('Grace: debug the moth')).toHaveCount(0);

  for (const [visitor, own, foreign] of [
    [ada, 'Ada: call Charles', /^Grace/],
    [grace, 'Grace: write COBOL', /^Ada/],
  ] as const) {
    for (const path of ['/dashboard', '/retro/dashboard']) {
      await visitor.goto(path);
      await expect(visitor.getByText(own)).toBeVisible();
      await expect(visitor.getByText(foreign)).toHaveCount(0);
    }
  }
  expect(await rowsOf(account)).toMatchObject([
    { title: 'Ada: water the plants', user_id: account.id },
    { title: 'Ada: call Charles', user_id: account.id },
  ]);
  expect(await rowsOf(graceAccount)).toMatchObject([
    { title: 'Grace: write COBOL', user_id: graceAccount.id },
  ]);
});
