import { expect, type Page } from '@playwright/test';
import { goOffline } from './open.ts';
import { REQUESTS, answered500, breakRequests, dropped, hold, neverAnswered } from '../support/network.ts';
import { closeNotices, failureNotice, successNotice } from '../support/notices.ts';
import { addTask, dayCard, openComposer, taskRow, unfoldWeek } from '../support/planner.ts';
import { FAILED_REQUEST, type State } from './state.ts';
import { LAST_ERRAND, TODAY } from './weeks.ts';

const GREETING = 'Hi Mei Lin, your week space looks great!';
const DENTIST = 'Call the dentist and confirm the new time';

/** The week is loaded: its last task is visible. */
const weekIsLoaded = (page: Page) => expect(taskRow(page, 'Look back at the week').first()).toBeVisible();

const pressOn = (name: string) => (page: Page) =>
  taskRow(page, DENTIST).getByRole('button', { name, exact: true }).click();

async function pasteList(page: Page, text: string): Promise<void> {
  const field = await openComposer(page, TODAY);
  await field.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

async function searchFor(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('combobox').fill(text);
}

const tooLongNotice = (page: Page) =>
  expect(failureNotice(page, 'Task title must be less than 200 characters')).toBeVisible();

const planner = { visitor: 'planner', path: '/dashboard', heading: GREETING } satisfies Partial<State>;

const next = { ...planner, follows: true } satisfies Partial<State>;

export const dashboardStates: readonly State[] = [
  { ...planner, name: 'dashboard/normal', verify: weekIsLoaded },
  {
    ...next,
    name: 'dashboard/hovered',
    // Lasts only while the row stays under the mouse.
    act: (page) => taskRow(page, DENTIST).hover(),
  },
  {
    ...next,
    name: 'dashboard/focused',
    act: async (page) => {
      await page.mouse.move(0, 0);
      await taskRow(page, DENTIST).getByRole('checkbox').focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Tab');
    },
    verify: (page) =>
      expect(taskRow(page, 'Gym: legs and core').getByRole('button', { name: 'Change emoji' })).toBeFocused(),
  },
  {
    ...next,
    name: 'dashboard/sheet',
    // What a long press on the row does: these pages have a mouse.
    act: (page) =>
      taskRow(page, DENTIST)
        .getByRole('button', { name: 'More', includeHidden: true })
        .dispatchEvent('click'),
    verify: (page) => expect(page.getByRole('dialog', { name: DENTIST })).toBeVisible(),
  },
  {
    ...next,
    name: 'dashboard/shortcuts',
    act: (page) => page.keyboard.press('?'),
    verify: (page) => expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible(),
  },
  {
    ...next,
    name: 'dashboard/emoji-picker',
    act: pressOn('Change emoji'),
    verify: (page) => expect(page.getByRole('group', { name: 'Choose an emoji' })).toBeVisible(),
  },
  {
    ...next,
    name: 'dashboard/account-menu',
    act: (page) => page.getByRole('button', { name: 'Account' }).click(),
    verify: (page) => expect(page.getByRole('menuitem', { name: 'Settings' })).toBeFocused(),
  },
  {
    ...next,
    name: 'dashboard/move-menu',
    act: pressOn('Move to'),
    verify: (page) => expect(page.getByRole('menu', { name: 'Move to' })).toBeVisible(),
  },
  {
    ...next,
    name: 'dashboard/move-to-date',
    act: async (page) => {
      await pressOn('Move to')(page);
      await page.getByRole('menuitem', { name: 'Another day…' }).click();
      await page.getByLabel('Day', { exact: true }).fill('');
      await page.keyboard.press('Enter');
    },
    verify: (page) => expect(page.getByText('Task date is required')).toBeVisible(),
  },
  {
    ...next,
    name: 'dashboard/renaming',
    act: pressOn('Edit title'),
    verify: (page) => expect(page.getByRole('textbox', { name: 'Task title' })).toBeFocused(),
  },
  {
    ...next,
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
    verify: (page) => expect(page.getByRole('textbox', { name: 'Card title' })).toBeFocused(),
  },
  {
    ...next,
    name: 'dashboard/notices',
    allowedConsole: FAILED_REQUEST,
    act: async (page) => {
      await breakRequests(page, { address: '**/rest/v1/tasks*', methods: ['PATCH'] }, answered500);
      await taskRow(page, 'Gym: legs and core').getByRole('button', { name: 'Delete task' }).click();
      await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
      await addTask(page, TODAY, 'Water the plants');
      await expect(successNotice(page, 'Task added!')).toBeVisible();
      await taskRow(page, DENTIST).getByRole('button', { name: 'Star task' }).click();
      await expect(failureNotice(page, 'Failed to update task')).toBeVisible();
    },
    verify: (page) => expect(failureNotice(page, 'Failed to update task')).toBeVisible(),
  },
  {
    ...next,
    name: 'dashboard/composer',
    act: async (page) => (await openComposer(page, TODAY)).fill('Buy flowers for Ana'),
    verify: (page) => expect(page.getByRole('textbox', { name: 'New task' })).toBeFocused(),
  },
  {
    ...next,
    name: 'dashboard/composer-refused',
    act: async (page) => {
      const field = await openComposer(page, TODAY);
      await page.getByRole('button', { name: 'Party' }).click();
      await field.fill('y'.repeat(201));
      await field.press('Enter');
    },
    verify: tooLongNotice,
  },
  {
    ...planner,
    name: 'dashboard/list',
    act: async (page) => pasteList(page, '- Milk\n- [x] Bread\n🧀 Cheese\n1. Apples\n2. Tea\nHoney'),
    verify: (page) => expect(page.getByRole('button', { name: 'Add 6 tasks' })).toBeVisible(),
  },
  {
    // Escape turns a list into one line, so the next state starts on a new page.
    ...planner,
    name: 'dashboard/list-refused',
    act: async (page) => {
      await pasteList(page, `${'y'.repeat(201)}\n${'A sentence that does not end. '.repeat(8)}`);
      await page.keyboard.press('Enter');
    },
    verify: tooLongNotice,
  },
  {
    ...planner,
    name: 'dashboard/search',
    act: (page) => searchFor(page, 're'),
    verify: (page) => expect(page.getByRole('status').getByText('5 tasks found')).toBeVisible(),
  },
  {
    ...next,
    name: 'dashboard/search-nothing',
    act: (page) => searchFor(page, 'quokka'),
    verify: (page) => expect(page.getByText('Nothing found. Try fewer or other words.')).toBeVisible(),
  },
  {
    ...next,
    name: 'dashboard/search-failed',
    allowedConsole: FAILED_REQUEST,
    act: async (page) => {
      await breakRequests(page, { address: '**/rest/v1/rpc/search_tasks', methods: ['POST'] }, dropped);
      await searchFor(page, '3 dec');
    },
    verify: (page) => expect(page.getByText('Failed to search tasks')).toBeVisible(),
  },
  {
    ...next,
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
    verify: (page) => expect(page.getByRole('button', { name: 'Keep theirs' })).toBeVisible(),
  },
  { ...next, name: 'dashboard/offline', allowedConsole: FAILED_REQUEST, act: goOffline },
  {
    ...planner,
    name: 'dashboard/empty',
    visitor: 'newcomer',
    heading: 'Hi there, your week space looks great!',
    verify: (page) => expect(page.getByText('Nothing planned yet')).toHaveCount(7),
  },
  { ...planner, name: 'dashboard/heavy', visitor: 'busy planner', verify: weekIsLoaded },
  {
    ...next,
    name: 'dashboard/unfolded-day',
    visitor: 'busy planner',
    act: unfoldWeek,
    verify: (page) => expect(taskRow(page, LAST_ERRAND)).toBeVisible(),
  },
  {
    ...planner,
    name: 'dashboard/loading',
    heading: /your week space looks great!$/,
    isBrief: true,
    before: (page) => breakRequests(page, REQUESTS.readTasks, neverAnswered),
    verify: (page) => expect(dayCard(page, TODAY)).toHaveAttribute('aria-busy', 'true'),
  },
  {
    ...planner,
    name: 'dashboard/failed',
    allowedConsole: FAILED_REQUEST,
    before: (page) => breakRequests(page, REQUESTS.readTasks, dropped),
    act: (page) => expect(page.getByRole('main').getByText('Failed to load tasks')).toBeVisible(),
    verify: (page) => expect(failureNotice(page, 'Failed to load tasks')).toBeVisible(),
  },
  {
    ...planner,
    name: 'dashboard/busy-row',
    isBrief: true,
    act: async (page) => {
      await hold(page, REQUESTS.changeTasks);
      await taskRow(page, DENTIST).getByRole('button', { name: 'Star task' }).click();
    },
    verify: (page) => expect(taskRow(page, DENTIST)).toHaveAttribute('aria-busy', 'true'),
  },
];
