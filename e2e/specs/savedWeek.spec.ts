import { createAccount, logOut } from '../support/accounts.ts';
import { submit } from '../support/forms.ts';
import { savedNames, untilWeekSaved } from '../support/savedData.ts';
import { REQUESTS, breakRequests, neverAnswered } from '../support/network.ts';
import { dayCard, monday, insertTask, taskRow } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

const LAST_READ = /^Last read (on \w+ \d+ )?at \d\d:\d\d$/;

test.beforeEach(({ allowConsole }) => allowConsole(/Failed to load (resource|profile)|could not be told/));

test('saved-week, kept-data: a return visit shows the saved week with its time until the server has responded; signing out deletes it', async ({
  member: page,
  context,
  account,
  site,
}) => {
  await insertTask(account, 'Water the plants', monday);
  await account.client.from('profiles').update({ display_name: 'Mei Lin' }).eq('id', account.id);
  await page.goto('/dashboard');
  await expect(taskRow(page, 'Water the plants')).toBeVisible();
  await untilWeekSaved(page, 'Water the plants');

  await breakRequests(page, { address: '**/rest/v1/**' }, neverAnswered);
  await page.goto('/dashboard');
  await expect(taskRow(page, 'Water the plants')).toBeVisible();
  await expect(page.getByText(LAST_READ)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Mei Lin');
  await page.goto('/retro/dashboard');
  await expect(page.getByText('Water the plants')).toBeVisible();
  await expect(page.getByText(LAST_READ)).toBeVisible();

  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await insertTask(account, 'From another device', monday);
  await page.goto('/dashboard');
  await expect(taskRow(page, 'From another device')).toBeVisible();
  await expect(page.getByText(LAST_READ)).toHaveCount(0);

  const other = await context.newPage();
  await other.goto('/dashboard');
  await expect(taskRow(other, 'From another device')).toBeVisible();
  await untilWeekSaved(page, 'From another device');
  await logOut(page);
  await expect(other).toHaveURL('/auth');
  expect(await savedNames(page)).toEqual([]);
  expect(await savedNames(other)).toEqual([]);

  // The next user sees nothing of the previous one.
  const grace = await createAccount(site);
  await breakRequests(page, REQUESTS.readTasks, neverAnswered);
  await submit(page, 'Sign In', grace.email, grace.password);
  await expect(dayCard(page, monday)).toBeVisible();
  await expect(page.getByText('From another device')).toHaveCount(0);
  await expect(page.getByText(LAST_READ)).toHaveCount(0);
});
