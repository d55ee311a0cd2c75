import type { Page } from '@playwright/test';
import { mondayOf } from '../support/calendar.ts';
import {
  addButton as addTask,
  addedNotice,
  compose,
  composerField as field,
  titlesOf,
} from '../support/composer.ts';
import { REQUESTS, breakRequests, meetEveryFault, neverAnswered } from '../support/faults.ts';
import { closeNotices, failureNotice } from '../support/notices.ts';
import { dayCard, taskRow } from '../support/planner.ts';
import { loseNextAnswer, taskRequests } from '../support/requests.ts';
import { today } from '../support/tasks.ts';
import { expect, test } from '../support/test.ts';

const ADD_FAILED = 'Failed to add task. Please try again.';
const NO_ANSWER = /Failed to load resource/;

const monday = mondayOf(today());

/** Adds a task while the fault is there, and once more when it is gone. */
async function addTwice(
  page: Page,
  title: string,
  fault: Parameters<typeof breakRequests>[2],
): Promise<void> {
  const sent = taskRequests(page, 'POST');
  await compose(page, title);
  const mend = await breakRequests(page, REQUESTS.changeTasks, fault);
  await page.keyboard.press('Enter');
  await expect(failureNotice(page, ADD_FAILED)).toBeVisible();
  await expect(field(page)).toHaveValue(title);
  await expect(field(page)).toHaveAccessibleDescription(ADD_FAILED);
  await expect(field(page)).toBeEditable();
  await expect(field(page)).toBeFocused();
  await expect(addedNotice(page)).toHaveCount(0);
  await mend();
  await page.keyboard.press('Enter');
  await expect(taskRow(page, title)).toHaveCount(1);
  await expect(addedNotice(page)).toBeVisible();
  await expect(addTask(page)).toBeFocused();
  expect(sent).toHaveLength(2);
}

test('a task that cannot be added stays in the open composer, and Enter tries again', async ({
  signedInPage: page,
  account,
  allowConsole,
}) => {
  allowConsole(NO_ANSWER);
  const made: string[] = [];
  await page.goto('/dashboard');
  await meetEveryFault(page, async (fault, place) => {
    made.push(`Buy milk ${place}`);
    await addTwice(page, `Buy milk ${place}`, fault);
    expect(await titlesOf(account)).toEqual(made);
  });
});

test('a task whose request is never answered stays in the open composer as well', async ({
  signedInPage: page,
  account,
  allowConsole,
}) => {
  allowConsole(NO_ANSWER);
  await page.goto('/dashboard');
  await addTwice(page, 'Buy milk', neverAnswered);
  expect(await titlesOf(account)).toEqual(['Buy milk']);
});

test('an insert whose answer was lost makes one task when it is tried again', async ({
  signedInPage: page,
  account,
  allowConsole,
}) => {
  allowConsole(NO_ANSWER);
  const made: string[] = [];
  const rows = dayCard(page, monday).getByRole('listitem');
  await page.goto('/dashboard');
  for (const [kind, first, second] of [
    ['with the same', 'Buy milk', 'Buy milk'],
    ['with another text', 'Buy bread', 'Buy rye bread'],
  ] as const) {
    await test.step(kind, async () => {
      await compose(page, first);
      await loseNextAnswer(page, 'POST');
      await page.keyboard.press('Enter');
      await expect(failureNotice(page, ADD_FAILED)).toBeVisible();
      expect(await titlesOf(account)).toEqual([...made, first]);
      await field(page).fill(second);
      await page.keyboard.press('Enter');
      await expect(addedNotice(page)).toBeVisible();
      made.push(second);
      await expect(rows).toHaveText(made);
      expect(await titlesOf(account)).toEqual(made);
      await closeNotices(page);
    });
  }
  await page.reload();
  await expect(rows).toHaveText(made);
});
