import { readFileSync } from 'node:fs';
import { dayAfter, shortDate } from '../support/calendar.ts';
import { dayCard, dayCards, monday, insertTasks, taskRow, tuesday } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

/** Reads the table of docs/presses.md: for each action the number of presses here and in the two other products. */
function readTable(): Map<string, { ours: number; theirs: number[] }> {
  const text = readFileSync(new URL('../../docs/presses.md', import.meta.url), 'utf8');
  const rows = text.matchAll(/^\| (.+?) +\| .+? +\| (\d+) +\| .*?\| (\d+|–) +\| .*?\| (\d+|–) +\|$/gm);
  return new Map(
    [...rows].map(([, act = '', ours, ...theirs]) => [
      act,
      { ours: Number(ours), theirs: theirs.map(Number).filter((count) => !Number.isNaN(count)) },
    ]),
  );
}

declare global {
  interface Window {
    spacePresses: number;
  }
}

test('the ten most frequent actions take no more presses than in the compared products', async ({
  member: page,
  account,
}) => {
  await page.addInitScript(() => {
    window.spacePresses = 0;
    const count = () => {
      window.spacePresses += 1;
    };
    const isModifier = ({ key }: KeyboardEvent) => /^(Shift|Alt|Control|Meta)$/.test(key);
    addEventListener('keydown', (event) => !isModifier(event) && !event.repeat && count(), true);
    addEventListener('mousedown', count, true);
  });
  await insertTasks(account, [
    { title: 'Water the plants', task_date: monday },
    { title: 'Buy milk', task_date: monday },
  ]);
  await page.goto('/dashboard');
  const task = page.getByRole('checkbox', { name: 'Water the plants' });
  await task.focus();

  const counted = new Map<string, number>();
  const count = async (act: string, perform: () => Promise<unknown>) => {
    const before = await page.evaluate(() => window.spacePresses);
    await perform();
    counted.set(act, (await page.evaluate(() => window.spacePresses)) - before);
  };

  await count('add a task to a day', async () => {
    await page.keyboard.press('n');
    await page.keyboard.insertText('Read a book');
    await page.keyboard.press('Enter');
    await expect(dayCard(page, monday).getByRole('listitem')).toHaveCount(3);
  });
  await task.focus();
  await count('tick a task', async () => {
    await page.keyboard.press('Space');
    await expect(task).toBeChecked();
  });
  await count('mark what matters', async () => {
    await page.keyboard.press('s');
    await expect(
      taskRow(page, 'Water the plants').getByRole('button', { name: 'Unstar task' }),
    ).toBeAttached();
  });
  await count('correct a title', async () => {
    await page.keyboard.press('e');
    await page.keyboard.insertText('Water the herbs');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('checkbox', { name: 'Water the herbs' })).toBeFocused();
  });
  // After an editor has closed, letters wait for a movement or for 700 ms of silence.
  await page.keyboard.press('ArrowUp');
  await count('move a task to the next day', async () => {
    await page.keyboard.press('>');
    await expect(dayCard(page, tuesday).getByText('Water the herbs')).toBeVisible();
  });
  await count('move a task to another day', async () => {
    const friday = dayCard(page, dayAfter(monday, 4));
    await taskRow(page, 'Read a book').getByRole('checkbox').dragTo(friday.getByRole('heading'));
    await expect(friday.getByText('Read a book')).toBeVisible();
  });
  await page.getByRole('checkbox', { name: 'Buy milk' }).focus();
  await count('delete a task', async () => {
    await page.keyboard.press('Delete');
    await expect(taskRow(page, 'Buy milk')).toHaveCount(0);
  });
  await count('take back a deletion', async () => {
    await page
      .getByRole('status')
      .filter({ hasText: 'Task deleted' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await expect(taskRow(page, 'Buy milk')).toBeVisible();
  });
  const firstDay = dayCards(page).getByRole('heading').first();
  await count('show the next week', async () => {
    await page.keyboard.press('Shift+J');
    await expect(firstDay).toContainText(shortDate(dayAfter(monday, 7)));
  });
  await count('come back to today', async () => {
    await page.keyboard.press('t');
    await expect(firstDay).toContainText(shortDate(monday));
  });

  const table = readTable();
  expect(Object.fromEntries(counted)).toEqual(
    Object.fromEntries([...table].map(([act, { ours }]) => [act, ours])),
  );
  expect(counted.size).toBe(10);
  for (const [act, { ours, theirs }] of table) expect(ours, act).toBeLessThanOrEqual(Math.min(...theirs));
});
