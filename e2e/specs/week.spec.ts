import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { PASSWORD, directClient } from '../support/accounts.ts';
import { submit } from '../support/authForm.ts';
import { dayAfter, dayHeading, dayNumber, mondayOf, weekFrom, weekdayName } from '../support/calendar.ts';
import { successNotice } from '../support/notices.ts';
import { dayCard, dayCards, openComposer, plantTasks, taskRow } from '../support/planner.ts';
import {
  ALL_FIRE,
  BRACES,
  FAMILY,
  FORMULA,
  IMAGE,
  LONGEST,
  OVERRIDE,
  PICKED,
  REAL_WEEK,
  SKIN,
} from '../support/realWeek.ts';
import type { Written } from '../support/realWeek.ts';
import { today } from '../support/tasks.ts';
import { expect, test } from '../support/visitors.ts';

interface Shown {
  title: string;
  emoji: string | null;
  completed: boolean;
  starred: boolean;
  pinned: boolean;
}

type Mark = 'completed' | 'starred' | 'pinned';

const shown = (title: string, emoji: string | null = null, ...marks: Mark[]): Shown => ({
  title,
  emoji,
  completed: marks.includes('completed'),
  starred: marks.includes('starred'),
  pinned: marks.includes('pinned'),
});

/** The week as it is left: on each day the starred first, then the pinned, then by age. */
const LEFT: readonly (readonly Shown[])[] = [
  [
    shown('Zahnarzt: Größe der Füllung klären', null, 'starred'),
    shown(IMAGE, null, 'pinned'),
    shown('Take the bins out', null, 'completed'),
    shown('给妈妈打电话', '📞'),
  ],
  [
    shown(BRACES, null, 'starred'),
    // Came from Monday, and is older than what Tuesday had.
    shown('Stand-up with the platform team', '💻'),
    shown('الذهاب إلى السوق', '🛒'),
    shown(LONGEST, null, 'completed'),
    shown('Купить билеты на поезд'),
  ],
  [
    shown('Πληρωμή ενοικίου', null, 'starred', 'pinned'),
    shown(FORMULA, null, 'pinned'),
    shown('לקנות מתנה לסבתא'),
    shown('Swim 40 lengths', '🔥'),
    shown(ALL_FIRE),
  ],
  [
    shown('Return library books', '📚', 'completed', 'starred'),
    shown('दादी को चिट्ठी लिखना'),
    shown('Pay the electricity and the water', '📧'),
    shown(FAMILY),
    shown('병원 예약 확인하기', '✅'),
  ],
  [
    shown('Ship release 2.4', '🔥', 'starred', 'completed'),
    shown('ไปรับผ้าที่ร้านซักรีด'),
    shown(OVERRIDE),
    shown('図書館に本を返す', '📚'),
  ],
  [
    shown('Bake sourdough — 78 % hydration', null, 'pinned'),
    shown('Water the plants'),
    shown('Long run along the river', '⭐'),
    shown(SKIN),
    shown("Robert'); DROP TABLE tasks;--", null, 'completed'),
  ],
  [
    shown('Paint the fence', '🎨', 'starred'),
    shown('Plan next week', '🎯', 'starred'),
    shown('Brunch with Zoë & Łukasz', '☕'),
  ],
];

async function write(page: Page, day: string, { title, emoji }: Written): Promise<void> {
  const field = await openComposer(page, day);
  const card = dayCard(page, day);
  if (emoji) {
    await card.getByRole('group', { name: 'Emoji' }).getByRole('button', { name: emoji }).click();
  }
  await field.fill(title);
  await field.press('Enter');
  await expect(card.getByRole('button', { name: 'Add task' })).toBeFocused();
  await expect(card.getByRole('listitem').last()).toHaveText(`${title}${emoji ? PICKED[emoji] : ''}`);
}

async function press(page: Page, title: string, button: string): Promise<void> {
  await taskRow(page, title).getByRole('button', { name: button, exact: true }).click();
}

async function pick(page: Page, title: string, button: string, choice: string): Promise<void> {
  await press(page, title, button);
  await page.getByRole('button', { name: choice, exact: true }).click();
  await expect(taskRow(page, title)).not.toHaveAttribute('aria-busy');
}

/** Ticks, stars, pins, moves, renames, deletes and takes back, as a person does who lives through the week. */
async function live(page: Page, days: readonly string[]): Promise<void> {
  for (const title of [
    'Take the bins out',
    LONGEST,
    'Return library books',
    'Ship release 2.4',
    LEFT[5]?.[4]?.title,
  ]) {
    await page.getByRole('checkbox', { name: title ?? '', exact: true }).click();
    await expect(page.getByRole('checkbox', { name: title ?? '', exact: true })).toBeChecked();
  }
  for (const title of LEFT.flat().flatMap((task) => (task.starred ? [task.title] : []))) {
    await press(page, title, 'Star task');
    await expect(taskRow(page, title).getByRole('button', { name: 'Unstar task' })).toBeVisible();
  }
  for (const title of LEFT.flat().flatMap((task) => (task.pinned ? [task.title] : []))) {
    await press(page, title, 'Pin task');
    await expect(taskRow(page, title).getByRole('button', { name: 'Unpin task' })).toBeVisible();
  }
  await press(page, 'Brunch with Zoë & Łukasz', 'Pin task');
  await press(page, 'Brunch with Zoë & Łukasz', 'Unpin task');

  await press(page, 'Stand-up with the platform team', 'Move to next day');
  await expect(dayCard(page, days[1] ?? '').getByText('Stand-up with the platform team')).toBeVisible();
  await press(page, 'Review the budget', 'Move to next day');
  await expect(taskRow(page, 'Review the budget')).toHaveCount(0);
  await press(page, 'Water the plants', 'Move to');
  const saturday = days[5] === today() ? 'Today' : /^Saturday, /;
  await page.getByRole('menuitem', { name: saturday }).click();
  await expect(dayCard(page, days[5] ?? '').getByText('Water the plants')).toBeVisible();

  await pick(page, 'Swim 40 lengths', 'Change emoji', 'Fire');
  await pick(page, 'לקנות מתנה לסבתא', 'Change emoji', 'Remove emoji');
  await pick(page, '병원 예약 확인하기', 'Give emoji', 'Check mark');

  await press(page, 'Pay the electricity bill', 'Edit title');
  await page.getByRole('textbox', { name: 'Task title' }).fill('Pay the electricity and the water');
  await page.keyboard.press('Enter');
  await expect(taskRow(page, 'Pay the electricity and the water')).toBeVisible();

  await press(page, 'Ship release 2.4', 'Delete task');
  await expect(taskRow(page, 'Ship release 2.4')).toHaveCount(0);
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect(successNotice(page, 'Task restored')).toBeVisible();

  await press(page, 'Film night: “Amélie”', 'Delete task');
  await expect(taskRow(page, 'Film night: “Amélie”')).toHaveCount(0);
}

async function expectWeek(page: Page, days: readonly string[]): Promise<void> {
  for (const [index, tasks] of LEFT.entries()) {
    const rows = dayCard(page, days[index] ?? '').getByRole('listitem');
    await expect(rows).toHaveText(tasks.map(({ title, emoji }) => `${title}${emoji ?? ''}`));
    for (const [position, task] of tasks.entries()) {
      const row = rows.nth(position);
      await expect(row.getByRole('checkbox')).toBeChecked({ checked: task.completed });
      await expect(
        row.getByRole('button', { name: task.starred ? 'Unstar task' : 'Star task' }),
      ).toBeVisible();
      await expect(row.getByRole('button', { name: task.pinned ? 'Unpin task' : 'Pin task' })).toBeVisible();
      await expect(row.getByText(task.title, { exact: true })).toHaveCSS(
        'text-decoration-line',
        task.completed ? 'line-through' : 'none',
      );
    }
  }
}

async function expectRetroWeek(page: Page, days: readonly string[]): Promise<void> {
  for (const [index, tasks] of LEFT.entries()) {
    const day = days[index] ?? '';
    const rows = page
      .getByRole('region', { name: `${weekdayName(day)} ${dayNumber(day)}` })
      .getByRole('listitem');
    await expect(rows).toContainText(tasks.map(({ title, emoji }) => `${emoji ?? ''}${title}`));
    for (const [position, task] of tasks.entries()) {
      await expect(rows.nth(position).getByText('Starred')).toHaveCount(task.starred ? 1 : 0);
      await expect(rows.nth(position).getByText(task.title, { exact: true })).toHaveCSS(
        'text-decoration-line',
        task.completed ? 'line-through' : 'none',
      );
    }
  }
}

/** All five buttons, away from this week and back. */
async function browse(page: Page, days: readonly string[]): Promise<void> {
  const [monday = ''] = days;
  const goes = async (button: string, to: string) => {
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(dayCards(page)).toHaveCount(7);
    await expect(dayCards(page).first().getByRole('heading')).toHaveText(dayHeading(to));
  };
  await goes('Next week', dayAfter(monday, 7));
  await expect(dayCard(page, dayAfter(monday, 7)).getByRole('listitem')).toHaveText(['Review the budget📊']);
  await goes('Next day', dayAfter(monday, 8));
  await expect(taskRow(page, 'Review the budget')).toHaveCount(0);
  await goes('Previous week', dayAfter(monday, 1));
  await goes('Previous day', monday);
  await goes('Previous day', dayAfter(monday, -1));
  await goes('Today', monday);
}

test('a person signs up, lives through a real week, and finds it as it was left: after a reload, in another browser, in retro', async ({
  newVisitor,
  site,
}) => {
  test.setTimeout(240_000);
  expect([...LONGEST]).toHaveLength(200);
  const days = weekFrom(mondayOf(today()));
  const email = `${randomUUID()}@example.com`;
  const page = await newVisitor();
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => dialogs.push(dialog.message()));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await page.getByRole('link', { name: 'Start for Free' }).click();
  await submit(page, 'Sign Up', email, PASSWORD);
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText('Nothing planned yet')).toHaveCount(7);

  for (const [index, tasks] of REAL_WEEK.entries()) {
    for (const task of tasks) await write(page, days[index] ?? '', task);
  }
  await live(page, days);
  await expectWeek(page, days);
  await browse(page, days);
  await page.reload();
  await expectWeek(page, days);
  expect(dialogs).toEqual([]);
  await page.context().close();

  const returned = await newVisitor();
  await returned.goto('/auth');
  await submit(returned, 'Sign In', email, PASSWORD);
  await expectWeek(returned, days);
  await returned.getByRole('link', { name: 'Enter retro mode' }).click();
  await returned.getByRole('link', { name: '[ CONTINUE GAME ]' }).click();
  await expectRetroWeek(returned, days);

  const client = directClient(site);
  await client.auth.signInWithPassword({ email, password: PASSWORD });
  for (const [index, tasks] of LEFT.entries()) {
    const day = days[index] ?? '';
    const { data } = await client
      .from('tasks')
      .select('title, emoji, completed, starred, pinned')
      .gte('task_date', day)
      .lte('task_date', day)
      .order('created_at')
      .overrideTypes<{ starred: boolean; pinned: boolean }[]>();
    const rank = (task: { starred: boolean; pinned: boolean }) =>
      Number(task.starred) * 2 + Number(task.pinned);
    expect(data?.toSorted((one, other) => rank(other) - rank(one))).toEqual(tasks);
  }
});

test('what is typed reaches the database letter by letter, for the day and the person it was typed by', async ({
  signedInPage: page,
  account,
}) => {
  const monday = mondayOf(today());
  const titles = [OVERRIDE, IMAGE, FORMULA, FAMILY, ALL_FIRE, LONGEST, 'e\u0301 is not \u00e9', 'a\u200Bb'];
  await page.goto('/dashboard');
  for (const title of titles)
    await write(page, monday, { title: `  ${title} `.slice(title.length > 190 ? 2 : 0) });
  const { data } = await account.client
    .from('tasks')
    .select('title, emoji, completed, starred, pinned, task_date, user_id')
    .order('created_at');
  expect(data).toEqual(titles.map((title) => ({ ...shown(title), task_date: monday, user_id: account.id })));
});

test('a task is dragged to another day', async ({ signedInPage: page, account }) => {
  const monday = mondayOf(today());
  const tuesday = dayAfter(monday);
  await plantTasks(account, [{ title: 'Water the plants', task_date: monday }]);
  await page.goto('/dashboard');
  await taskRow(page, 'Water the plants').dragTo(dayCard(page, tuesday).getByRole('heading'));
  await expect(successNotice(page, 'Task moved')).toBeVisible();
  await expect(dayCard(page, tuesday).getByRole('listitem')).toHaveText(['Water the plants']);
  await expect(dayCard(page, monday).getByRole('listitem')).toHaveCount(0);
  const { data } = await account.client.from('tasks').select('title, task_date');
  expect(data).toEqual([{ title: 'Water the plants', task_date: tuesday }]);
});
