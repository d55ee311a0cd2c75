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

const openComposer = (user: UserEvent) => user.click(monday().getByRole('button', { name: 'Add task' }));
const done = () => waitFor(() => expect(screen.queryAllByRole('listitem', { busy: true })).toEqual([]));

it.each<[string, (user: UserEvent) => Promise<void>, string?]>([
  ['an added task', (user) => openComposer(user).then(() => user.keyboard('Buy milk{Enter}'))],
  [
    'a pasted list, as one step',
    async (user) => {
      await openComposer(user);
      await user.paste('One\nTwo\nThree');
      await user.click(screen.getByRole('button', { name: 'Add 3 tasks' }));
    },
  ],
  ['a new title', (user) => press('Edit title')(user).then(() => user.keyboard('Water the herbs{Enter}'))],
  ['a tick', (user) => user.click(screen.getByRole('checkbox', { name: PLANTS }))],
  ['a star', press('Star task')],
  ['a pin', press('Pin task')],
  [
    'an emoji',
    async (user) => {
      await press('Change emoji')(user);
      await user.click(screen.getByRole('button', { name: 'Coffee' }));
    },
  ],
  ['a move', press('Move to next day')],
  [
    "'Move to today', as one step",
    (user) => user.click(day('Wednesday Nov 18').getByRole('button', { name: 'Move to today' })),
    '2 tasks moved',
  ],
  ['a deletion', press('Delete task'), 'Task restored'],
])('edit-and-undo: Ctrl+Z takes back %s, once', async (_, change, notice = 'Change undone') => {
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
  await done();
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
  await waitFor(() => expect(rows()).toEqual([aTask()]));
  await done();
  await press('Pin task')(user);
  await waitFor(() => expect(row(PLANTS).getByRole('button', { name: 'Unpin task' })).not.toBeNull());
  await user.click(screen.getByRole('checkbox', { name: PLANTS }));
  await waitFor(() => expect(platform.rows()[0]).toMatchObject({ pinned: true, completed: true }));
  await user.keyboard(UNDO + UNDO);
  await waitFor(() => expect(rows()).toEqual([aTask()]));
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
  await waitFor(() => expect(rows()).toEqual([aTask()]));
});

it('edit-and-undo: only Ctrl or Cmd and Z is taken from the browser, on any keyboard, outside of fields and dialogs', async () => {
  const user = await renderDashboard(aTask());
  const key = { key: 'z', code: 'KeyZ', ctrlKey: true };
  const isTaken = (pressed: object, target: Element = document.body) => !fireEvent.keyDown(target, pressed);
  const star = async () => {
    await press('Star task')(user);
    await waitFor(() => expect(rows()).toEqual([aTask({ starred: true })]));
    await done();
  };
  expect(isTaken(key), 'nothing to take back').toBe(false);
  await star();
  for (const change of [{ shiftKey: true }, { altKey: true }, { metaKey: true }, { ctrlKey: false }]) {
    expect(isTaken({ ...key, ...change })).toBe(false);
  }
  await openComposer(user);
  expect(isTaken(key, screen.getByRole('textbox', { name: 'New task' }))).toBe(false);
  await user.keyboard('{Escape}');
  for (const change of [{}, { ctrlKey: false, metaKey: true }, { key: 'Z' }, { key: 'я' }]) {
    expect(rows()).toEqual([aTask({ starred: true })]);
    expect(isTaken({ ...key, ...change })).toBe(true);
    await waitFor(() => expect(rows()).toEqual([aTask()]));
    await done();
    await star();
  }
  await user.click(screen.getByRole('button', { name: /^Search/ }));
  expect(isTaken(key, screen.getByRole('dialog'))).toBe(false);
});

it('edit-and-undo: a key that is held down takes back one change', async () => {
  const user = await renderDashboard(aTask());
  for (const name of ['Star task', 'Pin task']) {
    await press(name)(user);
    await done();
  }
  for (const repeat of [false, true]) fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true, repeat });
  await waitFor(() => expect(rows()).toEqual([aTask({ starred: true })]));
});

it('never takes back a change of the user who was signed in before', async () => {
  const user = await renderDashboard(aTask());
  await press('Star task')(user);
  await waitFor(() => expect(platform.rows()[0]?.starred).toBe(true));
  act(() => platform.loseSession());
  await user.keyboard(UNDO);
  expect(platform.calls('update')).toHaveLength(1);
});
