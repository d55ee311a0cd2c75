import type { Page } from '@playwright/test';
import { tabTo } from '../support/focus.ts';
import { dayCard, monday, insertTask, taskRow, tuesday } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

const rows = (page: Page, day = monday) => dayCard(page, day).getByRole('listitem');
const button = (page: Page, title: string, name: string) =>
  taskRow(page, title).getByRole('button', { name, exact: true });
const addTask = (page: Page, day = monday) => dayCard(page, day).getByRole('button', { name: 'Add task' });

async function pressKeys(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

// Every key, emoji, menus and every way to close an editor are tested in keyboard.test.tsx, TaskRow.test.tsx,
// Composer.test.tsx and Goals.test.tsx of the planner.
test('a day can be planned with the keyboard alone: Tab to its list, then arrow keys and letters', async ({
  member: page,
  account,
}) => {
  await page.goto('/dashboard');
  await expect(page.getByText('Nothing planned yet')).toHaveCount(7);
  await tabTo(addTask(page));
  await page.keyboard.press('Space');
  const field = page.getByRole('textbox', { name: 'New task' });
  await expect(field).toBeFocused();
  for (const title of ['Water the plants', 'Buy milk']) {
    await page.keyboard.type(title);
    await page.keyboard.press('Enter');
  }
  await page.keyboard.type('Read a book');
  await tabTo(page.getByRole('button', { name: 'Cart', exact: true }));
  await page.keyboard.press('Space');
  await tabTo(page.getByRole('button', { name: 'Add', exact: true }));
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(addTask(page)).toBeFocused();
  await expect(rows(page)).toHaveText(['Water the plants', 'Buy milk', 'Read a book🛒']);

  const box = (name: string) => page.getByRole('checkbox', { name });
  await page.keyboard.press('ArrowUp');
  await expect(box('Read a book')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(box('Read a book')).toBeChecked();
  await page.keyboard.press('s');
  await expect(button(page, 'Read a book', 'Unstar task')).toBeAttached();
  await expect(rows(page).first()).toHaveText('Read a book🛒');
  await expect(box('Read a book')).toBeFocused();
  // The same with the button, which Tab reaches.
  await tabTo(button(page, 'Read a book', 'Pin task'));
  await page.keyboard.press('Enter');
  await expect(button(page, 'Read a book', 'Unpin task')).toBeFocused();
  await pressKeys(page, 'ArrowDown', 'e', 'Control+a');
  await page.keyboard.type('Water the herbs');
  await page.keyboard.press('Enter');
  await expect(rows(page).nth(1)).toHaveText('Water the herbs');

  // When a row leaves, the focus moves to the same control of the next row, else of the previous one, else to 'Add task'.
  await pressKeys(page, 'Home', 'ArrowDown', '>');
  await expect(box('Buy milk')).toBeFocused();
  await expect(rows(page, tuesday)).toHaveText(['Water the herbs']);
  await pressKeys(page, 'Home', 'Delete');
  await expect(box('Buy milk')).toBeFocused();
  await expect(rows(page)).toHaveCount(1);
  await pressKeys(page, 'm', 't');
  await page.keyboard.press('Escape');
  await expect(box('Buy milk')).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(rows(page)).toHaveCount(0);
  await expect(addTask(page)).toBeFocused();
  const { data } = await account.client.from('tasks').select('title, task_date');
  expect(data).toEqual([{ title: 'Water the herbs', task_date: tuesday }]);

  await page.keyboard.press('ArrowRight');
  await expect(box('Water the herbs')).toBeFocused();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(box('Water the herbs')).toBeFocused();
});

test('keyboard-shortcuts: one switch in the settings is for all single keys, also where one was off before', async ({
  member: page,
  account,
}) => {
  await insertTask(account, 'Water the plants', monday);
  await page.goto('/settings');
  await page.evaluate(() => localStorage.setItem('better-space-shortcuts-off', 'star'));
  await page.goto('/dashboard');
  const row = taskRow(page, 'Water the plants');
  await row.getByRole('checkbox').focus();
  await pressKeys(page, 'p', '?', 'ArrowDown');
  await expect(addTask(page)).toBeFocused();
  await expect(row.getByRole('button', { name: 'Pin task' })).toBeAttached();
  await page.goto('/settings');
  const box = page.getByRole('checkbox', { name: 'Single-key shortcuts' });
  await expect(box).not.toBeChecked();
  await box.check();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await row.getByRole('checkbox').focus();
  await pressKeys(page, 'p');
  await expect(row.getByRole('button', { name: 'Unpin task' })).toBeAttached();
});

test('the skip link leads past the header, and a new page has the focus on its heading', async ({
  member: page,
}) => {
  const expectArrival = async (title: string, words: string) => {
    await expect(page).toHaveTitle(`Better Space — ${title}`);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(words);
    await expect(heading).toBeFocused();
  };
  await page.goto('/dashboard');
  await expect(addTask(page)).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page).toHaveURL('/dashboard');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Previous week' })).toBeFocused();
  await tabTo(page.getByRole('button', { name: 'Account' }), 'Shift+Tab');
  await pressKeys(page, 'Enter', 'Enter');
  await expectArrival('Settings', 'Settings');
  await tabTo(page.getByRole('link', { name: 'Back to Dashboard' }));
  await page.keyboard.press('Enter');
  await expectArrival('Dashboard', 'Hi there, your week space looks great!');
  await tabTo(page.getByRole('link', { name: 'Home', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expectArrival('The simplest way to organize your week', 'Tap into a Better Space');
  await page.goBack();
  await expectArrival('Dashboard', 'Hi there, your week space looks great!');
});

test('a notice stays while it has the keyboard focus, and returns the focus', async ({
  member: page,
  account,
}) => {
  for (const title of ['Water the plants', 'Buy milk']) await insertTask(account, title, monday);
  await page.goto('/dashboard');
  await button(page, 'Water the plants', 'Delete task').press('Enter');
  const notice = page.getByRole('status').filter({ hasText: 'Task deleted' });
  await expect(notice).toBeVisible();
  const next = button(page, 'Buy milk', 'Delete task');
  await expect(next).toBeFocused();

  await page.keyboard.press('Alt+t');
  await tabTo(notice.getByRole('button', { name: 'Undo' }));
  const timers = () =>
    notice.evaluate((element) => element.getAnimations({ subtree: true }).map(({ playState }) => playState));
  // The bar that shows the remaining time is paused, and nothing else is animated.
  await expect.poll(timers).toContain('paused');
  await expect.poll(timers).not.toContain('running');

  await page.keyboard.press('Enter');
  await expect(taskRow(page, 'Water the plants')).toBeVisible();
  await expect(next).toBeFocused();
});
