import type { Page } from '@playwright/test';
import { dayAfter, dayHeading, weekFrom } from '../support/calendar.ts';
import { createDevices } from '../support/device.ts';
import { isLong } from '../support/longForm.ts';
import {
  KEYBOARD,
  MOUSE,
  TOUCH,
  add,
  find,
  paste,
  send,
  type,
  type InputMethod,
} from '../support/inputMethods.ts';
import { REQUESTS, breakRequests } from '../support/network.ts';
import { failureNotice, successNotice } from '../support/notices.ts';
import {
  composerField,
  dayCard,
  dayCards,
  insertTasks,
  taskRow,
  titlesOf,
  waitingRows,
} from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

// Two weeks of a user: fifty tasks, two devices, one day without a network. The same story with each input method.

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
const READING = Array.from({ length: 4 }, (_, index) => `Read chapter ${index + 1}`);
const PACKING = Array.from({ length: 32 }, (_, index) => `Pack box ${index + 1}`);

/** The project 'Move' in Todoist's export format. */
const PROJECT = [
  'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE',
  ...PACKING.map((title) => `task,${title},,4,1,Ana (1),,${NEXT_FRIDAY},en,Asia/Singapore`),
].join('\n');

const checkbox = (page: Page, title: string) => page.getByRole('checkbox', { name: title, exact: true });
const expectButton = (page: Page, title: string, name: string) =>
  expect(taskRow(page, title).getByRole('button', { name, exact: true })).toBeAttached();
const leftUndone = (page: Page, day: string) =>
  dayCard(page, day).getByRole('group', { name: 'Left undone' });

/**
 * All input methods with `npm run e2e -- realWeek --long`; else the keyboard, with touch on the other device of the story.
 * The test of week.spec.ts uses the mouse.
 */
const HANDS = isLong ? [MOUSE, KEYBOARD, TOUCH] : [KEYBOARD];

for (const hand of HANDS) {
  // The other device uses another input method.
  const otherHand = hand === TOUCH ? MOUSE : TOUCH;

  test(`two weeks of a user, ${hand.name}`, async ({ newVisitor, account, allowConsole }) => {
    allowConsole(/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
    const devices = createDevices(newVisitor, account);
    const page = await devices.open(hand.device, MONDAY, '08:30');
    await expect(page.getByText('Nothing planned yet')).toHaveCount(7);

    await test.step('on Monday morning a few tasks are typed, and lists are pasted', async () => {
      for (const title of TYPED) await add(hand, page, MONDAY, title);
      await paste(hand, page, MONDAY, ERRANDS, 6);
      await expect(checkbox(page, 'Pay the rent')).toBeChecked();
      await paste(hand, page, THURSDAY, READING);
    });

    await test.step('the next week is planned as well, with an import', async () => {
      await find(hand, page, 'next friday', 'Friday');
      await expect(page.getByRole('heading', { name: dayHeading(NEXT_FRIDAY) })).toBeFocused();
      await find(hand, page, 'settings', 'Settings');
      const chooser = page.waitForEvent('filechooser');
      await hand.press(page.getByRole('button', { name: 'Choose a file…' }));
      await (
        await chooser
      ).setFiles({ name: 'Move.csv', mimeType: 'text/csv', buffer: Buffer.from(PROJECT) });
      await hand.press(page.getByRole('button', { name: 'Import 32 tasks' }));
      await hand.press(page.getByRole('link', { name: 'Show the week' }));
      await expect(dayCard(page, NEXT_FRIDAY).getByText('0 of 32 done')).toBeVisible();
    });

    await test.step('the tasks of Monday are ticked, starred, pinned, moved, deleted and restored', async () => {
      await find(hand, page, 'today', 'Monday');
      await hand.tick(page, 'Buy milk');
      await expect(checkbox(page, 'Buy milk')).toBeChecked();
      await hand.act(page, 'Call the dentist', 'Star task');
      await expectButton(page, 'Call the dentist', 'Unstar task');
      await hand.act(page, 'Book the train', 'Pin task');
      await expectButton(page, 'Book the train', 'Unpin task');
      await expect(dayCard(page, MONDAY).getByRole('listitem').first()).toContainText('Call the dentist');
      await hand.act(page, 'Water the plants', 'Move to next day');
      await expect(dayCard(page, TUESDAY).getByText('Water the plants')).toBeVisible();
      await hand.moveTo(page, 'Fix the bicycle', SATURDAY);
      await expect(dayCard(page, SATURDAY).getByText('Fix the bicycle')).toBeVisible();
      await hand.act(page, 'Wash the car', 'Delete task');
      await expect(checkbox(page, 'Wash the car')).toHaveCount(0);
      await hand.undo(page);
      await expect(checkbox(page, 'Wash the car')).toBeVisible();
    });

    const other =
      await test.step('the other device is used while a task is half typed on this one', async () => {
        await type(hand, page, TUESDAY, 'Half a thught');
        for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowLeft');
        const device = await devices.open(otherHand.device, MONDAY, '13:00');
        await otherHand.tick(device, 'Café für Ana');
        await expect(checkbox(device, 'Café für Ana')).toBeChecked();
        await add(otherHand, device, TUESDAY, 'Call Ada');
        await expect(successNotice(device, 'Task added!')).toBeVisible();
        await expect(taskRow(device, 'Café für Ana')).not.toHaveAttribute('aria-busy');
        // A jump: with `runFor` the request would reach its timeout before the response is there.
        await page.clock.fastForward(60_000);
        await expect(checkbox(page, 'Call Ada')).toBeVisible();
        await expect(checkbox(page, 'Café für Ana')).toBeChecked();
        // The field and the caret are unchanged.
        await page.keyboard.insertText('o');
        await expect(composerField(page)).toHaveValue('Half a thought');
        await send(hand, page);
        await expect(checkbox(page, 'Half a thought')).toBeVisible();
        return device;
      });

    await test.step('Wednesday is a day without a network', async () => {
      await devices.sleepUntil(WEDNESDAY, '09:00');
      await expect(checkbox(page, 'Call Ada')).toBeVisible();
      await page.context().setOffline(true);
      await expect(page.getByRole('status').getByText('You are offline.')).toBeVisible();
      await type(hand, page, WEDNESDAY, 'Written on the train');
      await send(hand, page);
      await expect(waitingRows(page)).toContainText(['Written on the train']);
      await hand.tick(page, 'Call Ada');
      await expect(failureNotice(page, 'Failed to update task. You are offline.')).toBeVisible();
      await expect(checkbox(page, 'Call Ada')).not.toBeChecked();
      await page.context().setOffline(false);
      await expect(waitingRows(page)).toHaveCount(0);
      await expect(checkbox(page, 'Written on the train')).toBeVisible();
      await other.clock.fastForward(60_000);
      await expect(checkbox(other, 'Written on the train')).toBeVisible();
    });

    await test.step('next Monday shows what was left undone, and nothing moves by itself', async () => {
      await devices.sleepUntil(NEXT_MONDAY, '08:30', page);
      const line = leftUndone(page, NEXT_MONDAY);
      await expect(line).toContainText('14 from last week');
      await hand.press(line.getByRole('button', { name: 'Look' }));
      await expect(checkbox(page, 'Call the dentist')).toBeFocused();
      await find(hand, page, 'cafe fur', 'Café für Ana');
      await expect(checkbox(page, 'Café für Ana')).toBeFocused();
      await expect(checkbox(page, 'Café für Ana')).toBeInViewport();

      await find(hand, page, 'today', 'Monday');
      await add(hand, page, NEXT_MONDAY, 'Plan the move');
      // Every input method moves the tasks on Tuesday; only the keyboard also moves them now and undoes it.
      if (hand === KEYBOARD) {
        await hand.press(line.getByRole('button', { name: 'Move to today' }));
        await expect(successNotice(page, '14 tasks moved')).toBeVisible();
        await expect(line).toHaveCount(0);
        await hand.undo(page);
        await expect(line).toContainText('14 from last week');
      }
      await hand.press(line.getByRole('button', { name: 'Not now' }));
      await page.reload();
      await expect(checkbox(page, 'Plan the move')).toBeVisible();
      await expect(line).toHaveCount(0);
      await hand.tick(page, 'Plan the move');
      await expect(checkbox(page, 'Plan the move')).toBeChecked();
    });

    await test.step('on Tuesday the undone tasks are shown again, and all are moved', async () => {
      await devices.sleepUntil(NEXT_TUESDAY, '08:30', page);
      const line = leftUndone(page, NEXT_TUESDAY);
      await expect(line).toContainText('14 from last week');
      await hand.press(line.getByRole('button', { name: 'Move to today' }));
      await expect(successNotice(page, '14 tasks moved')).toBeVisible();
      await expect(line).toHaveCount(0);
    });

    await test.step('on Friday all fifty tasks are where they belong, once, on both devices', async () => {
      await devices.sleepUntil(NEXT_FRIDAY, '18:00');
      for (const device of [page, other]) {
        await expect(dayCard(device, NEXT_FRIDAY).getByText('0 of 32 done')).toBeVisible();
        await expect(dayCard(device, NEXT_TUESDAY).getByText('0 of 14 done')).toBeVisible();
        await expect(dayCards(device).getByRole('group', { name: 'Left undone' })).toContainText('14 from');
      }
      const titles = await titlesOf(account);
      expect(titles).toHaveLength(50);
      expect(new Set(titles).size).toBe(50);
    });
  });
}

const COUNT = isLong ? 60 : 6;
/** Letters that are shortcuts of the week, in a text of their own for each task. */
const titlesFor = (way: string) => Array.from({ length: COUNT }, (_, index) => `spent ${way} ${index + 1}`);

/** Types at 20 keys a second, without a pause between the tasks. */
async function typeOn(page: Page, titles: readonly string[]): Promise<void> {
  for (const title of titles) {
    await page.keyboard.type(title, { delay: 50 });
    await page.keyboard.press('Enter', { delay: 50 });
  }
}

for (const latency of [0, 200, 800]) {
  test(`${COUNT} tasks that are typed or pasted on without a pause arrive once and in order, and no other task changes: ${latency} ms`, async ({
    newVisitor,
    account,
  }) => {
    test.setTimeout(60_000 + COUNT * 10_000);
    await insertTasks(
      account,
      WEEK.flatMap((day) => ['Water the plants', 'Read a book'].map((title) => ({ title, task_date: day }))),
    );
    const rows = async () => {
      const { data } = await account.client.from('tasks').select('*').order('created_at').throwOnError();
      return data as { id: string; title: string; task_date: string }[];
    };
    const before = await rows();
    const devices = createDevices(newVisitor, account);
    const open = async (hand: InputMethod) => {
      const page = await devices.open(hand.device, MONDAY, '08:30');
      await expect(dayCard(page, SATURDAY).getByText('Read a book')).toBeVisible();
      await breakRequests(page, REQUESTS.changeTasks, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, latency));
        await route.fallback();
      });
      return page;
    };
    const page = await open(MOUSE);
    const copy = (text: string) => page.evaluate((copied) => navigator.clipboard.writeText(copied), text);

    const ways: Record<string, [day: string, add: (titles: string[]) => Promise<void>]> = {
      button: [
        MONDAY,
        async (titles) => {
          await MOUSE.openComposer(page, MONDAY);
          await typeOn(page, titles);
        },
      ],
      key: [
        TUESDAY,
        async (titles) => {
          await dayCard(page, TUESDAY).getByRole('checkbox').first().focus();
          await page.keyboard.press('n');
          await typeOn(page, titles);
        },
      ],
      paste: [
        WEDNESDAY,
        async (titles) => {
          await MOUSE.openComposer(page, WEDNESDAY);
          for (const title of titles) {
            await copy(title);
            await page.keyboard.press('Control+v');
            await page.keyboard.press('Enter');
          }
        },
      ],
      list: [
        THURSDAY,
        async (titles) => {
          await MOUSE.openComposer(page, THURSDAY);
          await copy(titles.join('\n'));
          await page.keyboard.press('Control+v');
          await page.keyboard.press('Enter');
        },
      ],
      phone: [
        SATURDAY,
        async (titles) => {
          const phone = await open(TOUCH);
          await TOUCH.openComposer(phone, SATURDAY);
          await typeOn(phone, titles);
        },
      ],
    };
    for (const [way, [day, addAll]] of Object.entries(ways)) {
      await test.step(way, async () => {
        const titles = titlesFor(way);
        await addAll(titles);
        const added = async () =>
          (await rows())
            .filter(({ id, task_date }) => task_date === day && before.every((task) => task.id !== id))
            .map(({ title }) => title);
        await expect.poll(added, { timeout: 15_000 + COUNT * 1000 }).toEqual(titles);
      });
    }
    const ids = new Set(before.map(({ id }) => id));
    expect((await rows()).filter(({ id }) => ids.has(id))).toEqual(before);
  });
}
