import type { Page } from '@playwright/test';
import { mondayOf } from '../support/calendar.ts';
import { FAULTS, REQUESTS, breakRequests } from '../support/faults.ts';
import { closeFailure, failureNotice } from '../support/notices.ts';
import { dayCard, openComposer } from '../support/planner.ts';
import { taskRequests } from '../support/requests.ts';
import { today } from '../support/tasks.ts';
import { expect, test } from '../support/test.ts';

const monday = mondayOf(today());
const clickElsewhere = (page: Page) => page.getByRole('heading', { level: 1 }).click();

test('after a task could not be added, leaving tries again only if the text or the emoji is another', async ({
  signedInPage: page,
  account,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  const sent = taskRequests(page, 'POST');
  await page.goto('/dashboard');
  const field = await openComposer(page, monday);
  await field.fill('Buy milk');
  const mend = await breakRequests(page, REQUESTS.changeTasks, FAULTS['the connection drops']);
  await field.press('Enter');
  await expect(failureNotice(page, 'Failed to add task. Please try again.')).toBeVisible();
  await mend();

  await clickElsewhere(page);
  await expect(field).not.toBeFocused();
  await expect(field).toHaveValue('Buy milk');
  expect(sent).toHaveLength(1);

  await field.click();
  await page.getByRole('button', { name: 'Coffee', exact: true }).click();
  await clickElsewhere(page);
  await expect(dayCard(page, monday).getByRole('listitem')).toHaveText(['Buy milk☕']);
  await expect(field).toHaveCount(0);
  expect(sent).toHaveLength(2);
  const { data } = await account.client.from('tasks').select('title, emoji');
  expect(data).toEqual([{ title: 'Buy milk', emoji: '☕' }]);
});

for (const [kind, text] of [
  ['nothing', ''],
  ['spaces', '   '],
  ['invisible characters', '\u200B\u2060'],
] as const) {
  test(`Enter with ${kind} typed says that a title cannot be empty, and the composer stays with its emoji`, async ({
    signedInPage: page,
    account,
  }) => {
    const sent = taskRequests(page, 'POST');
    const empty = 'Task title cannot be empty';
    const coffee = page.getByRole('button', { name: 'Coffee', exact: true });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/dashboard');
    const field = await openComposer(page, monday);
    await coffee.click();
    await field.fill(text);
    await field.press('Enter');
    await expect(failureNotice(page, empty)).toBeVisible();
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(empty);
    await expect(field).toHaveValue(text);
    await expect(coffee).toHaveAttribute('aria-pressed', 'true');

    await closeFailure(page);
    await expect(field).toHaveValue(text);
    await field.fill('Buy beans');
    await field.press('Enter');
    await expect(dayCard(page, monday).getByRole('listitem')).toHaveText(['Buy beans☕']);
    expect(sent).toHaveLength(1);
    expect((await account.client.from('tasks').select('title, emoji')).data).toEqual([
      { title: 'Buy beans', emoji: '☕' },
    ]);
  });
}

test('leaving the composer with an emoji chosen and nothing typed is the same as Enter; with neither it closes without a word', async ({
  signedInPage: page,
}) => {
  const sent = taskRequests(page, 'POST');
  const empty = 'Task title cannot be empty';
  const coffee = page.getByRole('button', { name: 'Coffee', exact: true });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/dashboard');
  const field = await openComposer(page, monday);
  await coffee.click();
  await clickElsewhere(page);
  await expect(failureNotice(page, empty)).toBeVisible();
  await expect(field).toHaveAccessibleDescription(empty);
  await expect(coffee).toHaveAttribute('aria-pressed', 'true');
  await closeFailure(page);

  // Said once is enough: leaving it as it is brings the notice not back.
  await field.click();
  await clickElsewhere(page);
  await expect(field).not.toBeFocused();
  await expect(coffee).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('alert')).toHaveCount(0);

  await coffee.click();
  await field.click();
  await clickElsewhere(page);
  await expect(field).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(sent).toHaveLength(0);
});

test('a task that could not be added and waits in its composer is sent by Enter, not by leaving it once more', async ({
  signedInPage: page,
  account,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  const sent = taskRequests(page, 'POST');
  await page.goto('/dashboard');
  const field = await openComposer(page, monday);
  await field.fill('Buy milk');
  const mend = await breakRequests(page, REQUESTS.changeTasks, FAULTS['the connection drops']);
  await page.getByRole('button', { name: 'Next week' }).click();
  await expect(failureNotice(page, 'Failed to add task. Please try again.')).toBeVisible();
  await mend();
  await page.getByRole('button', { name: 'Previous week' }).click();
  await expect(field).toHaveValue('Buy milk');

  await field.click();
  await clickElsewhere(page);
  await expect(field).not.toBeFocused();
  await expect(field).toBeEditable();
  await expect(field).toHaveAccessibleDescription('Failed to add task. Please try again.');
  expect(sent).toHaveLength(1);
  await field.press('Enter');
  await expect(dayCard(page, monday).getByRole('listitem')).toHaveText(['Buy milk']);
  expect(sent).toHaveLength(2);
  expect((await account.client.from('tasks').select('title')).data).toEqual([{ title: 'Buy milk' }]);
});

test('a press on Add task that is under way when the tasks arrive opens the composer; moved off, it opens nothing', async ({
  signedInPage: page,
}) => {
  const gate = Promise.withResolvers<void>();
  await page.route('**/rest/v1/tasks*', async (route) => {
    await gate.promise;
    return route.fallback();
  });
  await page.goto('/dashboard');
  const add = dayCard(page, monday).getByRole('button', { name: 'Add task' });
  const field = page.getByRole('textbox', { name: 'New task' });
  await add.hover();
  const before = await add.boundingBox();
  await page.mouse.down();
  gate.resolve();
  await expect(page.getByText('Nothing planned yet')).toHaveCount(7);
  expect(await add.boundingBox(), 'the button has moved').not.toEqual(before);
  await page.mouse.up();
  await expect(field).toBeFocused();
  await field.press('Escape');

  await add.hover();
  await page.mouse.down();
  await page.mouse.move(0, 0, { steps: 4 });
  await page.mouse.up();
  await expect(add).toBeVisible();
  await expect(field).toHaveCount(0);
});
