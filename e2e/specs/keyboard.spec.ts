import type { Locator, Page } from '@playwright/test';
import { dayAfter, mondayOf } from '../support/calendar.ts';
import { dayCard, plantTasks, taskRow } from '../support/planner.ts';
import { today } from '../support/tasks.ts';
import { expect, test } from '../support/test.ts';

const monday = mondayOf(today());
const tuesday = dayAfter(monday);

const rows = (page: Page, day = monday) => dayCard(page, day).getByRole('listitem');
const button = (page: Page, title: string, name: string) =>
  taskRow(page, title).getByRole('button', { name, exact: true });
const addTask = (page: Page, day = monday) => dayCard(page, day).getByRole('button', { name: 'Add task' });

/** Presses Tab or another key until the control has the focus, as a person does who sees only the ring. */
async function tabTo(control: Locator, key: 'Tab' | 'Shift+Tab' | 'ArrowDown' = 'Tab'): Promise<void> {
  const { keyboard } = control.page();
  for (let presses = 0; presses < 80; presses += 1) {
    await keyboard.press(key);
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(control, `reached by ${key}`).toBeFocused();
}

/** Presses keys one after the other. */
async function keys(page: Page, ...pressed: readonly string[]): Promise<void> {
  for (const key of pressed) await page.keyboard.press(key);
}

test('a task is added, ticked, starred, pinned, given an emoji, renamed, moved, deleted: with the keyboard alone', async ({
  signedInPage: page,
  account,
}) => {
  test.setTimeout(150_000);
  await page.goto('/dashboard');
  await expect(page.getByText('Nothing planned yet')).toHaveCount(7);

  await tabTo(addTask(page));
  for (const title of ['Water the plants', 'Buy milk', 'Read a book']) {
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'New task' })).toBeFocused();
    await page.keyboard.type(title);
    await page.keyboard.press('Enter');
    await expect(addTask(page)).toBeFocused();
  }
  await page.keyboard.press('Space');
  await page.keyboard.type('Buy bread');
  const cart = page.getByRole('button', { name: 'Cart', exact: true });
  await tabTo(cart);
  await page.keyboard.press('Space');
  await expect(cart).toHaveAttribute('aria-pressed', 'true');
  await tabTo(page.getByRole('button', { name: 'Add', exact: true }));
  await page.keyboard.press('Enter');
  await expect(addTask(page)).toBeFocused();
  await expect(rows(page)).toHaveText(['Water the plants', 'Buy milk', 'Read a book', 'Buy bread🛒']);

  const book = page.getByRole('checkbox', { name: 'Read a book' });
  await tabTo(book, 'Shift+Tab');
  await page.keyboard.press('Space');
  await expect(book).toBeChecked();
  await expect(book).toBeFocused();
  await tabTo(button(page, 'Read a book', 'Star task'));
  await page.keyboard.press('Enter');
  await expect(rows(page).first()).toHaveText('Read a book');
  await expect(button(page, 'Read a book', 'Unstar task')).toBeFocused();
  await tabTo(button(page, 'Read a book', 'Pin task'));
  await page.keyboard.press('Space');
  await expect(button(page, 'Read a book', 'Unpin task')).toBeFocused();

  await tabTo(button(page, 'Water the plants', 'Give emoji'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Star', exact: true })).toBeFocused();
  await tabTo(page.getByRole('button', { name: 'Coffee', exact: true }));
  await page.keyboard.press('Enter');
  await expect(button(page, 'Water the plants', 'Change emoji')).toBeFocused();

  await tabTo(button(page, 'Water the plants', 'Edit title'));
  await page.keyboard.press('Enter');
  await keys(page, 'Control+a');
  await page.keyboard.type('Water the herbs');
  await page.keyboard.press('Enter');
  await expect(button(page, 'Water the herbs', 'Edit title')).toBeFocused();
  await expect(rows(page)).toHaveText(['Read a book', 'Water the herbs☕', 'Buy milk', 'Buy bread🛒']);

  // What leaves moves its focus to the same button of the next row, else of the previous one, else to 'Add task'.
  await tabTo(button(page, 'Water the herbs', 'Move to next day'));
  await page.keyboard.press('Enter');
  await expect(button(page, 'Buy milk', 'Move to next day')).toBeFocused();
  await expect(rows(page, tuesday)).toHaveText(['Water the herbs☕']);
  await tabTo(button(page, 'Buy bread', 'Move to'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  const target = page.getByRole('menuitem', { name: tuesday === today() ? 'Today' : /^Tuesday, / });
  await tabTo(target, 'ArrowDown');
  await page.keyboard.press('Enter');
  await expect(rows(page, tuesday)).toHaveText(['Water the herbs☕', 'Buy bread🛒']);
  await expect(button(page, 'Buy milk', 'Move to')).toBeFocused();

  await tabTo(button(page, 'Read a book', 'Delete task'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(button(page, 'Buy milk', 'Delete task')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(rows(page)).toHaveCount(0);
  await expect(addTask(page)).toBeFocused();

  const { data } = await account.client.from('tasks').select('title, task_date, emoji').order('created_at');
  expect(data).toEqual([
    { title: 'Water the herbs', task_date: tuesday, emoji: '☕' },
    { title: 'Buy bread', task_date: tuesday, emoji: '🛒' },
  ]);
});

test('the skip link leads past the header; a change of page says so: the focus is on its heading and the title is its own', async ({
  signedInPage: page,
}) => {
  const heading = page.getByRole('heading', { level: 1 });
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
  await expect(page).toHaveTitle('Better Space — Dashboard');
  await tabTo(page.getByRole('button', { name: 'Account' }), 'Shift+Tab');
  await keys(page, 'Enter', 'Enter');
  await expect(heading).toHaveText('Settings');
  await expect(heading).toBeFocused();
  await expect(page).toHaveTitle('Better Space — Settings');
  await tabTo(page.getByRole('link', { name: 'Back to Dashboard' }));
  await page.keyboard.press('Enter');
  await expect(heading).toHaveText('Hi there, your week space looks great!');
  await expect(heading).toBeFocused();
  await expect(page).toHaveTitle('Better Space — Dashboard');
  await tabTo(page.getByRole('link', { name: 'Home', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  await expect(heading).toBeFocused();
  await expect(page).not.toHaveTitle('Better Space — Dashboard');
  await page.goBack();
  await expect(heading).toBeFocused();
  await expect(page).toHaveTitle('Better Space — Dashboard');
});

test('a notice waits for the keyboard, and gives the focus back when it leaves', async ({
  signedInPage: page,
  account,
}) => {
  await plantTasks(account, [
    { title: 'Water the plants', task_date: monday },
    { title: 'Buy milk', task_date: monday },
  ]);
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
  // The bar that counts its time stands still, and nothing else moves.
  await expect.poll(timers).toContain('paused');
  await expect.poll(timers).not.toContain('running');

  await page.keyboard.press('Enter');
  await expect(taskRow(page, 'Water the plants')).toBeVisible();
  await expect(next).toBeFocused();
});
