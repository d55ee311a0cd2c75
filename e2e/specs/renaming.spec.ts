import type { Page } from '@playwright/test';
import { dayAfter, mondayOf } from '../support/calendar.ts';
import { FAULTS, REQUESTS, breakRequests, meetEveryFault } from '../support/faults.ts';
import { closeNotices, failureNotice, successNotice } from '../support/notices.ts';
import { dayCard, plantTasks, taskRow } from '../support/planner.ts';
import { holdChanges, loseNextAnswer, taskRequests } from '../support/requests.ts';
import { today } from '../support/tasks.ts';
import { expect, test } from '../support/test.ts';

const NO_ANSWER = /Failed to load resource/;
const OLD = 'Water the plants';
const NEW = 'Water the herbs';

const monday = mondayOf(today());
const tuesday = dayAfter(monday);

const clickElsewhere = (page: Page) => page.getByRole('heading', { level: 1 }).click();
const press = (key: string) => (page: Page) => page.keyboard.press(key);
const twice = async (page: Page) => {
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
};

interface Sequence {
  /** What is typed over the old text. */
  types: 'another text' | 'nothing' | 'spaces' | 'the same text';
  act: (page: Page) => Promise<void>;
  changes: boolean;
}

/** What is typed over the old text, what is done then, and whether that is a change. */
const SEQUENCES: Readonly<Record<string, Sequence>> = {
  Enter: { types: 'another text', act: press('Enter'), changes: true },
  'Enter twice': { types: 'another text', act: twice, changes: true },
  'Enter, then a click elsewhere': {
    types: 'another text',
    act: async (page: Page) => {
      await page.keyboard.press('Enter');
      await clickElsewhere(page);
    },
    changes: true,
  },
  'a click elsewhere': { types: 'another text', act: clickElsewhere, changes: true },
  Tab: { types: 'another text', act: press('Tab'), changes: true },
  Escape: { types: 'another text', act: press('Escape'), changes: false },
  'Enter on no text': { types: 'nothing', act: press('Enter'), changes: false },
  'a click elsewhere from no text': { types: 'spaces', act: clickElsewhere, changes: false },
  'Enter on the same text': { types: 'the same text', act: press('Enter'), changes: false },
};

/** The cases, each with its place among them (from 0) and the name of its step. */
const CASES = Object.entries(SEQUENCES).map(([name, sequence], place) => ({
  ...sequence,
  name,
  place,
  step: `${name} ${sequence.changes ? 'saves once' : 'leaves it as it was'}`,
}));

test("a task's title in place is saved once, or left as it was", async ({ signedInPage: page, account }) => {
  // Each case has a row of its own, and no row changes but in its case.
  const titles = CASES.map(({ place }) => `${OLD} ${place}`);
  await plantTasks(
    account,
    titles.map((title) => ({ title, task_date: monday })),
  );
  const rows = dayCard(page, monday).getByRole('listitem');
  const sent = taskRequests(page, 'PATCH');
  await page.goto('/dashboard');
  for (const { step, name, place, types, act, changes } of CASES) {
    await test.step(step, async () => {
      const old = `${OLD} ${place}`;
      const typed = {
        'another text': `${NEW} ${place}`,
        nothing: '',
        spaces: '  ',
        'the same text': `${old} `,
      };
      const earlier = sent.length;
      const goOn = await holdChanges(page);
      await taskRow(page, old).getByRole('button', { name: 'Edit title' }).click();
      const field = page.getByRole('textbox', { name: 'Task title' });
      await expect(field).toBeFocused();
      await expect(field).toHaveValue(old);
      await field.fill(typed[types]);
      await act(page);
      goOn();
      await expect(field).toHaveCount(0);
      if (changes) titles[place] = typed[types];
      await expect(rows).toHaveText(titles);
      if (name.startsWith('E') && !name.includes('click')) {
        const row = taskRow(page, titles[place] ?? '');
        await expect(row.getByRole('button', { name: 'Edit title' })).toBeFocused();
      }
      await expect(page.getByRole('alert')).toHaveCount(0);
      expect(sent).toHaveLength(earlier + (changes ? 1 : 0));
    });
  }
  await page.reload();
  await expect(rows).toHaveText(titles);
  expect(sent.map((request) => request.postDataJSON() as unknown)).toEqual(
    CASES.filter(({ changes }) => changes).map(({ place }) => ({ title: `${NEW} ${place}` })),
  );
});

test('a title that cannot be saved stays in its field, and Enter tries again', async ({
  signedInPage: page,
  account,
  allowConsole,
}) => {
  allowConsole(NO_ANSWER);
  const titles = Object.keys(FAULTS).map((_, place) => `${OLD} ${place}`);
  await plantTasks(
    account,
    titles.map((title) => ({ title, task_date: monday })),
  );
  await page.goto('/dashboard');
  await meetEveryFault(page, async (fault, place) => {
    const title = `${NEW} ${place}`;
    await taskRow(page, `${OLD} ${place}`).getByRole('button', { name: 'Edit title' }).click();
    const field = page.getByRole('textbox', { name: 'Task title' });
    await field.fill(title);
    const mend = await breakRequests(page, REQUESTS.changeTasks, fault);
    await page.keyboard.press('Enter');
    await expect(failureNotice(page, 'Failed to update task')).toBeVisible();
    await expect(field).toHaveValue(title);
    await expect(field).toBeEditable();
    await mend();
    await field.press('Enter');
    titles[place] = title;
    await expect(dayCard(page, monday).getByRole('listitem')).toHaveText(titles);
    const { data } = await account.client.from('tasks').select('title').order('created_at');
    expect(data).toEqual(titles.map((kept) => ({ title: kept })));
  });
});

test('a title that would be too long stays in its field', async ({ signedInPage: page, account }) => {
  await plantTasks(account, [{ title: OLD, task_date: monday }]);
  const sent = taskRequests(page, 'PATCH');
  await page.goto('/dashboard');
  await taskRow(page, OLD).getByRole('button', { name: 'Edit title' }).click();
  const field = page.getByRole('textbox', { name: 'Task title' });
  await field.fill('ü'.repeat(201));
  await page.keyboard.press('Enter');
  await expect(failureNotice(page, 'Task title must be less than 200 characters')).toBeVisible();
  await expect(field).toHaveValue('ü'.repeat(201));
  expect(sent).toHaveLength(0);
  await page.keyboard.press('Escape');
  await expect(dayCard(page, monday).getByRole('listitem')).toHaveText([OLD]);
});

test("a goal card's title and its items are saved once, or left as they were", async ({
  signedInPage: page,
}) => {
  await page.goto('/dashboard');
  const first = page.getByRole('region', { name: 'Goals & Priorities' }).getByRole('region').first();
  const heading = first.getByRole('heading', { level: 3 });
  await expect(heading).toHaveText('Top Goals');
  let current = 'Top Goals';
  const items: string[] = [];
  for (const { step, name, place, types, act, changes } of CASES) {
    await test.step(step, async () => {
      const another = `${NEW} ${place}`;
      const typed = { 'another text': another, nothing: '', spaces: '  ', 'the same text': ` ${current} ` };
      // Nothing is awaited here: the first Enter has given the focus to the button, and the second one presses it.
      const closeAgain = name === 'Enter twice' ? press('Escape') : async () => {};
      await heading.getByRole('button', { name: current }).click();
      const title = page.getByRole('textbox', { name: 'Card title' });
      await expect(title).toBeFocused();
      await title.fill(typed[types]);
      await act(page);
      await closeAgain(page);
      await expect(title).toHaveCount(0);
      if (changes) current = another;
      await expect(heading).toHaveText(current);

      await first.getByRole('button', { name: 'Add item' }).click();
      const item = page.getByPlaceholder('Enter item...');
      await expect(item).toBeFocused();
      await item.fill(types === 'the same text' ? '\u00A0' : typed[types]);
      await act(page);
      await closeAgain(page);
      await expect(item).toHaveCount(0);
      if (changes) items.push(another);
      await expect(first.getByRole('listitem')).toHaveText(items);
    });
  }
});

/** Two presses on the same thing while the answer to the first is awaited; the notice that comes of it. */
const PRESSES = {
  'Star task': { method: 'PATCH', after: 'Unstar task', notice: null },
  'Pin task': { method: 'PATCH', after: 'Unpin task', notice: null },
  'Move to next day': { method: 'PATCH', after: 'Move to next day', notice: 'Task moved' },
  'Delete task': { method: 'DELETE', after: null, notice: 'Task deleted' },
} as const;

test('a double press asks once, and the row is busy and unchanged until the server says yes', async ({
  signedInPage: page,
  account,
}) => {
  const titles = [...Object.keys(PRESSES).map((button) => `${OLD}: ${button}`), 'Read a book'];
  await plantTasks(
    account,
    titles.map((title) => ({ title, task_date: monday })),
  );
  await page.goto('/dashboard');
  const rows = dayCard(page, monday).getByRole('listitem');
  await expect(rows).toHaveText(titles);
  for (const [button, { method, after, notice }] of Object.entries(PRESSES)) {
    await test.step(button, async () => {
      const sent = taskRequests(page, method);
      const title = `${OLD}: ${button}`;
      const row = taskRow(page, title);
      await expect(row).toBeVisible();
      const before = await rows.allTextContents();
      const goOn = await holdChanges(page);
      await row.getByRole('button', { name: button, exact: true }).dblclick();
      await expect(row).toHaveAttribute('aria-busy', 'true');
      await expect(row.getByRole('button', { name: button, exact: true })).toHaveAttribute(
        'aria-disabled',
        'true',
      );
      await page.keyboard.press('Enter');
      // Nothing else may be asked of a busy task, and another one is free.
      await row.getByRole('checkbox').press('Space');
      await expect(row.getByRole('checkbox')).not.toBeChecked();
      await expect(taskRow(page, 'Read a book')).not.toHaveAttribute('aria-busy');
      await expect(rows).toHaveText(before);
      await expect(page.getByRole('button', { name: 'Close notice' })).toHaveCount(0);
      goOn();
      if (after === null) {
        await expect(row).toHaveCount(0);
      } else {
        await expect(row).not.toHaveAttribute('aria-busy');
        await expect(row.getByRole('button', { name: after, exact: true })).toBeVisible();
      }
      expect(sent).toHaveLength(1);
      if (button === 'Move to next day') {
        await expect(dayCard(page, tuesday).getByRole('listitem')).toHaveText([title]);
      }
      if (notice !== null) {
        await expect(successNotice(page, notice)).toBeVisible();
        await closeNotices(page);
      }
    });
  }
});

test('a tick shows only once the server said yes, and not at all when it said no', async ({
  signedInPage: page,
  account,
  allowConsole,
}) => {
  allowConsole(NO_ANSWER);
  await plantTasks(account, [{ title: OLD, task_date: monday }]);
  const sent = taskRequests(page, 'PATCH');
  await page.goto('/dashboard');
  const checkbox = page.getByRole('checkbox', { name: OLD });
  await expect(checkbox).toBeVisible();
  const goOn = await holdChanges(page);
  await checkbox.press('Space');
  await checkbox.press('Space');
  await expect(taskRow(page, OLD)).toHaveAttribute('aria-busy', 'true');
  await expect(checkbox).not.toBeChecked();
  goOn();
  await expect(checkbox).toBeChecked();
  expect(sent).toHaveLength(1);

  await breakRequests(page, REQUESTS.changeTasks, FAULTS['the backend answers 500']);
  await checkbox.press('Space');
  await expect(failureNotice(page, 'Failed to update task')).toBeVisible();
  await expect(checkbox).toBeChecked();
  await expect(checkbox).toBeFocused();
});

test('a change whose answer was lost is told as failed, and what really happened shows with the next look', async ({
  signedInPage: page,
  account,
  allowConsole,
}) => {
  allowConsole(NO_ANSWER);
  await plantTasks(account, [{ title: OLD, task_date: monday }]);
  await page.goto('/dashboard');
  await loseNextAnswer(page, 'PATCH');
  await taskRow(page, OLD).getByRole('button', { name: 'Star task' }).click();
  await expect(failureNotice(page, 'Failed to update task')).toBeVisible();
  await expect(taskRow(page, OLD).getByRole('button', { name: 'Star task' })).toBeVisible();
  await page.reload();
  await expect(taskRow(page, OLD).getByRole('button', { name: 'Unstar task' })).toBeVisible();
});
