import type { Locator, Page } from '@playwright/test';
import { PASSWORD, directClient, newEmail } from '../support/accounts.ts';
import { dayHeading, dayNumber, weekFrom, weekdayName } from '../support/calendar.ts';
import { submit } from '../support/forms.ts';
import { successNotice } from '../support/notices.ts';
import { dayCard, dayCards, monday, openComposer, taskRow, tuesday } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

/** A title of the maximum length. */
const LONGEST = `${'Read the contract again, clause by clause. '.repeat(5).slice(0, 199)}!`;
const BINS = 'Take the bins out';
const SCRIPT = '<img src=x onerror=alert(1)>';
const STAND_UP = 'Stand-up with the platform team';
const GIFT = 'לקנות מתנה לסבתא';
// Two hundred characters, but four hundred UTF-16 code units.
const FIRE = '🔥'.repeat(200);
const BILL = 'Pay the electricity and the water';
const FILM = 'Film night: “Amélie”';
const NEXT_WEEK_TASK = 'Review the budget';

/** The weekday, the title and the chosen emoji of each new task. Other titles: database.test.ts of the server. */
const NEW_TASKS: readonly (readonly [weekday: number, title: string, emoji?: string])[] = [
  [0, BINS],
  [0, SCRIPT],
  [0, '给妈妈打电话', 'Phone'],
  [0, STAND_UP, 'Laptop'],
  [1, LONGEST],
  [2, GIFT, 'Party'],
  [2, FIRE],
  [3, 'Pay the electricity bill', 'Email'],
  [4, FILM],
  [6, NEXT_WEEK_TASK],
  [6, 'e\u0301 is not \u00e9, a\u200Bb'],
];

/** The expected titles of each day in the end: starred first, then pinned, then by age. */
const EXPECTED_TITLES: readonly (readonly string[])[] = [
  [SCRIPT, BINS, '给妈妈打电话'],
  [STAND_UP, LONGEST],
  [GIFT, FIRE],
  [BILL],
  [],
  [],
  ['e\u0301 is not \u00e9, a\u200Bb'],
];
const days = weekFrom(monday);

async function addTasks(page: Page): Promise<void> {
  for (const [weekday, title, emoji] of NEW_TASKS) {
    const card = dayCard(page, days[weekday] ?? '');
    const field = await openComposer(page, days[weekday] ?? '');
    const choices = card.getByRole('group', { name: 'Emoji' });
    if (emoji) await choices.getByRole('button', { name: emoji, exact: true }).click();
    // Spaces around a title are trimmed.
    await field.fill([...title].length < 200 ? `  ${title} ` : title);
    await field.press('Enter');
    await expect(field).toHaveValue('');
    await field.press('Enter');
    await expect(card.getByRole('button', { name: 'Add task' })).toBeFocused();
    await expect(card.getByRole('listitem').last()).toContainText(title);
  }
}

/** Ticks, stars, pins, moves, renames, deletes and restores tasks, as a user does in the course of a week. */
async function workThroughWeek(page: Page): Promise<void> {
  const button = (title: string, name: string) =>
    taskRow(page, title).getByRole('button', { name, exact: true });
  await button(STAND_UP, 'Move to next day').click();
  await expect(dayCard(page, tuesday).getByText(STAND_UP)).toBeVisible();
  await button(NEXT_WEEK_TASK, 'Move to next day').click();
  await expect(taskRow(page, NEXT_WEEK_TASK)).toHaveCount(0);
  await button(GIFT, 'Change emoji').click();
  await page.getByRole('button', { name: 'Remove emoji', exact: true }).click();
  await expect(button(GIFT, 'Give emoji')).toBeVisible();
  await button('Pay the electricity bill', 'Edit title').click();
  await page.getByRole('textbox', { name: 'Task title' }).fill(BILL);
  await page.keyboard.press('Enter');
  await expect(taskRow(page, BILL)).toBeVisible();
  await button(STAND_UP, 'Star task').click();
  await button(SCRIPT, 'Pin task').click();
  const bins = page.getByRole('checkbox', { name: BINS });
  await bins.click();
  await expect(bins).toBeChecked();
  // The first of the day's unstarred, unpinned tasks, and completed.
  await button(BINS, 'Delete task').click();
  await expect(taskRow(page, BINS)).toHaveCount(0);
  await page
    .getByRole('status')
    .filter({ hasText: 'Task deleted' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(successNotice(page, 'Task restored')).toBeVisible();
  await button(FILM, 'Delete task').click();
  await expect(taskRow(page, FILM)).toHaveCount(0);
}

async function expectWeek(dayOf: (day: string) => Locator): Promise<void> {
  for (const [index, titles] of EXPECTED_TITLES.entries()) {
    const rows = dayOf(days[index] ?? '').getByRole('listitem');
    await expect(rows).toHaveCount(titles.length);
    await expect(rows).toContainText([...titles]);
  }
}

test('task-order, task-composer, row-actions, edit-and-undo, server-first: a person signs up, works through a real week by mouse, and finds it unchanged after a reload and in retro mode', async ({
  newVisitor,
  site,
}) => {
  test.setTimeout(150_000);
  expect([...LONGEST]).toHaveLength(200);
  const email = newEmail();
  const page = await newVisitor();
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => dialogs.push(dialog.message()));
  await page.goto('/');
  await page.getByRole('link', { name: 'Start for Free' }).click();
  await submit(page, 'Sign Up', email, PASSWORD);
  await expect(page.getByText('Nothing planned yet')).toHaveCount(7);

  await addTasks(page);
  await workThroughWeek(page);
  await page.getByRole('button', { name: 'Next week' }).click();
  const later = weekFrom(days[6] ?? '').slice(1);
  await expect(dayCards(page).getByRole('heading').first()).toHaveText(dayHeading(later[0] ?? ''));
  await expect(dayCard(page, later[0] ?? '').getByRole('listitem')).toHaveText([NEXT_WEEK_TASK]);
  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await page.reload();
  await expectWeek((day) => dayCard(page, day));
  await expect(taskRow(page, STAND_UP).getByRole('button', { name: 'Unstar task' })).toBeVisible();
  await expect(taskRow(page, SCRIPT).getByRole('button', { name: 'Unpin task' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: BINS })).toBeChecked();
  await expect(page.getByText(BINS, { exact: true })).toHaveCSS('text-decoration-line', 'line-through');
  expect(dialogs).toEqual([]);
  await page.context().close();

  const retroPage = await newVisitor();
  await retroPage.goto('/retro/auth');
  await submit(retroPage, '[ PLAY ]', email, PASSWORD);
  await expectWeek((day) =>
    retroPage.getByRole('region', { name: `${weekdayName(day)} ${dayNumber(day)}`, exact: true }),
  );

  const client = directClient(site);
  const { data: signedIn } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  const { data } = await client.from('tasks').select('*');
  const plain = { completed: false, starred: false, pinned: false, user_id: signedIn.user?.id };
  expect(data).toHaveLength(EXPECTED_TITLES.flat().length + 1);
  expect(data).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...plain, title: BINS, task_date: monday, completed: true }),
      expect.objectContaining({ ...plain, title: STAND_UP, task_date: tuesday, emoji: '💻', starred: true }),
      expect.objectContaining({ ...plain, title: GIFT, emoji: null }),
      expect.objectContaining({ ...plain, title: NEXT_WEEK_TASK, task_date: later[0] }),
    ]),
  );
});
