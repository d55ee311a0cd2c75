import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { PASSWORD, directClient } from '../support/accounts.ts';
import { submit } from '../support/authForm.ts';
import { dayAfter, dayHeading, dayNumber, mondayOf, weekFrom, weekdayName } from '../support/calendar.ts';
import { successNotice } from '../support/notices.ts';
import { dayCard, dayCards, openComposer, plantTasks, taskRow } from '../support/planner.ts';
import { today } from '../support/tasks.ts';
import { expect, test } from '../support/visitors.ts';

interface Task {
  title: string;
  emoji: string | null;
  completed: boolean;
  starred: boolean;
  pinned: boolean;
}

type Mark = 'completed' | 'starred' | 'pinned';

const task = (title: string, emoji: string | null = null, ...marks: Mark[]): Task => ({
  title,
  emoji,
  completed: marks.includes('completed'),
  starred: marks.includes('starred'),
  pinned: marks.includes('pinned'),
});

/** Exactly as long as a title may be. */
const LONGEST = `${'Read the contract again, clause by clause. '.repeat(5).slice(0, 199)}!`;

/** The week as it is left: on each day the starred first, then the pinned, then by age. */
const LEFT: readonly (readonly Task[])[] = [
  [
    task('Zahnarzt: Größe der Füllung klären', null, 'starred'),
    task('<img src=x onerror=alert(1)>', null, 'pinned'),
    task('Take the bins out', null, 'completed'),
    task('给妈妈打电话', '📞'),
  ],
  [
    task('{{7*7}} ${7*7} <%= 7*7 %>', null, 'starred'),
    // Came from Monday, and is older than what Tuesday had.
    task('Stand-up with the platform team', '💻'),
    task('الذهاب إلى السوق', '🛒'),
    task(LONGEST, null, 'completed'),
  ],
  [
    task('Πληρωμή ενοικίου', null, 'starred', 'pinned'),
    task('=HYPERLINK("https://example.com","pay")', null, 'pinned'),
    task('לקנות מתנה לסבתא'),
    task('Swim 40 lengths', '🔥'),
    // Two hundred characters for a person, four hundred for a program that counts wrongly.
    task('🔥'.repeat(200)),
  ],
  [
    task('Return library books', '📚', 'completed', 'starred'),
    task('दादी को चिट्ठी लिखना'),
    task('Pay the electricity and the water', '📧'),
    task('Picnic with the 👨‍👩‍👧‍👦, bring 🇸🇬 and 🏴󠁧󠁢󠁥󠁮󠁧󠁿 flags'),
    task('병원 예약 확인하기', '✅'),
  ],
  [task('ไปรับผ้าที่ร้านซักรีด'), task('Pay invoice\u202Egpj.exe'), task('図書館に本を返す', '📚')],
  [
    task('Bake sourdough — 78 % hydration', null, 'pinned'),
    task('Water the plants'),
    task('High five 👍🏽 for the 👩🏿‍🚀'),
    task("Robert'); DROP TABLE tasks;--", null, 'completed'),
  ],
  [
    task('Paint the fence', '🎨', 'starred'),
    task('e\u0301 is not \u00e9, a\u200Bb'),
    task('Brunch with Zoë', '☕'),
  ],
];

/** How the tasks that change their day, their title or their emoji are written at first: the day, and the rest. */
const WRITTEN_OTHERWISE: Readonly<Record<string, { day?: number; title?: string; emoji?: string | null }>> = {
  'Stand-up with the platform team': { day: 0 },
  'Water the plants': { day: 1 },
  'Pay the electricity and the water': { title: 'Pay the electricity bill' },
  'Swim 40 lengths': { emoji: '🏋️' },
  'לקנות מתנה לסבתא': { emoji: '🎉' },
  '병원 예약 확인하기': { emoji: null },
};

/** The names of the picked emoji in the picker. */
const CHOICES: Readonly<Record<string, string>> = {
  '📧': 'Email',
  '📞': 'Phone',
  '🛒': 'Cart',
  '☕': 'Coffee',
  '📚': 'Books',
  '🎨': 'Palette',
  '💻': 'Laptop',
  '🎉': 'Party',
  '🏋️': 'Weight lifter',
};

const rank = ({ starred, pinned }: Pick<Task, 'starred' | 'pinned'>) => Number(starred) * 2 + Number(pinned);
const textOf = ({ title, emoji }: Pick<Task, 'title' | 'emoji'>) => `${title}${emoji ?? ''}`;

/** Writes the week: on each day first what will stand last. */
async function write(page: Page, days: readonly string[]): Promise<void> {
  const written = LEFT.flatMap((tasks, index) =>
    tasks
      .toSorted((one, other) => rank(one) - rank(other))
      .map(({ title, emoji }) => ({ day: index, title, emoji, ...WRITTEN_OTHERWISE[title] })),
  );
  const deleted = { day: 4, title: 'Film night: “Amélie”', emoji: null };
  const over = { day: 6, title: 'Review the budget', emoji: null };
  for (const { day, title, emoji } of [...written, deleted, over].toSorted(
    (one, other) => one.day - other.day,
  )) {
    const card = dayCard(page, days[day] ?? '');
    const field = await openComposer(page, days[day] ?? '');
    if (emoji) {
      const choices = card.getByRole('group', { name: 'Emoji' });
      await choices.getByRole('button', { name: CHOICES[emoji] ?? '', exact: true }).click();
    }
    // A title is kept without the space around it.
    await field.fill([...title].length < 200 ? `  ${title} ` : title);
    await field.press('Enter');
    await expect(card.getByRole('button', { name: 'Add task' })).toBeFocused();
    await expect(card.getByRole('listitem').last()).toHaveText(textOf({ title, emoji }));
  }
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

  for (const { title, completed, starred, pinned } of LEFT.flat()) {
    const checkbox = page.getByRole('checkbox', { name: title, exact: true });
    if (completed) {
      await checkbox.click();
      await expect(checkbox).toBeChecked();
    }
    for (const [isSo, act, undo] of [
      [starred, 'Star task', 'Unstar task'],
      [pinned, 'Pin task', 'Unpin task'],
    ] as const) {
      if (!isSo) continue;
      await press(page, title, act);
      await expect(taskRow(page, title).getByRole('button', { name: undo })).toBeVisible();
    }
  }
  await press(page, 'Brunch with Zoë', 'Pin task');
  await press(page, 'Brunch with Zoë', 'Unpin task');

  // The first among its equals, and done.
  await press(page, 'Take the bins out', 'Delete task');
  await expect(taskRow(page, 'Take the bins out')).toHaveCount(0);
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect(successNotice(page, 'Task restored')).toBeVisible();
  await press(page, 'Film night: “Amélie”', 'Delete task');
  await expect(taskRow(page, 'Film night: “Amélie”')).toHaveCount(0);
}

async function expectWeek(page: Page, days: readonly string[]): Promise<void> {
  for (const [index, tasks] of LEFT.entries()) {
    const rows = dayCard(page, days[index] ?? '').getByRole('listitem');
    await expect(rows).toHaveText(tasks.map(textOf));
    for (const [position, { title, completed, starred, pinned }] of tasks.entries()) {
      const row = rows.nth(position);
      await expect(row.getByRole('checkbox')).toBeChecked({ checked: completed });
      await expect(row.getByRole('button', { name: starred ? 'Unstar task' : 'Star task' })).toBeVisible();
      await expect(row.getByRole('button', { name: pinned ? 'Unpin task' : 'Pin task' })).toBeVisible();
      await expect(row.getByText(title, { exact: true })).toHaveCSS(
        'text-decoration-line',
        completed ? 'line-through' : 'none',
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
    const marks = ({ completed, starred }: Task) =>
      `${completed ? 'Completed' : ''}${starred ? 'Starred' : ''}`;
    await expect(rows).toHaveText(tasks.map((each) => `${each.emoji ?? ''}${each.title}${marks(each)}`));
  }
}

/** All five buttons, away from this week and back. */
async function browse(page: Page, days: readonly string[]): Promise<void> {
  const [monday = ''] = days;
  const goes = async (button: string, to: string) => {
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(dayCards(page).getByRole('heading')).toHaveText(weekFrom(to).map(dayHeading));
  };
  await goes('Next week', dayAfter(monday, 7));
  await expect(dayCard(page, dayAfter(monday, 7)).getByRole('listitem')).toHaveText(['Review the budget']);
  await goes('Next day', dayAfter(monday, 8));
  await expect(taskRow(page, 'Review the budget')).toHaveCount(0);
  await goes('Previous week', dayAfter(monday, 1));
  await goes('Previous day', monday);
  await goes('Previous day', dayAfter(monday, -1));
  await goes('Today', monday);
}

test('a person signs up, lives through a real week, and finds it as it was left: after a reload, in another browser, in retro, in the database', async ({
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
  await page.goto('/');
  await page.getByRole('link', { name: 'Start for Free' }).click();
  await submit(page, 'Sign Up', email, PASSWORD);
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText('Nothing planned yet')).toHaveCount(7);

  await write(page, days);
  await live(page, days);
  await browse(page, days);
  await page.reload();
  await expectWeek(page, days);
  expect(dialogs).toEqual([]);
  await page.context().close();

  const returned = await newVisitor();
  await returned.goto('/auth');
  await submit(returned, 'Sign In', email, PASSWORD);
  await expect(dayCard(returned, days[0] ?? '').getByRole('listitem')).toHaveText(
    (LEFT[0] ?? []).map(textOf),
  );
  await returned.getByRole('link', { name: 'Enter retro mode' }).click();
  await returned.getByRole('link', { name: '[ CONTINUE GAME ]' }).click();
  await expectRetroWeek(returned, days);

  const client = directClient(site);
  const { data: signedIn } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  const { data } = await client
    .from('tasks')
    .select('title, emoji, completed, starred, pinned, task_date, user_id')
    .gte('task_date', days[0] ?? '')
    .lte('task_date', days[6] ?? '')
    .order('created_at')
    .overrideTypes<(Task & { task_date: string })[]>();
  const inOrder = (data ?? []).toSorted(
    (one, other) => one.task_date.localeCompare(other.task_date) || rank(other) - rank(one),
  );
  expect(inOrder).toEqual(
    LEFT.flatMap((tasks, index) =>
      tasks.map((each) => ({ ...each, task_date: days[index], user_id: signedIn.user?.id })),
    ),
  );
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
