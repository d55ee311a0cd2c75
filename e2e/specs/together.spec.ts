import { setVisibility } from '../support/motion.ts';
import { addTask, insertTask, monday, openComposer, taskRow, tuesday } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

// How the shown week stays current while other tabs and devices change it. What both have changed: TaskRow.test.tsx and
// TaskActions.test.tsx of the planner.

const MINUTE = 60_000;

test('live-update, retro-week: tabs show each other’s changes at once; other devices’ are looked for each minute, not by a hidden page, and typed text is kept', async ({
  member: page,
  context,
  account,
}) => {
  await insertTask(account, 'Water the plants', monday);
  await page.clock.install();
  await page.goto('/dashboard');
  await expect(taskRow(page, 'Water the plants')).toBeVisible();

  const [other, retro] = [await context.newPage(), await context.newPage()];
  await other.goto('/dashboard');
  await retro.goto('/retro/dashboard');
  await addTask(page, monday, 'Buy milk');
  for (const tab of [page, other, retro]) await expect(tab.getByText('Buy milk')).toBeVisible();
  await taskRow(other, 'Water the plants').getByRole('checkbox').click();
  await expect(taskRow(page, 'Water the plants').getByRole('checkbox')).toBeChecked();
  await expect(retro.getByText('DONE 1/2')).toBeVisible();
  await other.close();
  await retro.close();

  const queries: string[] = [];
  page.on('request', (request) => {
    const query = /\/rest\/v1\/(rpc\/tasks_version|tasks)\b/.exec(request.url())?.[1];
    if (query) queries.push(query);
  });
  const versionResponse = page.waitForResponse(/tasks_version/);
  // A jump: with `runFor` the request would reach its timeout before the response is there.
  await page.clock.fastForward(MINUTE);
  await versionResponse;
  await setVisibility(page, 'hidden');
  await page.clock.runFor(5 * MINUTE);
  expect(queries).toEqual(['rpc/tasks_version']);

  for (const title of ['While nobody looked', 'From another device'])
    await insertTask(account, title, monday);
  await setVisibility(page, 'visible');
  await page.clock.runFor(1_000);
  await expect(taskRow(page, 'While nobody looked')).toBeVisible();

  // A task is half typed, with the caret inside.
  const field = await openComposer(page, tuesday);
  await field.fill('Half a thught');
  for (let letter = 0; letter < 4; letter += 1) await page.keyboard.press('ArrowLeft');
  await insertTask(account, 'Call Ada', monday);
  await page.clock.fastForward(MINUTE);
  await expect(taskRow(page, 'Call Ada')).toBeVisible();
  await page.keyboard.insertText('o');
  await expect(field).toHaveValue('Half a thought');
  await page.keyboard.press('Escape');

  // Its title is being edited: a deletion on another device must not close the editor.
  await taskRow(page, 'From another device').getByRole('button', { name: 'Edit title' }).click();
  const title = page.getByRole('textbox', { name: 'Task title' });
  await title.fill('Another thought');
  const { data } = await account.client.from('tasks').select('id').order('created_at').throwOnError();
  for (const { id } of data.slice(-3))
    await account.client.from('tasks').delete().eq('id', id).throwOnError();
  await page.clock.fastForward(MINUTE);
  await expect(taskRow(page, 'While nobody looked')).toHaveCount(0);
  await expect(title).toHaveValue('Another thought');
  await title.press('Escape');
  await expect(taskRow(page, 'From another device')).toHaveCount(0);
});
