// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { aTask, platform } from '@space/platform/testing';
import { renderDashboard, row } from '../testing/renderDashboard.tsx';

vi.mock('@space/platform', () => import('@space/platform/testing'));

const TITLE = 'Water the plants';

const FINGER = { pointerType: 'touch', isPrimary: true, clientX: 9, clientY: 9 };

const sheet = () => within(screen.getByRole('dialog', { name: TITLE }));
const choose = (name: string) => sheet().getByRole('button', { name });
const more = () => row(TITLE).getByRole('button', { name: 'More' });
const press = (type: 'pointerDown' | 'pointerMove' | 'pointerUp', at: object = {}) =>
  fireEvent[type](screen.getByText(TITLE), { ...FINGER, ...at });

afterEach(() => vi.useRealTimers());

it('row-actions: More opens a sheet with all actions of the row in words', async () => {
  const user = await renderDashboard(aTask({ starred: true, emoji: '🔥' }));
  await user.click(more());
  const names = sheet()
    .getAllByRole('button')
    .map((button) => button.textContent);
  expect(names).toEqual([
    'Unstar task',
    'Pin task',
    'Edit title',
    'Change emoji',
    'Move to next day',
    'Move to',
    'Delete task',
    'Close',
  ]);
  await user.click(choose('Close'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it.each([
  [['Star task'], { starred: true }],
  [['Move to', 'Friday, Nov 20'], { task_date: '2026-11-20' }],
  [['Give emoji', 'Coffee'], { emoji: '☕' }],
  [['Move to', 'Another day…'], { task_date: '2028-02-29' }],
])('%j changes the task and closes the sheet', async (names, change) => {
  const user = await renderDashboard(aTask());
  await user.click(more());
  for (const name of names) await user.click(choose(name));
  if (names.includes('Another day…')) {
    const field = sheet().getByLabelText('Day');
    expect(document.activeElement).toBe(field);
    fireEvent.change(field, { target: { value: '2028-02-29' } });
    await user.click(choose('Move task'));
  }
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(platform.calls('update')).toEqual([['a', change]]));
});

it('edits the title in the row, and returns the focus to More', async () => {
  const user = await renderDashboard(aTask());
  await user.click(more());
  await user.click(choose('Edit title'));
  const field = screen.getByRole('textbox', { name: 'Task title' });
  expect(document.activeElement).toBe(field);
  fireEvent.pointerDown(field, FINGER);
  expect(fireEvent.contextMenu(field), "a long press there opens the browser's menu").toBe(true);
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(more());
});

it('a long press with a finger opens the sheet; a moved or lifted finger and a mouse do not', async () => {
  await renderDashboard(aTask());
  vi.useFakeTimers();
  const rest = () => act(() => void vi.advanceTimersByTime(600));
  press('pointerDown', { pointerType: 'mouse' });
  rest();
  press('pointerDown');
  press('pointerMove', { clientY: 40 });
  rest();
  press('pointerDown');
  press('pointerUp');
  rest();
  expect(screen.queryByRole('dialog')).toBeNull();
  press('pointerDown');
  press('pointerMove', { clientY: 12 });
  rest();
  expect(sheet()).not.toBeNull();
});
