import { expect, type Page } from '@playwright/test';
import { changePassword, newPassword, saveName } from '../support/forms.ts';
import { REQUESTS, answered500, breakRequests, dropped, hold, neverAnswered } from '../support/network.ts';
import { closeNotices, failureNotice, successNotice } from '../support/notices.ts';
import { addTask, dayCard, openComposer, taskRow, unfoldWeek } from '../support/planner.ts';
import { TODAY, goOffline, pageOf, type Group, type Story } from './story.ts';

// What someone sees who has signed in.

const GREETING = 'Hi Mei Lin, your week space looks great!';
const DENTIST = 'Call the dentist and confirm the new time';

const dialog = (name?: string) => (page: Page) =>
  page.getByRole('dialog', name === undefined ? {} : { name });
const dialogAlert = (page: Page) => page.getByRole('dialog').getByRole('alert');
const textbox = (name: string) => (page: Page) => page.getByRole('textbox', { name });
const text = (words: string) => (page: Page) => page.getByText(words);
const failure = (sentence: string) => (page: Page) => failureNotice(page, sentence);
const busy = (page: Page) => page.locator('[aria-busy="true"]').first();
const lastTask = (page: Page) => taskRow(page, 'Look back at the week').first();
const lastQuest = (page: Page) =>
  page.getByRole('listitem').filter({ hasText: 'Look back at the week' }).first();

const pressOn = (name: string) => (page: Page) =>
  taskRow(page, DENTIST).getByRole('button', { name, exact: true }).click();
const breaks = (request: keyof typeof REQUESTS, fault: typeof dropped) => (page: Page) =>
  breakRequests(page, REQUESTS[request], fault);

async function pasteList(page: Page, pasted: string): Promise<void> {
  const field = await openComposer(page, TODAY);
  await field.evaluate((element, words) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', words);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, pasted);
}

async function searchFor(page: Page, words: string): Promise<void> {
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('combobox').fill(words);
}

const week: Story = {
  path: '/dashboard',
  heading: GREETING,
  states: [
    { name: 'dashboard/normal', shows: lastTask },
    // Lasts only while the row stays under the mouse.
    { name: 'dashboard/hovered', act: (page) => taskRow(page, DENTIST).hover() },
    {
      name: 'dashboard/focused',
      act: async (page) => {
        await page.mouse.move(0, 0);
        await taskRow(page, DENTIST).getByRole('checkbox').focus();
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Tab');
      },
      shows: (page) => taskRow(page, 'Gym: legs and core').getByRole('button', { name: 'Change emoji' }),
    },
    // What a long press on the row does: these pages have a mouse.
    {
      name: 'dashboard/sheet',
      act: (page) => taskRow(page, DENTIST).locator('[aria-label="More"]').dispatchEvent('click'),
      shows: dialog(DENTIST),
    },
    {
      name: 'dashboard/shortcuts',
      act: (page) => page.keyboard.press('?'),
      shows: dialog('Keyboard shortcuts'),
    },
    {
      name: 'dashboard/emoji-picker',
      act: pressOn('Change emoji'),
      shows: (page) => page.getByRole('group', { name: 'Choose an emoji' }),
    },
    {
      name: 'dashboard/account-menu',
      act: (page) => page.getByRole('button', { name: 'Account' }).click(),
      shows: (page) => page.getByRole('menuitem', { name: 'Settings' }),
    },
    {
      name: 'dashboard/move-menu',
      act: pressOn('Move to'),
      shows: (page) => page.getByRole('menu', { name: 'Move to' }),
    },
    {
      name: 'dashboard/move-to-date',
      act: async (page) => {
        await pressOn('Move to')(page);
        await page.getByRole('menuitem', { name: 'Another day…' }).click();
        await page.getByLabel('Day', { exact: true }).fill('');
        await page.keyboard.press('Enter');
      },
      shows: text('Task date is required'),
    },
    { name: 'dashboard/renaming', act: pressOn('Edit title'), shows: textbox('Task title') },
    {
      name: 'dashboard/goals',
      act: async (page) => {
        const card = page.getByRole('region', { name: 'Top Goals' });
        await card.getByRole('button', { name: 'Add item' }).click();
        for (const title of ['Run a half marathon', 'z'.repeat(120)]) {
          await page.getByRole('textbox', { name: 'New item' }).fill(title);
          await page.keyboard.press('Enter');
        }
        await card.getByRole('checkbox', { name: 'Run a half marathon' }).click();
        await card.getByRole('button', { name: 'Top Goals' }).click();
      },
      shows: textbox('Card title'),
    },
    {
      name: 'dashboard/notices',
      act: async (page) => {
        await breakRequests(page, { address: '**/rest/v1/tasks*', methods: ['PATCH'] }, answered500);
        await taskRow(page, 'Gym: legs and core').getByRole('button', { name: 'Delete task' }).click();
        await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
        await addTask(page, TODAY, 'Water the plants');
        await expect(successNotice(page, 'Task added!')).toBeVisible();
        await pressOn('Star task')(page);
      },
      shows: failure('Failed to update task'),
    },
    {
      name: 'dashboard/composer',
      act: async (page) => (await openComposer(page, TODAY)).fill('Buy flowers for Ana'),
      shows: textbox('New task'),
    },
    {
      name: 'dashboard/composer-refused',
      act: async (page) => {
        const field = await openComposer(page, TODAY);
        await page.getByRole('button', { name: 'Party' }).click();
        await field.fill('y'.repeat(201));
        await field.press('Enter');
      },
      shows: failure('Task title must be less than 200 characters'),
    },
  ],
};

const weekWithList: Story = {
  ...week,
  states: [
    {
      name: 'dashboard/list',
      act: (page) => pasteList(page, '- Milk\n- [x] Bread\n🧀 Cheese\n1. Apples\n2. Tea\nHoney'),
      shows: (page) => page.getByRole('button', { name: 'Add 6 tasks' }),
    },
  ],
};

/** Escape turns a list into one line, so this one starts on a new page. */
const weekWithRefusedList: Story = {
  ...week,
  states: [
    {
      name: 'dashboard/list-refused',
      act: async (page) => {
        await pasteList(page, `${'y'.repeat(201)}\n${'A sentence that does not end. '.repeat(8)}`);
        await page.keyboard.press('Enter');
      },
      shows: failure('Task title must be less than 200 characters'),
    },
    {
      name: 'dashboard/search',
      act: (page) => searchFor(page, 're'),
      shows: (page) => page.getByRole('status').getByText('5 tasks found'),
    },
    {
      name: 'dashboard/search-nothing',
      act: (page) => searchFor(page, 'quokka'),
      shows: text('Nothing found. Try fewer or other words.'),
    },
    {
      name: 'dashboard/search-failed',
      act: async (page) => {
        await breakRequests(page, { address: '**/rest/v1/rpc/search_tasks' }, dropped);
        await searchFor(page, '3 dec');
      },
      shows: text('Failed to search tasks'),
    },
    {
      name: 'dashboard/title-conflict',
      act: async (page) => {
        // The answer if the title has changed elsewhere: no row.
        await breakRequests(page, { address: '**/rest/v1/tasks*', methods: ['PATCH'] }, (route) =>
          route.fulfill({ json: [] }),
        );
        await pressOn('Edit title')(page);
        await page.getByRole('textbox', { name: 'Task title' }).fill(`Call the dentist ${'z'.repeat(120)}`);
        await page.keyboard.press('Enter');
        await expect(page.getByRole('button', { name: 'Keep theirs' })).toBeVisible();
        await closeNotices(page);
      },
      shows: (page) => page.getByRole('button', { name: 'Keep theirs' }),
    },
    { name: 'dashboard/offline', act: goOffline },
  ],
};

export const plannersWeek: Group = {
  visitor: 'planner',
  stories: [
    week,
    weekWithList,
    weekWithRefusedList,
    pageOf('dashboard/busy-row', '/dashboard', GREETING, {
      act: async (page) => {
        await hold(page, REQUESTS.changeTasks);
        await pressOn('Star task')(page);
      },
      shows: busy,
    }),
    pageOf('dashboard/loading', '/dashboard', /your week space looks great!$/, {
      before: breaks('readTasks', neverAnswered),
      shows: (page) => dayCard(page, TODAY).and(page.locator('[aria-busy="true"]')),
    }),
    pageOf('dashboard/failed', '/dashboard', GREETING, {
      before: breaks('readTasks', dropped),
      act: (page) => expect(page.getByRole('main').getByText('Failed to load tasks')).toBeVisible(),
      shows: failure('Failed to load tasks'),
    }),
  ],
};

const TABLE = [
  'TYPE,CONTENT,PRIORITY,DATE',
  'task,🌱 Repot the basil,1,2026-11-20',
  'task,Water the ferns,4,every monday at 9am',
  'task,Someday,4,',
  'task,Putzen,4,jeden Freitag',
].join('\n');

async function chooseFile(page: Page, words: string): Promise<void> {
  const file = { name: 'Garden.csv', mimeType: 'text/csv', buffer: Buffer.from(words) };
  await page.getByLabel('File to import').setInputFiles(file);
  await expect(page.getByRole('dialog', { name: 'Import tasks' })).not.toContainText('Reading the file…');
}

const openDeletion = (page: Page) => page.getByRole('button', { name: 'Delete account…' }).click();

const settings: Story = {
  path: '/settings',
  heading: 'Settings',
  states: [
    {
      name: 'settings/normal',
      shows: (page) => page.getByRole('region', { name: 'Your profile' }).getByText('Mei Lin'),
    },
    {
      name: 'settings/typing',
      act: async (page) => {
        await newPassword(page).fill('Passwor');
        await page.getByRole('button', { name: 'Show password' }).first().click();
      },
      shows: (page) => page.getByRole('listitem').filter({ hasText: 'Done: A lowercase letter' }),
    },
    {
      name: 'settings/refused',
      act: async (page) => {
        await saveName(page, '<Mei>');
        await changePassword(page, 'short');
      },
      shows: (page) => page.getByRole('alert'),
    },
    {
      name: 'settings/saved',
      act: (page) => saveName(page, 'Mei Lin'),
      shows: (page) => successNotice(page, 'Profile updated successfully!'),
    },
    { name: 'settings/deletion', act: openDeletion, shows: dialog() },
    {
      name: 'settings/deletion-refused',
      act: async (page) => {
        await openDeletion(page);
        await page.keyboard.type('DELETE');
        await page.keyboard.press('Enter');
      },
      shows: text('This is not the email address of your account'),
    },
    {
      name: 'settings/deletion-failed',
      act: async (page) => {
        await breaks('deleteAccount', dropped)(page);
        await openDeletion(page);
        await page.keyboard.type((await page.getByRole('dialog').getByRole('strong').textContent()) ?? '');
        await page.keyboard.press('Enter');
      },
      shows: dialogAlert,
    },
    {
      name: 'settings/import',
      act: (page) => chooseFile(page, TABLE),
      shows: text('2 tasks to add from Todoist.'),
    },
    { name: 'settings/import-refused', act: (page) => chooseFile(page, 'Dear Ann,'), shows: dialogAlert },
    {
      name: 'settings/import-stopped',
      act: async (page) => {
        await breaks('changeTasks', dropped)(page);
        await chooseFile(page, TABLE);
        await page.getByRole('button', { name: 'Import 2 tasks' }).click();
      },
      shows: dialogAlert,
    },
    {
      name: 'settings/offline',
      act: async (page) => {
        await breaks('changeProfile', dropped)(page);
        await goOffline(page);
        await saveName(page, 'Mei');
      },
      shows: failure('Failed to update profile. Please try again. You are offline.'),
    },
  ],
};

export const planner: Group = {
  visitor: 'planner',
  stories: [
    pageOf('landing/signed-in', '/', 'Tap into a Better Space', {
      shows: (page) => page.getByRole('link', { name: 'Take Me to My Calendar' }).first(),
    }),
    settings,
    pageOf('settings/loading', '/settings', 'Settings', {
      before: breaks('readProfile', neverAnswered),
      shows: (page) =>
        page.getByRole('region', { name: 'Profile Information' }).and(page.locator('[aria-busy="true"]')),
    }),
    pageOf('settings/failed', '/settings', 'Settings', {
      before: breaks('readProfile', dropped),
      act: (page) => expect(page.getByRole('main').getByText('Failed to load profile')).toBeVisible(),
      shows: failure('Failed to load profile'),
    }),
    pageOf('settings/busy', '/settings', 'Settings', {
      before: breaks('readTasks', neverAnswered),
      act: (page) => page.getByRole('button', { name: 'Download everything' }).click(),
      shows: (page) => page.getByRole('button', { name: 'Collecting…' }),
    }),
    pageOf('retro-landing/signed-in', '/retro', 'Your week is the game', {
      shows: (page) => page.getByRole('link', { name: '[ CONTINUE GAME ]' }),
    }),
    {
      path: '/retro/dashboard',
      heading: 'Your week',
      states: [
        { name: 'retro-week/normal', shows: lastQuest },
        { name: 'retro-week/offline', act: goOffline },
      ],
    },
    pageOf('retro-week/loading', '/retro/dashboard', 'Your week', {
      before: breaks('readTasks', neverAnswered),
      shows: (page) =>
        page.getByRole('region', { name: 'Week', exact: true }).and(page.locator('[aria-busy="true"]')),
    }),
    pageOf('retro-week/failed', '/retro/dashboard', 'Your week', {
      before: breaks('readTasks', dropped),
      shows: (page) => page.getByRole('main').getByText('Failed to load tasks'),
    }),
  ],
};

export const newcomer: Group = {
  visitor: 'newcomer',
  stories: [
    pageOf('dashboard/empty', '/dashboard', 'Hi there, your week space looks great!', {
      shows: (page) => page.getByText('Nothing planned yet').nth(6),
    }),
    pageOf('settings/newcomer', '/settings', 'Settings', { shows: text('No name yet') }),
    pageOf('retro-week/empty', '/retro/dashboard', 'Your week', { shows: text('No quests this week.') }),
  ],
};

export const busyPlanner: Group = {
  visitor: 'busy planner',
  stories: [
    {
      ...week,
      states: [
        { name: 'dashboard/heavy', shows: lastTask },
        {
          name: 'dashboard/unfolded-day',
          act: unfoldWeek,
          shows: (page) => taskRow(page, 'Errand 29'),
        },
      ],
    },
    pageOf('retro-week/heavy', '/retro/dashboard', 'Your week', { shows: lastQuest }),
  ],
};
