// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { DayKey } from '@space/domain';
import { aTask, platform, tasks } from '@space/platform/testing';
import * as page from '../testing/page.tsx';
import { manyTasks, renderDashboard, renderPending, user } from '../testing/dashboard.tsx';
import { leftoverWords } from './Leftovers.tsx';

const left = (id: string, task_date: DayKey) => aTask({ id, title: id, task_date });
const [ONE, TWO, THREE] = [left('one', '2026-11-10'), left('two', '2026-11-11'), left('three', '2026-11-17')];
/** Today, a Wednesday. */
const today = () => page.day('Wednesday Nov 18');
const words = () => today().queryByRole('group', { name: 'Left undone' })?.querySelector('p')?.textContent;
const untilWords = (text?: string) => waitFor(() => expect(words()).toBe(text));
const datesOf = () => Object.fromEntries(platform.rows().map(({ id, task_date }) => [id, task_date]));

it("leftovers: the card of today says how many tasks are left undone; 'Look' focuses the earliest, and reveals no other in a folded day", async () => {
  await renderDashboard(...manyTasks(20, (n) => ({ task_date: '2026-11-10', completed: n < 10 })));
  expect(words()).toBe('10 from last week');
  expect(screen.getAllByRole('group', { name: 'Left undone' })).toHaveLength(1);
  expect(platform.calls('listUndone')).toEqual([['2026-11-18']]);
  await page.press('Look');
  await page.untilFocused('Task 10');
  expect(page.firstDay()).toBe('Monday Nov 9');
  expect(screen.queryByRole('checkbox', { name: 'Task 11' })).toBeNull();
  expect(platform.calls('update')).toEqual([]);
});

it.each([
  ['answered', () => page.answer('listUndone'), '2 from earlier days'],
  ['refused', () => page.fail('listUndone', 'rejected'), undefined],
  ['still pending after a moment', null, undefined],
])('leftovers: the tasks of the week wait for its request until it is %s', async (_, end, said) => {
  const { setTimeout: schedule } = globalThis;
  let endMoment = () => {};
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((run: () => void, wait) => {
    if (wait === 300) endMoment = run;
    return schedule(wait === 300 ? () => {} : run, wait);
  });
  renderPending(ONE, THREE);
  await page.answer('listBetween');
  expect(screen.queryByRole('checkbox')).toBeNull();
  await (end ? end() : act(async () => endMoment()));
  expect([page.checkbox('three').checked, words()]).toEqual([false, said]);
  await page.answerAll();
  expect([words(), platform.notices()]).toEqual([end ? said : '2 from earlier days', []]);
  vi.restoreAllMocks();
});

it("leftovers: 'Move to today' sends one update for each task, also if it is pressed twice, shows one notice, and Undo moves all back", async () => {
  await renderDashboard(ONE, TWO, THREE);
  platform.hold();
  await page.press('Move to today');
  await page.press('Move to today');
  await page.answerAll();
  await untilWords(undefined);
  expect(datesOf()).toEqual({ one: '2026-11-18', two: '2026-11-18', three: '2026-11-18' });
  expect(platform.calls('update')).toHaveLength(3);
  await page.untilSaid('3 tasks moved');
  expect(today().getAllByRole('checkbox')).toHaveLength(3);
  expect(page.focused()).toBe(today().getByRole('button', { name: 'Add task' }));
  await act(async () => platform.pressNotice());
  await page.untilSaid('3 tasks moved', '3 tasks moved');
  expect(datesOf()).toEqual({ one: '2026-11-10', two: '2026-11-11', three: '2026-11-17' });
  await untilWords('3 from earlier days');
  // It is one change for Ctrl+Z too.
  await page.press('Move to today');
  await untilWords(undefined);
  await user.keyboard('{Control>}z{/Control}');
  await untilWords('3 from earlier days');
});

it('leftovers: a notice says how many could not be moved, the others are moved, and a ticked one is not left undone', async () => {
  await renderDashboard(ONE, THREE);
  await tasks.remove('one');
  await page.press('Move to today');
  const notMoved = '! Failed to move task. 1 of 2 were not moved.';
  await waitFor(() => expect(platform.notices().sort()).toEqual([notMoved, 'Task moved']));
  await waitFor(() => expect([datesOf(), words()]).toEqual([{ three: '2026-11-18' }, undefined]));
  await act(async () => platform.pressNotice());
  await untilWords('1 from yesterday');
  await page.failing('update', { kind: 'rejected', code: 'no_row' }, () => page.press('Move to today'));
  await waitFor(() => expect(platform.notices()).toContain('! Failed to move task'));
  await user.click(page.checkbox('three'));
  await untilWords(undefined);
});

it('leftovers: without a network nothing is moved, and no update is sent after the first failures; a hundred are moved at a time', async () => {
  await renderDashboard(...manyTasks(130, () => ({ task_date: '2026-11-10' })));
  platform.setOnline(false);
  platform.failEach('update', 'network');
  await page.press('Move to today');
  const failed = '! Failed to move task. 100 of 100 were not moved. You are offline.';
  await page.untilSaid(failed);
  expect(platform.calls('update').length).toBeLessThanOrEqual(4);
  const all = 'More than 100 from earlier days';
  expect([words(), page.focused()]).toEqual([all, page.button('Move to today')]);
  platform.setOnline(true);
  platform.failEach('update', null);
  await page.press('Move to today');
  await untilWords('30 from last week');
  await page.untilSaid(failed, '100 tasks moved');
});

it("leftovers: 'Not now' hides it until tomorrow, for this account alone, whatever response arrives", async () => {
  await renderDashboard(ONE);
  platform.hold();
  await page.comeBack();
  await page.press('Not now');
  expect(page.focused()).toBe(today().getByRole('button', { name: 'Add task' }));
  await page.answer('listUndone');
  expect(words()).toBeUndefined();
  await page.answerAll();
  await page.comeBack();
  expect([words(), platform.calls('listUndone').length]).toEqual([undefined, 2]);
  await act(async () => platform.setToday('2026-11-19'));
  await waitFor(() => page.day('Thursday Nov 19').getByRole('group', { name: 'Left undone' }));
  expect(localStorage.getItem('leftoversPutOff:user')).toBe('2026-11-18');
});

it.each<[DayKey, DayKey[], string]>([
  ['2026-11-18', ['2026-11-17', '2026-11-17'], '2 from yesterday'],
  ['2026-11-18', ['2026-11-16', '2026-11-17'], '2 from earlier days'],
  ['2026-11-18', ['2026-11-09', '2026-11-15'], '2 from last week'],
  ['2026-11-18', ['2026-11-08'], '1 from earlier days'],
  ['2026-11-18', ['2026-11-15', '2026-11-16'], '2 from earlier days'],
  // On a Monday, yesterday is in last week: 'yesterday' wins.
  ['2026-11-16', ['2026-11-15'], '1 from yesterday'],
  ['2027-01-01', ['2026-12-21', '2026-12-27'], '2 from last week'],
])('leftovers: on %s, undone tasks of %j are described as %j', (on, days, expected) => {
  const undone = days.map((task_date, index) => ({ id: `${index}`, task_date }));
  expect(leftoverWords(undone, on)).toBe(expected);
});
