import type { Page } from '@playwright/test';
import { restoreSession, type Account } from '../support/accounts.ts';
import { setVisibility } from '../support/motion.ts';
import { addTask, monday, plantTask, taskRow } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

// How the week stays true while others change it (rule live-update).

const MINUTE = 60_000;

/** The questions of a page about tasks from now on: 'version', or 'tasks'. */
function watchQuestions(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (path.endsWith('/rpc/tasks_version')) asked.push('version');
    if (path === '/rest/v1/tasks' && request.method() === 'GET') asked.push('tasks');
  });
  return asked;
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
  await plantTask(account, 'Water the plants', monday);
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

test('a page that is left open follows another device each minute, with one small question where nothing has changed; hidden it asks nothing; what is being typed stays', async ({
  newVisitor,
  account,
}) => {
  await plantTask(account, 'Water the plants', monday);
  const page = await newVisitor();
  await restoreSession(page.context(), account.session);
  await page.clock.install();
  await page.goto('/dashboard');
  await expect(taskRow(page, 'Water the plants')).toBeVisible();

  await plantTask(account, 'From another device', monday);
  // A jump: time that ran on after a question would reach its limit before the answer is there.
  await page.clock.fastForward(MINUTE);
  await expect(taskRow(page, 'From another device')).toBeVisible();

  const asked = watchQuestions(page);
  const isAnswered = page.waitForResponse(/tasks_version/);
  await page.clock.fastForward(MINUTE);
  await isAnswered;
  await setVisibility(page, 'hidden');
  await page.clock.runFor(5 * MINUTE);
  expect(asked).toEqual(['version']);

  await plantTask(account, 'While nobody looked', monday);
  await setVisibility(page, 'visible');
  await page.clock.runFor(1_000);
  await expect(taskRow(page, 'While nobody looked')).toBeVisible();

  // Its title is in hand: another device may not take it away.
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
