import type { Locator, Page } from '@playwright/test';
import { dayHeading, weekFrom, weekdayName } from '../support/calendar.ts';
import { tabTo } from '../support/focus.ts';
import { successNotice } from '../support/notices.ts';
import { dayCard, dayCards, openWeek, taskRow, titlesOf } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

// Two weeks of a person who uses the keyboard alone. By mouse: translated.spec.ts; by touch: phone.spec.ts; without a network:
// offline.spec.ts; beside another device: together.spec.ts. Every key and button: keyboard.test.tsx and TaskRow.test.tsx of the planner.

const [MONDAY = '', TUESDAY = '', , , , SATURDAY = ''] = weekFrom('2026-11-09');
const NEXT_MONDAY = '2026-11-16';

const SCRIPT = '<img src=x onerror=alert(1)>';
/** A title of the maximum length. */
const LONGEST = `${'Read the contract again, clause by clause. '.repeat(5).slice(0, 199)}!`;
const TYPED = ['Water the plants', SCRIPT, 'Call the dentist', LONGEST];
const ERRANDS = '- [x] Pay the rent\n- 🦷 Zähne beim Arzt\n\n1. Café für Ana\n• Wash the car';

const at = (day: string, time: string) => new Date(`${day}T${time}:00+08:00`);
const composerField = (page: Page) => page.getByRole('textbox', { name: 'New task' });
const checkbox = (page: Page, title: string) => page.getByRole('checkbox', { name: title, exact: true });

async function press(control: Locator): Promise<void> {
  await tabTo(control);
  await control.page().keyboard.press('Enter');
}

async function pressKeys(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Searches for words and opens the first result. */
async function find(page: Page, words: string, found: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search tasks, days and pages' })).toBeFocused();
  await page.keyboard.insertText(words);
  await expect(page.getByRole('option').first()).toContainText(found);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

async function goToDay(page: Page, day: string): Promise<void> {
  await find(page, day, weekdayName(day));
  await expect(page.getByRole('heading', { name: dayHeading(day), exact: true })).toBeFocused();
}

/** Goes to a visible task, to its day, into the list, down to its row, and presses keys there. */
async function onTask(page: Page, title: string, ...keys: readonly string[]): Promise<void> {
  const card = dayCards(page).filter({ has: checkbox(page, title) });
  await goToDay(page, (await card.getByRole('time').getAttribute('datetime')) ?? '');
  await pressKeys(page, 'Tab', 'Home');
  await tabTo(checkbox(page, title), 'ArrowDown');
  await pressKeys(page, ...keys);
}

/** Types a task into the composer of a day without submitting it. */
async function type(page: Page, day: string, title: string): Promise<void> {
  await goToDay(page, day);
  // If an editor has just closed, letters wait for 700 ms of silence, or for such a key.
  await pressKeys(page, 'ArrowUp', 'n');
  await expect(composerField(page)).toBeFocused();
  await page.keyboard.insertText(title);
}

/** Submits the composer, which stays open for the next task, and closes it. */
async function send(page: Page): Promise<void> {
  await page.keyboard.press('Enter');
  await expect(composerField(page)).toBeFocused();
  await expect(composerField(page)).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(composerField(page)).toHaveCount(0);
}

/** Presses Undo in the notice, which Alt and T focuses. */
async function undo(page: Page, notice: string): Promise<void> {
  const button = page.getByRole('status').filter({ hasText: notice }).getByRole('button', { name: 'Undo' });
  await expect(button).toBeVisible();
  await page.keyboard.press('Alt+t');
  await press(button);
}

test('keyboard-shortcuts, task-order, task-lists, edit-and-undo, leftovers, task-search: two weeks of a person, by keyboard alone', async ({
  member: page,
  context,
  account,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install({ time: at(MONDAY, '08:30') });
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => dialogs.push(dialog.message()));
  await page.goto('/dashboard');
  await expect(page.getByText('Nothing planned yet')).toHaveCount(7);

  await test.step('on Monday morning a few tasks are typed, and a list is pasted', async () => {
    for (const title of TYPED) {
      await type(page, MONDAY, title);
      await send(page);
      await expect(dayCard(page, MONDAY).getByText(title, { exact: true })).toBeVisible();
    }
    await type(page, MONDAY, '');
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), ERRANDS);
    await page.keyboard.press('Control+v');
    await expect(page.getByRole('button', { name: 'Add 4 tasks' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(successNotice(page, '4 tasks added!')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dayCard(page, MONDAY).getByRole('button', { name: 'Add task' })).toBeFocused();
    await expect(checkbox(page, 'Pay the rent')).toBeChecked();
  });

  await test.step('they are ticked, starred, pinned, moved, deleted and restored', async () => {
    const expectButton = (title: string, name: string) =>
      expect(taskRow(page, title).getByRole('button', { name, exact: true })).toBeAttached();
    await onTask(page, SCRIPT, 'Space');
    await expect(checkbox(page, SCRIPT)).toBeChecked();
    await onTask(page, 'Call the dentist', 's');
    await expectButton('Call the dentist', 'Unstar task');
    await onTask(page, LONGEST, 'p');
    await expectButton(LONGEST, 'Unpin task');
    await expect(dayCard(page, MONDAY).getByRole('listitem').first()).toContainText('Call the dentist');
    await onTask(page, 'Water the plants', '>');
    await expect(dayCard(page, TUESDAY).getByText('Water the plants')).toBeVisible();
    await onTask(page, 'Zähne beim Arzt', 'm');
    await tabTo(page.getByRole('menuitem', { name: weekdayName(SATURDAY) }), 'ArrowDown');
    await page.keyboard.press('Enter');
    await expect(dayCard(page, SATURDAY).getByText('Zähne beim Arzt')).toBeVisible();
    await onTask(page, 'Wash the car', 'Delete');
    await expect(checkbox(page, 'Wash the car')).toHaveCount(0);
    await undo(page, 'Task deleted');
    await expect(checkbox(page, 'Wash the car')).toBeVisible();
  });

  await test.step('next Monday shows what was left undone, and all of it is moved, taken back, and moved', async () => {
    const line = dayCard(page, NEXT_MONDAY).getByRole('group', { name: 'Left undone' });
    const move = line.getByRole('button', { name: 'Move to today' });
    await page.clock.setSystemTime(at(NEXT_MONDAY, '09:00'));
    await openWeek(page);
    await expect(line).toContainText('6 from last week');
    await press(line.getByRole('button', { name: 'Look' }));
    await expect(checkbox(page, 'Call the dentist')).toBeFocused();
    await find(page, 'zahne arzt', 'Zähne beim Arzt');
    await expect(checkbox(page, 'Zähne beim Arzt')).toBeFocused();
    await expect(checkbox(page, 'Zähne beim Arzt')).toBeInViewport();
    await find(page, 'today', 'Monday');
    await press(move);
    await expect(successNotice(page, '6 tasks moved')).toBeVisible();
    await expect(line).toHaveCount(0);
    await undo(page, 'tasks moved');
    await expect(line).toContainText('6 from last week');
    await press(move);
    await expect(line).toHaveCount(0);
  });

  await test.step('every task is where it belongs, once, after a reload and in retro mode', async () => {
    const ordered = ['Call the dentist', LONGEST, 'Water the plants', 'Zähne beim Arzt', 'Café für Ana'];
    const left = [...ordered, 'Wash the car'];
    await page.reload();
    await expect(dayCard(page, NEXT_MONDAY).getByText('0 of 6 done')).toBeVisible();
    await expect(dayCard(page, NEXT_MONDAY).getByRole('listitem')).toContainText(left);
    await page.goto('/retro/dashboard');
    await expect(page.getByRole('region', { name: 'Monday 16' }).getByRole('listitem')).toContainText(left);
    expect((await titlesOf(account)).toSorted()).toEqual([...left, SCRIPT, 'Pay the rent'].toSorted());
    expect(dialogs).toEqual([]);
  });
});
