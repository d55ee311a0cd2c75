import { expect, type BrowserContext, type Page } from '@playwright/test';
import { restoreSession, type Account } from '../support/accounts.ts';
import { PHONE } from '../support/accessible.ts';
import { dayAfter } from '../support/calendar.ts';
import { changePassword, saveName } from '../support/forms.ts';
import { REQUESTS, breakRequests, dropped, fixJoinDate, hold, neverAnswered } from '../support/network.ts';
import { closeNotices, failureNotice, successNotice } from '../support/notices.ts';
import {
  addTask,
  dayCard,
  insertTasks,
  openComposer,
  sampleWeekFrom,
  taskRow,
  type InsertedTask,
} from '../support/planner.ts';
import { DARK, LIGHT, TODAY, expectStates, next, opened, type State } from '../support/states.ts';
import { test } from '../support/test.ts';

// Every page in every state that someone sees who has signed in.

const MONDAY = '2026-11-16';
const DENTIST = 'Call the dentist and confirm the new time';
const TOO_LONG = 'Task title must be less than 200 characters';

/** A day that is folded, every appearance of a row, titles of the greatest length. */
const OVERFULL: readonly InsertedTask[] = [
  { title: 'Read the contract again, clause by clause. '.repeat(5).slice(0, 200), task_date: MONDAY },
  { title: 'x'.repeat(200), task_date: dayAfter(MONDAY), starred: true },
  { title: 'Everything at once', task_date: TODAY, starred: true, pinned: true, completed: true },
  ...Array.from({ length: 30 }, (_, index) => ({
    title: `Errand ${index + 1}`,
    task_date: TODAY,
    emoji: index % 2 === 0 ? '🛒' : null,
    completed: index % 4 === 0,
    pinned: index % 10 === 9,
  })),
];

async function fillWeek(account: Account): Promise<void> {
  await insertTasks(account, sampleWeekFrom(MONDAY));
  await account.client.from('profiles').update({ display_name: 'Mei Lin' }).eq('id', account.id);
}

/** Signs a browser in. Pages show this address: at the server each account has another. */
const enter = (context: BrowserContext, { session }: Account) =>
  restoreSession(context, { ...session, user: { ...session.user, email: 'mei.lin@example.com' } });

const has = (role: Parameters<Page['getByRole']>[0], name: string) => (page: Page) =>
  page.getByRole(role, { name });
const press = (name: string) => (page: Page) => page.getByRole('button', { name }).click();
const dialogAlert = (page: Page) => page.getByRole('dialog').getByRole('alert');
const failure = (sentence: string) => (page: Page) => failureNotice(page, sentence);
const busyRegion = (name: string) => (page: Page) =>
  page.getByRole('region', { name }).and(page.locator('[aria-busy="true"]'));
const lastTask = (page: Page) => taskRow(page, 'Look back at the week').first();
const lastQuest = (page: Page) =>
  page.getByRole('listitem').filter({ hasText: 'Look back at the week' }).first();
const pressOn = (title: string, name: string) => (page: Page) =>
  taskRow(page, title).getByRole('button', { name, exact: true }).click();
const breaks = (request: keyof typeof REQUESTS, fault: typeof dropped) => (page: Page) =>
  breakRequests(page, REQUESTS[request], fault);
const goOffline = async (page: Page) => {
  await page.context().setOffline(true);
  await expect(page.getByRole('status').getByText(/^You are offline\./)).toBeVisible();
};

const pasteList = (list: string) => async (page: Page) => {
  const field = await openComposer(page, TODAY);
  await field.evaluate((element, words) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', words);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, list);
};

const searchFor = (words: string) => async (page: Page) => {
  await press('Search')(page);
  await page.getByRole('combobox').fill(words);
};

const WEEK: readonly State[] = [
  opened('dashboard/normal', '/dashboard', {
    shows: lastTask,
    looks: [DARK, LIGHT, { size: PHONE, colorScheme: 'light' }],
  }),
  next(
    'dashboard/focused',
    async (page) => {
      await taskRow(page, DENTIST).getByRole('checkbox').focus();
      for (const key of ['ArrowDown', 'Tab']) await page.keyboard.press(key);
    },
    (page) => taskRow(page, 'Gym: legs and core').getByRole('button', { name: 'Change emoji' }),
  ),
  // What a long press on the row does: these pages have a mouse.
  next(
    'dashboard/sheet',
    (page) => taskRow(page, DENTIST).locator('[aria-label="More"]').dispatchEvent('click'),
    has('dialog', DENTIST),
  ),
  next('dashboard/shortcuts', (page) => page.keyboard.press('?'), has('dialog', 'Keyboard shortcuts')),
  next('dashboard/emoji-picker', pressOn(DENTIST, 'Change emoji'), has('group', 'Choose an emoji')),
  next('dashboard/account-menu', press('Account'), has('menuitem', 'Settings')),
  next(
    'dashboard/move-to-date',
    async (page) => {
      await pressOn(DENTIST, 'Move to')(page);
      await page.getByRole('menuitem', { name: 'Another day…' }).click();
      await page.getByLabel('Day', { exact: true }).fill('');
      await page.keyboard.press('Enter');
    },
    'Task date is required',
  ),
  next('dashboard/renaming', pressOn(DENTIST, 'Edit title'), has('textbox', 'Task title')),
  next(
    'dashboard/goals',
    async (page) => {
      const card = page.getByRole('region', { name: 'Top Goals' });
      await card.getByRole('button', { name: 'Add item' }).click();
      for (const title of ['Run a half marathon', 'z'.repeat(120)]) {
        await has('textbox', 'New item')(page).fill(title);
        await page.keyboard.press('Enter');
      }
      await card.getByRole('checkbox', { name: 'Run a half marathon' }).click();
      await card.getByRole('button', { name: 'Top Goals' }).click();
    },
    has('textbox', 'Card title'),
  ),
  next(
    'dashboard/notices',
    async (page) => {
      await breakRequests(page, { address: '**/rest/v1/tasks*', methods: ['PATCH'] }, (route) =>
        route.fulfill({ status: 500, json: {} }),
      );
      await pressOn('Gym: legs and core', 'Delete task')(page);
      await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
      await addTask(page, TODAY, 'Water the plants');
      await expect(successNotice(page, 'Task added!')).toBeVisible();
      await pressOn(DENTIST, 'Star task')(page);
    },
    failure('Failed to update task'),
  ),
  next(
    'dashboard/composer-refused',
    async (page) => {
      const field = await openComposer(page, TODAY);
      await page.getByRole('button', { name: 'Party' }).click();
      await field.fill('y'.repeat(201));
      await field.press('Enter');
    },
    failure(TOO_LONG),
  ),
  opened('dashboard/list', '/dashboard', {
    act: pasteList('- Milk\n- [x] Bread\n🧀 Cheese\n1. Apples\n2. Tea\nHoney'),
    shows: has('button', 'Add 6 tasks'),
  }),
  // Escape turns a list into one line, so this one starts on a new page.
  opened('dashboard/list-refused', '/dashboard', {
    async act(page) {
      await pasteList(`${'y'.repeat(201)}\n${'A sentence that does not end. '.repeat(8)}`)(page);
      await page.keyboard.press('Enter');
    },
    shows: failure(TOO_LONG),
  }),
  next('dashboard/search', searchFor('re'), (page) => page.getByRole('status').getByText('5 tasks found')),
  next(
    'dashboard/search-failed',
    async (page) => {
      await breakRequests(page, { address: '**/rest/v1/rpc/search_tasks' }, dropped);
      await searchFor('3 dec')(page);
    },
    'Failed to search tasks',
  ),
  next(
    'dashboard/conflict-busy-offline',
    async (page) => {
      // The answer if the title has changed elsewhere: no row.
      const restore = await breaks('changeTasks', (route) => route.fulfill({ json: [] }))(page);
      await pressOn(DENTIST, 'Edit title')(page);
      await has('textbox', 'Task title')(page).fill(`Call the dentist ${'z'.repeat(120)}`);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: 'Keep theirs' })).toBeVisible();
      await closeNotices(page);
      await restore();
      await hold(page, REQUESTS.changeTasks);
      await pressOn('Film night', 'Star task')(page);
      await expect(page.locator('[aria-busy="true"]').first()).toBeVisible();
      await goOffline(page);
    },
    has('button', 'Keep theirs'),
  ),
  opened('dashboard/loading', '/dashboard', {
    before: breaks('readTasks', neverAnswered),
    shows: (page) => dayCard(page, TODAY).and(page.locator('[aria-busy="true"]')),
  }),
  opened('dashboard/failed', '/dashboard', {
    before: breaks('readTasks', dropped),
    act: (page) => expect(page.getByRole('main').getByText('Failed to load tasks')).toBeVisible(),
    shows: failure('Failed to load tasks'),
  }),
];

const TABLE = [
  'TYPE,CONTENT,PRIORITY,DATE',
  'task,🌱 Repot the basil,1,2026-11-20',
  'task,Water the ferns,4,every monday at 9am',
  'task,Someday,4,',
  'task,Putzen,4,jeden Freitag',
].join('\n');

const chooseFile = (words: string) => async (page: Page) => {
  const file = { name: 'Garden.csv', mimeType: 'text/csv', buffer: Buffer.from(words) };
  await page.getByLabel('File to import').setInputFiles(file);
  await expect(has('dialog', 'Import tasks')(page)).not.toContainText('Reading the file…');
};

const confirmDeletion = (words: string) => async (page: Page) => {
  await press('Delete account…')(page);
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
};

/** The other pages, and the week of an account that is first empty, then ordinary, then overfull. */
const otherPages = (account: Account): readonly State[] => [
  opened('dashboard/empty', '/dashboard', { shows: (page) => page.getByText('Nothing planned yet').nth(6) }),
  opened('retro-week/empty', '/retro/dashboard', { shows: 'No quests this week.' }),
  opened('landing/signed-in', '/', {
    before: () => fillWeek(account),
    shows: (page) => page.getByRole('link', { name: 'Take Me to My Calendar' }).first(),
  }),
  opened('settings/normal', '/settings', {
    before: fixJoinDate,
    shows: (page) => page.getByRole('region', { name: 'Your profile' }).getByText('Mei Lin'),
    looks: [LIGHT],
  }),
  next(
    'settings/refused',
    async (page) => {
      await saveName(page, '<Mei>');
      await changePassword(page, 'short');
      await page.getByRole('button', { name: 'Show password' }).first().click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
    (page) => page.getByRole('listitem').filter({ hasText: 'Done: A lowercase letter' }),
  ),
  next(
    'settings/deletion-refused',
    confirmDeletion('DELETE'),
    'This is not the email address of your account',
  ),
  next(
    'settings/deletion-failed',
    async (page) => {
      await breaks('deleteAccount', dropped)(page);
      await confirmDeletion('mei.lin@example.com')(page);
    },
    dialogAlert,
  ),
  next('settings/import', chooseFile(TABLE), '2 tasks to add from Todoist.'),
  next(
    'settings/import-stopped',
    async (page) => {
      await breaks('changeTasks', dropped)(page);
      await chooseFile(TABLE)(page);
      await page.getByRole('button', { name: 'Import 2 tasks' }).click();
    },
    dialogAlert,
  ),
  opened('settings/loading-and-collecting', '/settings', {
    async before(page) {
      await breaks('readProfile', neverAnswered)(page);
      await breaks('readTasks', neverAnswered)(page);
    },
    async act(page) {
      await page.getByRole('button', { name: 'Download everything' }).click();
      await expect(page.getByRole('button', { name: 'Collecting…' })).toBeVisible();
    },
    shows: busyRegion('Profile Information'),
  }),
  opened('settings/failed', '/settings', {
    before: breaks('readProfile', dropped),
    act: (page) => expect(page.getByRole('main').getByText('Failed to load profile')).toBeVisible(),
    shows: failure('Failed to load profile'),
  }),
  opened('retro-landing/signed-in', '/retro', { shows: has('link', '[ CONTINUE GAME ]') }),
  opened('retro-week/normal', '/retro/dashboard', { shows: lastQuest, looks: [DARK] }),
  opened('retro-week/loading', '/retro/dashboard', {
    before: breaks('readTasks', neverAnswered),
    shows: busyRegion('Week'),
  }),
  opened('retro-week/failed-and-offline', '/retro/dashboard', {
    before: breaks('readTasks', dropped),
    async act(page) {
      await expect(page.getByRole('main').getByText('Failed to load tasks')).toBeVisible();
      await goOffline(page);
    },
  }),
  opened('dashboard/heavy', '/dashboard', { before: () => insertTasks(account, OVERFULL), shows: lastTask }),
  opened('retro-week/heavy', '/retro/dashboard', { shows: lastQuest }),
];

// Requests that fail, and files that were on their way when the network went.
test.beforeEach(({ allowConsole }) => allowConsole(/Failed to load resource|Couldn't load preload assets/));

test('any-device: the week is accessible in every state, readable when enlarged and in forced colours, and looks as it should', async ({
  context,
  account,
  site,
}) => {
  await fillWeek(account);
  await enter(context, account);
  await expectStates(context, site.origin, WEEK);
});

test('any-device: so are the other pages of a user, and an empty and an overfull week', async ({
  context,
  account,
  site,
}) => {
  await enter(context, account);
  await expectStates(context, site.origin, otherPages(account));
});
