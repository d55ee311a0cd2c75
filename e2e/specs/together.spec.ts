import type { Page } from '@playwright/test';
import { restoreSession, type Account } from '../support/accounts.ts';
import { setVisibility } from '../support/motion.ts';
import { addTask, monday, insertTask, taskRow } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

// How the shown week stays current while other tabs and devices change it (rule live-update).

const MINUTE = 60_000;

/** Records the queries of a page for tasks from now on: 'version' or 'tasks'. */
function watchTaskQueries(page: Page): string[] {
  const queries: string[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (path.endsWith('/rpc/tasks_version')) queries.push('version');
    if (path === '/rest/v1/tasks' && request.method() === 'GET') queries.push('tasks');
  });
  return queries;
}

async function deleteTask({ client }: Account, title: string): Promise<void> {
  const { data } = await client.from('tasks').select('id, title').throwOnError();
  const { id } = data.find((each: { title: string }) => each.title === title) ?? {};
  await client.from('tasks').delete().eq('id', id).throwOnError();
}

test('tabs of one browser show each other’s changes at once, in retro mode too', async ({
  member: page,
  context,
  account,
}) => {
  await insertTask(account, 'Water the plants', monday);
  const [other, retro] = [await context.newPage(), await context.newPage()];
  await page.goto('/dashboard');
  await other.goto('/dashboard');
  await retro.goto('/retro/dashboard');
  for (const tab of [page, other, retro]) await expect(tab.getByText('Water the plants')).toBeVisible();

  await addTask(page, monday, 'Buy milk');
  for (const tab of [page, other, retro]) await expect(tab.getByText('Buy milk')).toBeVisible();
  await taskRow(other, 'Water the plants').getByRole('checkbox').click();
  await expect(taskRow(page, 'Water the plants').getByRole('checkbox')).toBeChecked();
  await expect(retro.getByText('DONE 1/2')).toBeVisible();
});

test('an open page checks for changes of other devices each minute, a hidden page does not, and typed text is kept', async ({
  newVisitor,
  account,
}) => {
  await insertTask(account, 'Water the plants', monday);
  const page = await newVisitor();
  await restoreSession(page.context(), account.session);
  await page.clock.install();
  await page.goto('/dashboard');
  await expect(taskRow(page, 'Water the plants')).toBeVisible();

  await insertTask(account, 'From another device', monday);
  // A jump: with `runFor` the request would reach its timeout before the response is there.
  await page.clock.fastForward(MINUTE);
  await expect(taskRow(page, 'From another device')).toBeVisible();

  const queries = watchTaskQueries(page);
  const versionResponse = page.waitForResponse(/tasks_version/);
  await page.clock.fastForward(MINUTE);
  await versionResponse;
  await setVisibility(page, 'hidden');
  await page.clock.runFor(5 * MINUTE);
  expect(queries).toEqual(['version']);

  await insertTask(account, 'While nobody looked', monday);
  await setVisibility(page, 'visible');
  await page.clock.runFor(1_000);
  await expect(taskRow(page, 'While nobody looked')).toBeVisible();

  // Its title is being edited: a deletion on another device must not close the editor.
  await taskRow(page, 'From another device').getByRole('button', { name: 'Edit title' }).click();
  const title = page.getByRole('textbox', { name: 'Task title' });
  await title.fill('Half a thought');
  await deleteTask(account, 'From another device');
  await deleteTask(account, 'While nobody looked');
  await page.clock.fastForward(MINUTE);
  await expect(taskRow(page, 'While nobody looked')).toHaveCount(0);
  await expect(title).toHaveValue('Half a thought');
  await title.press('Escape');
  await expect(taskRow(page, 'From another device')).toHaveCount(0);
});
