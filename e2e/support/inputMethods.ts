import { expect, type BrowserContextOptions, type Locator, type Page } from '@playwright/test';
import { tabTo } from './focus.ts';
import { dayHeading, shortDate, weekdayName } from './calendar.ts';
import { composerField, dayCard, dayCards, taskRow } from './planner.ts';

// What a person does in their week, by mouse, by keyboard alone, or by touch.

type Action = 'Star task' | 'Pin task' | 'Move to next day' | 'Delete task';

export interface InputMethod {
  name: string;
  device: BrowserContextOptions;
  /** Activates a control of the page. */
  press: (control: Locator) => Promise<void>;
  openSearch: (page: Page) => Promise<void>;
  openComposer: (page: Page, day: string) => Promise<void>;
  tick: (page: Page, title: string) => Promise<void>;
  act: (page: Page, title: string, action: Action) => Promise<void>;
  moveTo: (page: Page, title: string, day: string) => Promise<void>;
  /** Undoes the change that the notice reports. */
  undo: (page: Page) => Promise<void>;
}

const searchField = (page: Page) => page.getByRole('combobox', { name: 'Search tasks, days and pages' });
const searchButton = (page: Page) => page.getByRole('button', { name: /^Search/ });
const addTask = (page: Page, day: string) => dayCard(page, day).getByRole('button', { name: 'Add task' });
const checkbox = (page: Page, title: string) => taskRow(page, title).getByRole('checkbox');
const undoButton = (page: Page) =>
  page
    .getByRole('status')
    .filter({ hasText: /Task deleted|tasks moved/ })
    .getByRole('button', { name: 'Undo' });

export const MOUSE: InputMethod = {
  name: 'by mouse',
  device: { viewport: { width: 1280, height: 900 } },
  press: (control) => control.click(),
  openSearch: (page) => searchButton(page).click(),
  openComposer: (page, day) => addTask(page, day).click(),
  tick: (page, title) => checkbox(page, title).click(),
  async act(page, title, action) {
    const row = taskRow(page, title);
    await row.hover();
    await row.getByRole('button', { name: action, exact: true }).click();
  },
  moveTo: (page, title, day) =>
    taskRow(page, title).getByRole('checkbox').dragTo(dayCard(page, day).getByRole('heading')),
  undo: (page) => undoButton(page).click(),
};

const press = (page: Page, key: string) => page.keyboard.press(key);

/** The keys of the actions. */
const LETTERS: Readonly<Record<Action, string>> = {
  'Star task': 's',
  'Pin task': 'p',
  'Move to next day': '>',
  'Delete task': 'Delete',
};

async function goToDay(page: Page, day: string): Promise<void> {
  await find(KEYBOARD, page, day, weekdayName(day));
  await expect(page.getByRole('heading', { name: dayHeading(day), exact: true })).toBeFocused();
}

/** Goes to a visible task: to its day, into the list, down to its row. */
async function goToTask(page: Page, title: string): Promise<void> {
  const card = dayCards(page).filter({ has: checkbox(page, title) });
  await goToDay(page, (await card.getByRole('time').getAttribute('datetime')) ?? '');
  await press(page, 'Tab');
  await press(page, 'Home');
  await tabTo(checkbox(page, title), 'ArrowDown');
}

export const KEYBOARD: InputMethod = {
  name: 'by keyboard alone',
  device: MOUSE.device,
  async press(control) {
    await tabTo(control);
    await press(control.page(), 'Enter');
  },
  openSearch: (page) => press(page, 'Control+k'),
  async openComposer(page, day) {
    await goToDay(page, day);
    // If an editor has just closed, letters wait for 700 ms of silence, or for such a key.
    await press(page, 'ArrowUp');
    await press(page, 'n');
  },
  async tick(page, title) {
    await goToTask(page, title);
    await press(page, 'Space');
  },
  async act(page, title, action) {
    await goToTask(page, title);
    await press(page, LETTERS[action]);
  },
  async moveTo(page, title, day) {
    await goToTask(page, title);
    await press(page, 'm');
    await tabTo(page.getByRole('menuitem', { name: weekdayName(day) }), 'ArrowDown');
    await press(page, 'Enter');
  },
  async undo(page) {
    await press(page, 'Alt+t');
    await tabTo(undoButton(page));
    await press(page, 'Enter');
  },
};

async function openSheet(page: Page, title: string): Promise<Locator> {
  await taskRow(page, title).getByRole('button', { name: 'More' }).tap();
  return page.getByRole('dialog', { name: title });
}

export const TOUCH: InputMethod = {
  name: 'by touch at 390 px',
  device: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  press: (control) => control.tap(),
  openSearch: (page) => searchButton(page).tap(),
  openComposer: (page, day) => addTask(page, day).tap(),
  tick: (page, title) => checkbox(page, title).tap(),
  async act(page, title, action) {
    const sheet = await openSheet(page, title);
    await sheet.getByRole('button', { name: action, exact: true }).tap();
  },
  async moveTo(page, title, day) {
    const sheet = await openSheet(page, title);
    await sheet.getByRole('button', { name: 'Move to', exact: true }).tap();
    await sheet.getByRole('button', { name: `${weekdayName(day)}, ${shortDate(day)}` }).tap();
  },
  undo: (page) => undoButton(page).tap(),
};

/** Searches for words and opens the first result. */
export async function find(method: InputMethod, page: Page, words: string, found: string): Promise<void> {
  await method.openSearch(page);
  await expect(searchField(page)).toBeFocused();
  await page.keyboard.insertText(words);
  const first = page.getByRole('option').first();
  await expect(first).toContainText(found);
  if (method === KEYBOARD) await press(page, 'Enter');
  else await method.press(first);
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Types a task into the composer of a day without submitting it. */
export async function type(method: InputMethod, page: Page, day: string, title: string): Promise<void> {
  await method.openComposer(page, day);
  await expect(composerField(page)).toBeFocused();
  await page.keyboard.insertText(title);
}

/** Closes the composer, which has stayed open for the next task. */
async function closeComposer(method: InputMethod, page: Page): Promise<void> {
  await expect(composerField(page)).toBeFocused();
  await expect(composerField(page)).toHaveValue('');
  if (method === KEYBOARD) await press(page, 'Escape');
  else await method.press(page.getByRole('button', { name: 'Cancel', exact: true }));
  await expect(composerField(page)).toHaveCount(0);
}

/** Submits the composer and closes it. */
export async function send(method: InputMethod, page: Page): Promise<void> {
  if (method === KEYBOARD) await press(page, 'Enter');
  else await method.press(page.getByRole('button', { name: 'Add', exact: true }));
  await closeComposer(method, page);
}

export async function add(method: InputMethod, page: Page, day: string, title: string): Promise<void> {
  await type(method, page, day, title);
  await send(method, page);
  await expect(dayCard(page, day).getByText(title, { exact: true })).toBeVisible();
}

/** Pastes lines into a day's composer and waits until they are added. `count`: how many tasks the lines make. */
export async function paste(
  method: InputMethod,
  page: Page,
  day: string,
  lines: readonly string[],
  count = lines.length,
): Promise<void> {
  await method.openComposer(page, day);
  await expect(composerField(page)).toBeFocused();
  await page.evaluate((text) => navigator.clipboard.writeText(text), lines.join('\n'));
  await press(page, 'Control+v');
  const button = page.getByRole('button', { name: `Add ${count} tasks` });
  await expect(button).toBeVisible();
  if (method === KEYBOARD) await press(page, 'Enter');
  else await method.press(button);
  await expect(page.getByRole('status').getByText(`${count} tasks added!`, { exact: true })).toBeVisible();
  await closeComposer(method, page);
  await expect(addTask(page, day)).toBeFocused();
}
