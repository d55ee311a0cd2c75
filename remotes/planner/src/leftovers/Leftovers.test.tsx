// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aTask, platform, tasks } from '@space/platform/testing';
import { answer, day, fail, renderDashboard, row, untilFocused } from '../testing/renderDashboard.tsx';

vi.mock('@space/platform', () => import('@space/platform/testing'));

const left = (id: string, task_date: '2026-11-17' | '2026-11-11' | '2026-11-10', title = id) =>
  aTask({ id, title, task_date });
/** Today, a Wednesday. */
const today = () => day('Wednesday Nov 18');
const line = () => today().queryByRole('group', { name: 'Left undone' });
const words = () => line()?.querySelector('p')?.textContent;
const button = (name: string) => today().getByRole('button', { name });
const datesOf = () => Object.fromEntries(platform.rows().map(({ id, task_date }) => [id, task_date]));

it('says what earlier days have left undone, in the last line of today alone', async () => {
  const done = aTask({ id: 'done', completed: true });
  await renderDashboard(left('one', '2026-11-10'), left('two', '2026-11-11'), done);
  expect(words()).toBe('2 from last week');
  expect(screen.getAllByRole('group', { name: 'Left undone' })).toHaveLength(1);
  expect(platform.calls('listUndone')).toEqual([['2026-11-18']]);
  expect(datesOf()).toMatchObject({ one: '2026-11-10', two: '2026-11-11' });
});

it.each(['network', 'auth', 'rejected'] as const)('says nothing where asking failed: %s', async (kind) => {
  platform.failEach('listUndone', kind);
  await renderDashboard(left('one', '2026-11-10'));
  expect(line()).toBeNull();
  expect(platform.notices()).toEqual([]);
});

it('is silent where nothing was left undone, and follows a tick of a day that is shown', async () => {
  const user = await renderDashboard(left('one', '2026-11-17', 'Call Tom'));
  expect(words()).toBe('1 from yesterday');
  await user.click(screen.getByRole('checkbox', { name: 'Call Tom' }));
  await waitFor(() => expect(line()).toBeNull());
});

it("'Look' goes to the week of the earliest, and the focus to the first one that is undone", async () => {
  const user = await renderDashboard(
    aTask({ id: 'done', title: 'Done', task_date: '2026-11-10', completed: true, created_at: '2026-11-01' }),
    left('b', '2026-11-10', 'First undone'),
    left('c', '2026-11-11', 'Second undone'),
  );
  await user.click(button('Look'));
  await untilFocused('First undone');
  expect(screen.getAllByRole('heading', { level: 3 })[0]?.textContent).toBe('Monday Nov 9');
});

it("'Look' opens no fold but for the row it goes to", async () => {
  const many = Array.from({ length: 12 }, (_, n) => ({
    ...left(`t${n}`, '2026-11-10', `Task ${n}`),
    completed: n < 10,
    created_at: `2026-11-01T08:00:${n + 10}Z`,
  }));
  const user = await renderDashboard(...many);
  await user.click(button('Look'));
  await untilFocused('Task 10');
  expect(screen.queryByRole('checkbox', { name: 'Task 11' })).toBeNull();
});

it("'Move to today' moves each by one change, says so once, and Undo moves all back", async () => {
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

it('one task is said in the words of one', async () => {
  const user = await renderDashboard(left('one', '2026-11-10'));
  await user.click(button('Move to today'));
  await waitFor(() => expect(platform.notices()).toEqual(['Task moved']));
});

it('what could not be moved stays where it is, and how many that is is said', async () => {
  const user = await renderDashboard(left('one', '2026-11-10'), left('two', '2026-11-11'));
  await tasks.remove('one');
  await user.click(button('Move to today'));
  const notMoved = '! Failed to move task. 1 of 2 were not moved.';
  await waitFor(() => expect(platform.notices().sort()).toEqual([notMoved, 'Task moved']));
  expect(datesOf()).toEqual({ two: '2026-11-18' });
  await waitFor(() => expect(line()).toBeNull());
});

it('without a network nothing is moved, nothing is lost, and no change is sent after the failed ones', async () => {
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

it('is honest about more than a hundred, and moves the hundred earliest', async () => {
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

it('an answer that comes after the person has put it off changes nothing', async () => {
  const user = await renderDashboard(left('one', '2026-11-10'));
  platform.hold();
  act(() => platform.comeBack());
  await user.click(button('Not now'));
  await answer('listUndone');
  expect(line()).toBeNull();
});

it('a row that is busy elsewhere and a second press change nothing twice', async () => {
  const user = await renderDashboard(left('one', '2026-11-17', 'Call Tom'));
  platform.hold();
  await user.click(button('Move to today'));
  await user.click(button('Move to today'));
  expect(platform.calls('update')).toHaveLength(1);
  expect(row('Call Tom')).not.toBeNull();
  await fail('update', { kind: 'rejected', code: 'no_row' });
  expect(platform.notices()).toEqual(['! Failed to move task']);
});
