// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { DayKey } from '@space/domain';
import { aTask, platform, tasks } from '@space/platform/testing';
import {
  answer,
  day,
  fail,
  renderDashboard,
  renderPending,
  row,
  untilFocused,
} from '../testing/renderDashboard.tsx';
import { leftoverWords } from './leftovers.ts';

vi.mock('@space/platform', () => import('@space/platform/testing'));

const left = (id: string, task_date: '2026-11-17' | '2026-11-11' | '2026-11-10', title = id) =>
  aTask({ id, title, task_date });
/** Today, a Wednesday. */
const today = () => day('Wednesday Nov 18');
const line = () => today().queryByRole('group', { name: 'Left undone' });
const words = () => line()?.querySelector('p')?.textContent;
const button = (name: string) => today().getByRole('button', { name });
const datesOf = () => Object.fromEntries(platform.rows().map(({ id, task_date }) => [id, task_date]));

it('shows how many tasks of earlier days are left undone, only on the card of today', async () => {
  const done = aTask({ id: 'done', completed: true });
  await renderDashboard(left('one', '2026-11-10'), left('two', '2026-11-11'), done);
  expect(words()).toBe('2 from last week');
  expect(screen.getAllByRole('group', { name: 'Left undone' })).toHaveLength(1);
  expect(platform.calls('listUndone')).toEqual([['2026-11-18']]);
  expect(datesOf()).toMatchObject({ one: '2026-11-10', two: '2026-11-11' });
});

it('is shown together with the tasks of the week, whichever request is answered first', async () => {
  const { setTimeout: schedule } = globalThis;
  // The moment that the week waits never ends, however slow the machine is.
  const timers = vi.spyOn(globalThis, 'setTimeout');
  timers.mockImplementation((run, wait) => schedule(run, wait === 300 ? 1e6 : wait));
  renderPending(left('one', '2026-11-10'), left('two', '2026-11-17', 'Call Tom'));
  await answer('listBetween');
  expect(screen.queryByRole('checkbox')).toBeNull();
  await answer('listUndone');
  expect(screen.getByRole('checkbox', { name: 'Call Tom' })).toBeDefined();
  expect(words()).toMatch(/^2 from/);
  timers.mockRestore();
});

it('the week is shown without it if its request takes long', async () => {
  renderPending(left('two', '2026-11-17', 'Call Tom'));
  await answer('listBetween');
  await screen.findByRole('checkbox', { name: 'Call Tom' });
  expect(line()).toBeNull();
  await act(() => platform.letGo());
  expect(words()).toBe('1 from yesterday');
});

it('shows nothing if the request fails', async () => {
  platform.failEach('listUndone', 'rejected');
  await renderDashboard(left('one', '2026-11-10'));
  expect(line()).toBeNull();
  expect(platform.notices()).toEqual([]);
});

it("'Look' opens the week of the earliest undone task, focuses that task, and reveals no other in a folded day", async () => {
  const many = Array.from({ length: 20 }, (_, n) => ({
    ...left(`t${n}`, '2026-11-10', `Task ${n}`),
    completed: n < 10,
    created_at: `2026-11-01T08:00:${n + 10}Z`,
  }));
  const user = await renderDashboard(...many);
  await user.click(button('Look'));
  await untilFocused('Task 10');
  expect(screen.getAllByRole('heading', { level: 3 })[0]?.textContent).toBe('Monday Nov 9');
  expect(screen.queryByRole('checkbox', { name: 'Task 11' })).toBeNull();
});

it("'Move to today' sends one update for each task, shows one notice, and Undo moves all back", async () => {
  const three = left('three', '2026-11-17');
  const user = await renderDashboard(left('one', '2026-11-10'), left('two', '2026-11-11'), three);
  await user.click(button('Move to today'));
  await waitFor(() => expect(line()).toBeNull());
  const moved = { task_date: '2026-11-18' };
  expect(platform.calls('update')).toEqual(['one', 'two', 'three'].map((id) => [id, moved]));
  await waitFor(() => expect(platform.notices()).toEqual(['3 tasks moved']));
  expect(today().getAllByRole('checkbox')).toHaveLength(3);
  expect(document.activeElement).toBe(button('Add task'));
  await act(async () => platform.pressNotice());
  await waitFor(() => expect(platform.notices()).toEqual(['3 tasks moved', '3 tasks moved']));
  expect(datesOf()).toEqual({ one: '2026-11-10', two: '2026-11-11', three: '2026-11-17' });
  await waitFor(() => expect(words()).toBe('3 from earlier days'));
});

it('a notice says how many tasks could not be moved; the others are moved', async () => {
  const user = await renderDashboard(left('one', '2026-11-10'), left('two', '2026-11-11'));
  await tasks.remove('one');
  await user.click(button('Move to today'));
  const notMoved = '! Failed to move task. 1 of 2 were not moved.';
  await waitFor(() => expect(platform.notices().sort()).toEqual([notMoved, 'Task moved']));
  expect(datesOf()).toEqual({ two: '2026-11-18' });
  await waitFor(() => expect(line()).toBeNull());
});

it('without a network nothing is moved or lost, and no update is sent after the first failures', async () => {
  const many = Array.from({ length: 20 }, (_, n) => left(`t${n}`, '2026-11-10'));
  const user = await renderDashboard(...many);
  platform.setOnline(false);
  platform.failEach('update', 'network');
  await user.click(button('Move to today'));
  const notMoved = '! Failed to move task. 20 of 20 were not moved. You are offline.';
  await waitFor(() => expect(platform.notices()).toEqual([notMoved]));
  expect(platform.calls('update').length).toBeLessThanOrEqual(4);
  expect(words()).toBe('20 from last week');
  expect(document.activeElement).toBe(button('Move to today'));
});

it("says 'More than 100' for more than a hundred tasks, and moves a hundred at a time", async () => {
  const many = Array.from({ length: 130 }, (_, n) => left(`t${n}`, '2026-11-10'));
  const user = await renderDashboard(...many);
  expect(words()).toBe('More than 100 from earlier days');
  await user.click(button('Move to today'));
  await waitFor(() => expect(words()).toBe('30 from last week'));
  await waitFor(() => expect(platform.notices()).toEqual(['100 tasks moved']));
});

it("'Not now' hides it until tomorrow, for this account alone", async () => {
  const user = await renderDashboard(left('one', '2026-11-10'));
  await user.click(button('Not now'));
  expect(line()).toBeNull();
  expect(document.activeElement).toBe(button('Add task'));
  act(() => platform.comeBack());
  expect(platform.calls('listUndone')).toHaveLength(1);
  expect(line()).toBeNull();
  await act(async () => platform.setToday('2026-11-19'));
  await waitFor(() => day('Thursday Nov 19').getByRole('group', { name: 'Left undone' }));
  expect(localStorage.getItem('leftoversPutOff:user')).toBe('2026-11-18');
});

it("a response that arrives after 'Not now' has no effect", async () => {
  const user = await renderDashboard(left('one', '2026-11-10'));
  platform.hold();
  act(() => platform.comeBack());
  await user.click(button('Not now'));
  await answer('listUndone');
  expect(line()).toBeNull();
});

it('a second press during the move sends no second update, and a ticked task is not left undone', async () => {
  const user = await renderDashboard(left('one', '2026-11-17', 'Call Tom'));
  platform.hold();
  await user.click(button('Move to today'));
  await user.click(button('Move to today'));
  expect(platform.calls('update')).toHaveLength(1);
  expect(row('Call Tom')).not.toBeNull();
  await fail('update', { kind: 'rejected', code: 'no_row' });
  expect(platform.notices()).toEqual(['! Failed to move task']);
  await act(() => platform.letGo());
  await user.click(screen.getByRole('checkbox', { name: 'Call Tom' }));
  await waitFor(() => expect(line()).toBeNull());
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
])('leftovers: on %s, undone tasks of %j are described as %j', (today, days, words) =>
  expect(
    leftoverWords(
      days.map((task_date, id) => ({ id: `${id}`, task_date })),
      today,
    ),
  ).toBe(words),
);
