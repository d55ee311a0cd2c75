import type { Page } from '@playwright/test';
import { restoreSession, type Account } from '../support/accounts.ts';
import { setVisibility } from '../support/motion.ts';
import { failureNotice, successNotice } from '../support/notices.ts';
import { addTask, insertTask, monday, taskRow, titlesOf } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

// How the shown week stays current while other tabs and devices change it.

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

test('live-update, retro-week: tabs show each other’s changes at once; other devices’ are looked for each minute, not by a hidden page, and typed text is kept', async ({
  newVisitor,
  account,
}) => {
  await insertTask(account, 'Water the plants', monday);
  const page = await newVisitor();
  await restoreSession(page.context(), account.session);
  await page.clock.install();
  await page.goto('/dashboard');
  await expect(taskRow(page, 'Water the plants')).toBeVisible();

  const [other, retro] = [await page.context().newPage(), await page.context().newPage()];
  await other.goto('/dashboard');
  await retro.goto('/retro/dashboard');
  await addTask(page, monday, 'Buy milk');
  for (const tab of [page, other, retro]) await expect(tab.getByText('Buy milk')).toBeVisible();
  await taskRow(other, 'Water the plants').getByRole('checkbox').click();
  await expect(taskRow(page, 'Water the plants').getByRole('checkbox')).toBeChecked();
  await expect(retro.getByText('DONE 1/2')).toBeVisible();
  await other.close();
  await retro.close();

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

test('edit-and-undo: a title that another device has changed is not overwritten, and neither side’s undo touches what the other changed', async ({
  member: page,
  newVisitor,
  account,
}) => {
  await insertTask(account, 'Water the plants', monday);
  const phone = await newVisitor(account.session, { viewport: { width: 320, height: 700 } });
  for (const device of [page, phone]) {
    await device.goto('/dashboard');
    // Both have read the week before either changes it.
    await expect(taskRow(device, 'Water the plants')).toBeVisible();
  }
  const edit = async (device: Page, from: string, to: string) => {
    // An arrow key ends the silence of keys after an editor was closed by one.
    await device.keyboard.press('ArrowUp');
    await taskRow(device, from).getByRole('button', { name: 'Edit title' }).focus();
    await device.keyboard.press('Enter');
    await device.getByRole('textbox', { name: 'Task title' }).fill(to);
    await device.keyboard.press('Enter');
  };
  await edit(page, 'Water the plants', 'Water the herbs');
  await expect(taskRow(page, 'Water the herbs')).toBeVisible();

  // By keyboard: Enter on 'Keep theirs' needs no mouse.
  const choice = phone.getByRole('group', { name: /^Changed elsewhere while you edited it/ });
  await edit(phone, 'Water the plants', 'Water the cacti');
  await expect(failureNotice(phone, 'The title was changed elsewhere. Keep yours or theirs.')).toBeVisible();
  await expect(choice).toContainText('Water the cacti');
  await expect(taskRow(phone, 'Water the herbs')).toBeVisible();
  await choice.getByRole('button', { name: 'Keep mine' }).focus();
  await phone.keyboard.press('Tab');
  await phone.keyboard.press('Enter');
  await expect(choice).toHaveCount(0);
  await expect(taskRow(phone, 'Water the herbs').getByRole('checkbox')).toBeFocused();
  expect(await titlesOf(account)).toEqual(['Water the herbs']);

  await edit(page, 'Water the herbs', 'Water the roses');
  await expect(taskRow(page, 'Water the roses')).toBeVisible();
  await edit(phone, 'Water the herbs', 'Water the cacti');
  await choice.getByRole('button', { name: 'Keep mine' }).click();
  await expect(taskRow(phone, 'Water the cacti')).toBeVisible();
  expect(await titlesOf(account)).toEqual(['Water the cacti']);

  // The first device takes its last change back: the other has changed the row since.
  await page.keyboard.press('Control+z');
  await expect(
    failureNotice(page, 'Failed to undo the change. Changed elsewhere in the meantime.'),
  ).toBeVisible();
  await expect(taskRow(page, 'Water the cacti')).toBeVisible();
  await phone.keyboard.press('Control+z');
  await expect(taskRow(phone, 'Water the roses')).toBeVisible();
  await expect(successNotice(phone, 'Change undone')).toBeVisible();
  expect(await titlesOf(account)).toEqual(['Water the roses']);
});
