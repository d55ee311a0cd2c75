// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aTask, platform, type Failure } from '@space/platform/testing';
import * as page from '../testing/page.tsx';
import { PLANTS, renderDashboard, user } from '../testing/dashboard.tsx';

const takeBack = () => user.keyboard('{Control>}z{/Control}');
const on = (name: string) => () => page.act(PLANTS, name);
const giveCoffee = () => page.act(PLANTS, 'Change emoji').then(() => page.press('Coffee'));
const untilLast = (notice: string) => waitFor(() => expect(platform.notices().at(-1)).toBe(notice));

const LIMIT: Failure = { kind: 'rejected', status: 429, message: 'Too many changes. Please try again.' };
/** Ways to fail, the network's state, and the reason that is said: the database's own words are not. */
const FAILURES: [Failure, isOnline: boolean, reason?: string][] = [
  [LIMIT, true, 'Too many changes. Please try again.'],
  ['network', false, 'You are offline.'],
  [{ kind: 'rejected', status: 400, message: 'violates check constraint "tasks_check"' }, true],
];

// What is done to a task, the sentence of its failure, and the notice of its success.
it.each<[string, () => Promise<void>, sentence: string, said?: string]>([
  ['a tick', () => user.click(page.checkbox(PLANTS)), 'Failed to update task'],
  ['a star', on('Star task'), 'Failed to update task'],
  ['a pin', on('Pin task'), 'Failed to update task'],
  ['an emoji', giveCoffee, 'Failed to update emoji. Please try again.'],
  ['a move', on('Move to next day'), 'Failed to move task', 'Task moved'],
  ['a deletion', on('Delete task'), 'Failed to delete task', 'Task deleted'],
])('server-first, failure-notice, needs-network, edit-and-undo: %s', async (name, perform, words, said) => {
  const book = { id: 'b', title: 'Read a book', created_at: '2026-11-02T08:00:00+00:00' };
  await renderDashboard(aTask({ emoji: '🔥' }), aTask(book));
  const now = () => [platform.rows(), page.rows(), page.checkbox(PLANTS).checked];
  const before = now();
  const [request, undone] = name === 'a deletion' ? ['remove', 'Task restored'] : ['update', 'Change undone'];
  const failure = (reason?: string) => `! ${reason ? [words.replace(/\.$/, ''), reason].join('. ') : words}`;

  // After a failure the task is as it was, and the notice says what has failed, and why if that is known.
  for (const [failing, isOnline, reason] of FAILURES) {
    platform.setOnline(isOnline);
    platform.failEach(request, failing);
    await perform();
    await untilLast(failure(reason));
    expect(now()).toEqual(before);
    expect(page.focused()?.closest('li')?.dataset['task']).toBe('a');
  }
  platform.failEach(request, null);
  const count = platform.notices().length;

  // Until the response the row is busy, unchanged, and ignores further presses; the other one is not.
  platform.hold();
  await perform();
  await user.keyboard('{Enter} ');
  await user.click(page.checkbox(PLANTS));
  const busy = [PLANTS, book.title].map((title) => page.checkbox(title).closest('li')?.ariaBusy);
  expect([busy, page.action(PLANTS, 'Edit title').ariaDisabled]).toEqual([['true', null], 'true']);
  expect([now(), platform.waiting(), platform.notices().length]).toEqual([before, [request], count]);
  await page.answer(request);
  await waitFor(() => expect(platform.notices().slice(count)).toEqual(said ? [said] : []));
  expect([platform.rows().length, platform.waiting()]).toEqual([name === 'a deletion' ? 1 : 2, []]);

  await page.answerAll();
  await takeBack();
  await untilLast(undone);
  expect(now()).toEqual(before);
  platform.hold();
  await takeBack();
  expect(platform.waiting()).toEqual([]);
  await perform();
  act(() => platform.loseSession());
  await page.fail(request, 'auth');
  await untilLast(failure('Your session has ended. Please sign in again.'));
});

/** Waits until these are the server's tasks and no request is pending. */
const untilTasks = (...tasks: object[]) =>
  waitFor(() => {
    expect(platform.rows()).toMatchObject(tasks);
    expect(screen.queryAllByRole('listitem', { busy: true })).toEqual([]);
  });
/** Changes the first task, and waits for the response. */
const change = (name: string, to: object) => on(name)().then(() => untilTasks(to));

// 'Move to today' is taken back in Leftovers.test.tsx.
it('edit-and-undo: the last change is taken back first, also before its response, and from a notice; none after the session has ended', async () => {
  await renderDashboard(aTask());
  platform.hold();
  await page.act(PLANTS, 'Star task');
  await takeBack();
  expect(platform.calls('update')).toEqual([['a', { starred: true }]]);
  await page.answerAll();
  await untilTasks({ starred: false });
  await change('Star task', { starred: true });
  await change('Pin task', { pinned: true });
  // A key that is held down takes back one change.
  for (const repeat of [false, true]) fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true, repeat });
  await untilTasks({ starred: true, pinned: false });
  await change('Move to next day', { task_date: '2026-11-17' });
  await untilLast('Task moved');
  for (let times = 0; times < 2; times += 1) act(() => platform.pressNotice());
  await untilTasks(aTask({ starred: true }));
  await takeBack();
  await untilTasks(aTask());
  await page.compose('Buy milk', '{Enter}{Escape}');
  await untilTasks(aTask(), { title: 'Buy milk' });
  await takeBack();
  await untilTasks(aTask());
  await page.act(PLANTS, 'Edit title');
  await page.retype('Water the herbs');
  await untilTasks({ title: 'Water the herbs' });
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  await takeBack();
  await untilTasks(aTask());
  await change('Star task', { starred: true });
  const count = platform.calls('update').length;
  act(() => platform.loseSession());
  await takeBack();
  expect(platform.calls('update')).toHaveLength(count);
});

it('edit-and-undo: only Ctrl or Cmd and Z is taken from the browser, on any keyboard, outside of fields and dialogs', async () => {
  await renderDashboard(aTask());
  const isTaken = (key: object, target: Element = document.body) =>
    !fireEvent.keyDown(target, { key: 'z', code: 'KeyZ', ctrlKey: true, ...key });
  expect(isTaken({}), 'nothing to take back').toBe(false);
  for (const key of [{}, { ctrlKey: false, metaKey: true }, { key: 'Z' }, { key: 'я' }]) {
    await change('Star task', { starred: true });
    expect(isTaken(key)).toBe(true);
    await untilTasks(aTask());
  }
  await change('Star task', { starred: true });
  for (const key of [{ shiftKey: true }, { altKey: true }, { metaKey: true }, { ctrlKey: false }])
    expect(isTaken(key)).toBe(false);
  await page.compose();
  expect(isTaken({}, page.composer() as Element)).toBe(false);
  await user.keyboard('{Escape}');
  await page.press('Search');
  expect(isTaken({}, screen.getByRole('dialog'))).toBe(false);
});

it.each<[string, string, Failure | null, string]>([
  ['was changed elsewhere', 'Water the herbs', null, 'Changed elsewhere in the meantime.'],
  ['cannot be reached', PLANTS, 'network', 'You are offline.'],
  ['has had too many changes', PLANTS, LIMIT, 'Too many changes. Please try again.'],
])('edit-and-undo: a task that %s is left alone', async (_, title, failing, reason) => {
  await renderDashboard(aTask());
  await change('Star task', { starred: true });
  platform.changeElsewhere('a', { title });
  platform.setOnline(failing !== 'network');
  platform.failEach('update', failing);
  await takeBack();
  await page.untilSaid(`! Failed to undo the change. ${reason}`);
  expect(platform.rows()).toMatchObject([{ title, starred: true }]);
  // What another device has changed is not tried again; what failed is.
  platform.setOnline(true);
  platform.failEach('update', null);
  await takeBack();
  await untilTasks({ title, starred: failing === null });
});

it('edit-and-undo: a list is one change; if it is taken back in part, a notice says so', async () => {
  await renderDashboard();
  await page.compose('one\ntwo\nthree', '{Enter}');
  await page.untilSaid('3 tasks added!');
  await user.keyboard('{Escape}');
  platform.changeElsewhere(platform.rows()[1]?.id ?? '', { starred: true });
  for (let times = 0; times < 2; times += 1) await takeBack();
  const said = '1 of 3 tasks stay as they are. Changed elsewhere in the meantime.';
  const notices = [`! Failed to undo the change. ${said}`, '3 tasks added!', 'Change undone'];
  await waitFor(() => expect(platform.notices().sort()).toEqual(notices));
  await untilTasks({ title: 'two' });
});
