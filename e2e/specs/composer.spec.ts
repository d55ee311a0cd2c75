import type { Page } from '@playwright/test';
import { mondayOf } from '../support/calendar.ts';
import { FAULTS, REQUESTS, breakRequests } from '../support/faults.ts';
import { failureNotice } from '../support/notices.ts';
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
