// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { aTask, platform } from '@space/platform/testing';
import { composer, day, monday, mondayRows, renderDashboard, row } from '../testing/renderDashboard.tsx';

vi.mock('@space/platform', () => import('@space/platform/testing'));

const PLANTS = 'Water the plants';
const UNDO = '{Control>}z{/Control}';
const press = (name: string) => (user: UserEvent) => user.click(row(PLANTS).getByRole('button', { name }));
const rows = () => platform.rows();

const CHANGES: readonly [string, (user: UserEvent) => Promise<void>, string][] = [
  [
    'an added task',
    async (user) => {
      await user.click(monday().getByRole('button', { name: 'Add task' }));
      await user.keyboard('Buy milk{Enter}');
    },
    'Change undone',
  ],
  [
    'a pasted list, as one step',
    async (user) => {
      await user.click(monday().getByRole('button', { name: 'Add task' }));
      await user.paste('One\nTwo\nThree');
      await user.click(screen.getByRole('button', { name: 'Add 3 tasks' }));
    },
    'Change undone',
  ],
  [
    'a new title',
    async (user) => {
      await press('Edit title')(user);
      await user.clear(screen.getByRole('textbox', { name: 'Task title' }));
      await user.keyboard('Water the herbs{Enter}');
    },
    'Change undone',
  ],
  ['a tick', (user) => user.click(screen.getByRole('checkbox', { name: PLANTS })), 'Change undone'],
  ['a star', press('Star task'), 'Change undone'],
  ['a pin', press('Pin task'), 'Change undone'],
  [
    'an emoji',
    async (user) => {
      await press('Change emoji')(user);
      await user.click(screen.getByRole('button', { name: /coffee/i }));
    },
    'Change undone',
  ],
  ['a move', press('Move to next day'), 'Change undone'],
  [
    "'Move to today', as one step",
    (user) => user.click(day('Wednesday Nov 18').getByRole('button', { name: 'Move to today' })),
    '2 tasks moved',
  ],
  ['a deletion', press('Delete task'), 'Task restored'],
];

it.each(CHANGES)('edit-and-undo: Ctrl+Z takes back %s, once', async (_, change, notice) => {
  const other = aTask({
    id: 'b',
    title: 'Read',
    task_date: '2026-11-17',
    created_at: '2026-11-01T09:00:00+00:00',
  });
  const user = await renderDashboard(aTask({ emoji: '🔥' }), other);
  const before = rows();
  await change(user);
  await waitFor(() => expect(rows()).not.toEqual(before));
  await waitFor(() => expect(screen.queryAllByRole('listitem', { busy: true })).toEqual([]));
  // Outside of a field: an open composer has the focus.
  if (composer()) await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  await user.keyboard(UNDO);
  await waitFor(() => expect(rows()).toEqual(before));
  await waitFor(() => expect(platform.notices().at(-1)).toBe(notice));
  expect(mondayRows()).toEqual([`${PLANTS}🔥`]);
  const count = platform.calls('update').length;
  await user.keyboard(UNDO);
  expect([rows(), platform.calls('update').length]).toEqual([before, count]);
});

it('takes back one change after the other, the last one first, also before the server has responded', async () => {
  const user = await renderDashboard(aTask());
  platform.hold();
  await press('Star task')(user);
  await user.keyboard(UNDO);
  expect(platform.calls('update')).toEqual([['a', { starred: true }]]);
  await act(() => platform.letGo());
  await waitFor(() => expect(platform.rows()).toEqual([aTask()]));
  await waitFor(() => expect(screen.queryAllByRole('listitem', { busy: true })).toEqual([]));
  await press('Pin task')(user);
  await waitFor(() => expect(row(PLANTS).getByRole('button', { name: 'Unpin task' })).not.toBeNull());
  await user.click(screen.getByRole('checkbox', { name: PLANTS }));
  await waitFor(() => expect(platform.rows()[0]).toMatchObject({ pinned: true, completed: true }));
  await user.keyboard(UNDO + UNDO);
  await waitFor(() => expect(platform.rows()).toEqual([aTask()]));
});

it('edit-and-undo: the Undo of a notice is the same step: it and Ctrl+Z take a move back once', async () => {
  const user = await renderDashboard(aTask());
  await press('Star task')(user);
  await waitFor(() => expect(row(PLANTS).getByRole('button', { name: 'Unstar task' })).not.toBeNull());
  await press('Move to next day')(user);
  await waitFor(() => expect(platform.notices()).toEqual(['Task moved']));
  act(() => platform.pressNotice());
  await waitFor(() => expect(platform.rows()).toEqual([aTask({ starred: true })]));
  act(() => platform.pressNotice());
  await user.keyboard(UNDO);
  await waitFor(() => expect(platform.rows()).toEqual([aTask()]));
});

it.each([
  ['⌘Z', '{Meta>}z{/Meta}', true],
  ['Ctrl+Z with capitals locked', '{Control>}Z{/Control}', true],
  ['Ctrl+Shift+Z', '{Control>}{Shift>}Z{/Shift}{/Control}', false],
  ['Ctrl+Alt+Z', '{Control>}{Alt>}z{/Alt}{/Control}', false],
  ['Z', 'z', false],
])('%s', async (_, keys, undoes) => {
  const user = await renderDashboard(aTask());
  await press('Star task')(user);
  await waitFor(() => expect(platform.rows()[0]?.starred).toBe(true));
  await user.keyboard(keys);
  await waitFor(() => expect(platform.rows()[0]?.starred).toBe(!undoes));
});

it('works on a keyboard without Latin letters, and acts once while it is held down', async () => {
  const user = await renderDashboard(aTask());
  await press('Star task')(user);
  await waitFor(() => expect(row(PLANTS).getByRole('button', { name: 'Unstar task' })).not.toBeNull());
  await press('Pin task')(user);
  await waitFor(() => expect(platform.rows()[0]?.pinned).toBe(true));
  const key = { key: 'я', code: 'KeyZ', ctrlKey: true };
  fireEvent.keyDown(document.body, key);
  fireEvent.keyDown(document.body, { ...key, repeat: true });
  await waitFor(() => expect(platform.rows()[0]?.pinned).toBe(false));
  expect(platform.rows()[0]?.starred).toBe(true);
});

it('belongs to the browser in a field, in a dialog, and while there is nothing to take back', async () => {
  const user = await renderDashboard(aTask());
  const leavesKey = (target: Element) => fireEvent.keyDown(target, { key: 'z', code: 'KeyZ', ctrlKey: true });
  expect(leavesKey(document.body)).toBe(true);
  await press('Star task')(user);
  await waitFor(() => expect(platform.rows()[0]?.starred).toBe(true));
  await user.click(monday().getByRole('button', { name: 'Add task' }));
  expect(leavesKey(screen.getByRole('textbox', { name: 'New task' }))).toBe(true);
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: /^Search/ }));
  expect(leavesKey(screen.getByRole('dialog'))).toBe(true);
  expect(platform.rows()[0]?.starred).toBe(true);
});

it('never takes back a change of the user who was signed in before', async () => {
  const user = await renderDashboard(aTask());
  await press('Star task')(user);
  await waitFor(() => expect(platform.rows()[0]?.starred).toBe(true));
  act(() => platform.loseSession());
  await user.keyboard(UNDO);
  expect(platform.calls('update')).toHaveLength(1);
});
