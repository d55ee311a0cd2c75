import type { Locator, Page } from '@playwright/test';
import { neverExpiring } from '../support/accounts.ts';
import { dayAfter, dayHeading, weekFrom, weekdayName } from '../support/calendar.ts';
import { tabTo } from '../support/focus.ts';
import { failureNotice, successNotice } from '../support/notices.ts';
import { composerField, dayCard, dayCards, taskRow, titlesOf, waitingRows } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

// Two weeks of a person who uses a laptop by keyboard alone, and a phone: fifty tasks, one day without a network.

const WEEK = weekFrom('2026-11-09');
const [MONDAY = '', TUESDAY = '', WEDNESDAY = '', THURSDAY = '', , SATURDAY = ''] = WEEK;
const NEXT_MONDAY = dayAfter(MONDAY, 7);
const NEXT_TUESDAY = dayAfter(MONDAY, 8);
const NEXT_FRIDAY = dayAfter(MONDAY, 11);

const TYPED = ['Water the plants', 'Buy milk', 'Call the dentist', 'Book the train'];
const ERRANDS = [
  '- [x] Pay the rent',
  '- 🦷 Zähne beim Arzt',
  '',
  '1. Café für Ana',
  '2) Return the library books',
  '* [ ] Fix the bicycle',
  '• Wash the car',
];
const READING = ['Read chapter 1', 'Read chapter 2', 'Read chapter 3', 'Read chapter 4'];

/** The project 'Move' in Todoist's export format. */
const PROJECT = [
  'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE',
  ...Array.from({ length: 32 }, (_, index) =>
    ['task', `Pack box ${index + 1}`, '', 4, 1, 'Ana (1)', '', NEXT_FRIDAY, 'en', 'Asia/Singapore'].join(','),
  ),
].join('\n');

const at = (day: string, time: string) => new Date(`${day}T${time}:00+08:00`);
const checkbox = (page: Page, title: string) => page.getByRole('checkbox', { name: title, exact: true });
const expectButton = (page: Page, title: string, name: string) =>
  expect(taskRow(page, title).getByRole('button', { name, exact: true })).toBeAttached();

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

const copy = (page: Page, text: string) =>
  page.evaluate((copied) => navigator.clipboard.writeText(copied), text);

/** Pastes lines into a day's composer. `count`: how many tasks the lines make. */
async function paste(page: Page, day: string, lines: readonly string[], count = lines.length): Promise<void> {
  await type(page, day, '');
  await copy(page, lines.join('\n'));
  await page.keyboard.press('Control+v');
  await expect(page.getByRole('button', { name: `Add ${count} tasks` })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(successNotice(page, `${count} tasks added!`)).toBeVisible();
  await expect(composerField(page)).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(dayCard(page, day).getByRole('button', { name: 'Add task' })).toBeFocused();
}

/** Presses Undo in the notice, which Alt and T focuses. */
async function undo(page: Page): Promise<void> {
  await page.keyboard.press('Alt+t');
  await press(
    page
      .getByRole('status')
      .filter({ hasText: /Task deleted|tasks moved/ })
      .getByRole('button', { name: 'Undo' }),
  );
}

test('keyboard-shortcuts, task-lists, leftovers, task-search, live-update, day-words: two weeks of a person, by keyboard alone and with a phone', async ({
  newVisitor,
  account,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  const page = await newVisitor(neverExpiring(account.session));
  const phone = await newVisitor(neverExpiring(account.session), {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install({ time: at(MONDAY, '08:30') });
  await phone.clock.install({ time: at(MONDAY, '13:00') });
  /** Sets the clock and opens the week again. */
  const wakeUp = async (device: Page, day: string, time: string) => {
    await device.clock.setSystemTime(at(day, time));
    await device.goto('/dashboard');
  };
  await page.goto('/dashboard');
  await expect(page.getByText('Nothing planned yet')).toHaveCount(7);

  await test.step('on Monday morning a few tasks are typed, and lists are pasted', async () => {
    for (const title of TYPED) {
      await type(page, MONDAY, title);
      await send(page);
      await expect(dayCard(page, MONDAY).getByText(title, { exact: true })).toBeVisible();
    }
    await paste(page, MONDAY, ERRANDS, 6);
    await expect(checkbox(page, 'Pay the rent')).toBeChecked();
    await paste(page, THURSDAY, READING);
  });

  await test.step('the next week is planned as well, with an import', async () => {
    await find(page, 'next friday', 'Friday');
    await expect(page.getByRole('heading', { name: dayHeading(NEXT_FRIDAY) })).toBeFocused();
    await find(page, 'settings', 'Settings');
    const chooser = page.waitForEvent('filechooser');
    await press(page.getByRole('button', { name: 'Choose a file…' }));
    const file = { name: 'Move.csv', mimeType: 'text/csv', buffer: Buffer.from(PROJECT) };
    await (await chooser).setFiles(file);
    await press(page.getByRole('button', { name: 'Import 32 tasks' }));
    await press(page.getByRole('link', { name: 'Show the week' }));
    await expect(dayCard(page, NEXT_FRIDAY).getByText('0 of 32 done')).toBeVisible();
  });

  await test.step('the tasks of Monday are ticked, starred, pinned, moved, deleted and restored', async () => {
    await find(page, 'today', 'Monday');
    await onTask(page, 'Buy milk', 'Space');
    await expect(checkbox(page, 'Buy milk')).toBeChecked();
    await onTask(page, 'Call the dentist', 's');
    await expectButton(page, 'Call the dentist', 'Unstar task');
    await onTask(page, 'Book the train', 'p');
    await expectButton(page, 'Book the train', 'Unpin task');
    await expect(dayCard(page, MONDAY).getByRole('listitem').first()).toContainText('Call the dentist');
    await onTask(page, 'Water the plants', '>');
    await expect(dayCard(page, TUESDAY).getByText('Water the plants')).toBeVisible();
    await onTask(page, 'Fix the bicycle', 'm');
    await tabTo(page.getByRole('menuitem', { name: weekdayName(SATURDAY) }), 'ArrowDown');
    await page.keyboard.press('Enter');
    await expect(dayCard(page, SATURDAY).getByText('Fix the bicycle')).toBeVisible();
    await onTask(page, 'Wash the car', 'Delete');
    await expect(checkbox(page, 'Wash the car')).toHaveCount(0);
    await undo(page);
    await expect(checkbox(page, 'Wash the car')).toBeVisible();
  });

  await test.step('the phone is used while a task is half typed on the laptop', async () => {
    await type(page, TUESDAY, 'Half a thught');
    await pressKeys(page, 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft');
    await phone.goto('/dashboard');
    await checkbox(phone, 'Café für Ana').tap();
    await expect(checkbox(phone, 'Café für Ana')).toBeChecked();
    await dayCard(phone, TUESDAY).getByRole('button', { name: 'Add task' }).tap();
    await phone.keyboard.insertText('Call Ada');
    await phone.getByRole('button', { name: 'Add', exact: true }).tap();
    await expect(successNotice(phone, 'Task added!')).toBeVisible();
    await phone.getByRole('button', { name: 'Cancel', exact: true }).tap();
    await expect(taskRow(phone, 'Café für Ana')).not.toHaveAttribute('aria-busy');
    // A jump: with `runFor` the request would reach its timeout before the response is there.
    await page.clock.fastForward(60_000);
    await expect(checkbox(page, 'Call Ada')).toBeVisible();
    await expect(checkbox(page, 'Café für Ana')).toBeChecked();
    // The field and the caret are unchanged.
    await page.keyboard.insertText('o');
    await expect(composerField(page)).toHaveValue('Half a thought');
    await send(page);
    await expect(checkbox(page, 'Half a thought')).toBeVisible();
  });

  await test.step('Wednesday is a day without a network', async () => {
    await wakeUp(page, WEDNESDAY, '09:00');
    await wakeUp(phone, WEDNESDAY, '09:00');
    await expect(checkbox(page, 'Call Ada')).toBeVisible();
    await page.context().setOffline(true);
    await expect(page.getByRole('status').getByText('You are offline.')).toBeVisible();
    await type(page, WEDNESDAY, 'Written on the train');
    await send(page);
    await expect(waitingRows(page)).toContainText(['Written on the train']);
    await onTask(page, 'Call Ada', 'Space');
    await expect(failureNotice(page, 'Failed to update task. You are offline.')).toBeVisible();
    await expect(checkbox(page, 'Call Ada')).not.toBeChecked();
    await page.context().setOffline(false);
    await expect(waitingRows(page)).toHaveCount(0);
    await expect(checkbox(page, 'Written on the train')).toBeVisible();
    await phone.clock.fastForward(60_000);
    await expect(checkbox(phone, 'Written on the train')).toBeVisible();
  });

  const line = (day: string) => dayCard(page, day).getByRole('group', { name: 'Left undone' });
  await test.step('next Monday shows what was left undone, and nothing moves by itself', async () => {
    await wakeUp(page, NEXT_MONDAY, '08:30');
    await expect(line(NEXT_MONDAY)).toContainText('14 from last week');
    await press(line(NEXT_MONDAY).getByRole('button', { name: 'Look' }));
    await expect(checkbox(page, 'Call the dentist')).toBeFocused();
    await find(page, 'cafe fur', 'Café für Ana');
    await expect(checkbox(page, 'Café für Ana')).toBeFocused();
    await expect(checkbox(page, 'Café für Ana')).toBeInViewport();

    await find(page, 'today', 'Monday');
    await press(line(NEXT_MONDAY).getByRole('button', { name: 'Move to today' }));
    await expect(successNotice(page, '14 tasks moved')).toBeVisible();
    await expect(line(NEXT_MONDAY)).toHaveCount(0);
    await undo(page);
    await expect(line(NEXT_MONDAY)).toContainText('14 from last week');
    await press(line(NEXT_MONDAY).getByRole('button', { name: 'Not now' }));
    await type(page, NEXT_MONDAY, 'Plan the move');
    await send(page);
    await page.reload();
    await expect(checkbox(page, 'Plan the move')).toBeVisible();
    await expect(line(NEXT_MONDAY)).toHaveCount(0);
    await onTask(page, 'Plan the move', 'Space');
    await expect(checkbox(page, 'Plan the move')).toBeChecked();
  });

  await test.step('on Tuesday the undone tasks are shown again, and all are moved', async () => {
    await wakeUp(page, NEXT_TUESDAY, '08:30');
    await expect(line(NEXT_TUESDAY)).toContainText('14 from last week');
    await press(line(NEXT_TUESDAY).getByRole('button', { name: 'Move to today' }));
    await expect(successNotice(page, '14 tasks moved')).toBeVisible();
    await expect(line(NEXT_TUESDAY)).toHaveCount(0);
  });

  await test.step('on Friday all fifty tasks are where they belong, once, on both devices', async () => {
    for (const device of [page, phone]) {
      await wakeUp(device, NEXT_FRIDAY, '18:00');
      await expect(dayCard(device, NEXT_FRIDAY).getByText('0 of 32 done')).toBeVisible();
      await expect(dayCard(device, NEXT_TUESDAY).getByText('0 of 14 done')).toBeVisible();
      await expect(dayCards(device).getByRole('group', { name: 'Left undone' })).toContainText('14 from');
    }
    const titles = await titlesOf(account);
    expect(titles).toHaveLength(50);
    expect(new Set(titles).size).toBe(50);
  });
});
