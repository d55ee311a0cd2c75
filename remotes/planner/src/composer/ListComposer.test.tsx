// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { aTask, platform, session } from '@space/platform/testing';
import { answer, composer, monday, mondayRows, renderDashboard } from '../testing/renderDashboard.tsx';

vi.mock('@space/platform', () => import('@space/platform/testing'));

const addButton = () => monday().getByRole('button', { name: 'Add task' });
const button = (name: string) => screen.getByRole('button', { name });
const list = () =>
  screen.queryByRole<HTMLTextAreaElement>('textbox', { name: 'New tasks, one in each line' });
const problems = () => {
  const id = list()?.getAttribute('aria-describedby') ?? '';
  return [...(document.getElementById(id)?.children ?? [])].map((item) => item.textContent);
};
const SHOPPING = '- Milk\n- [x] Bread\n\n3. 🧀 Cheese\n* Apples\r\n• Tea\n[ ] Honey';

async function paste(user: UserEvent, text: string): Promise<void> {
  await user.click(addButton());
  await user.paste(text);
}

it('task-lists: several lines are offered as tasks; Enter adds them one by one in order, with one notice', async () => {
  const user = await renderDashboard(aTask({ id: 'first', title: 'Earlier' }));
  await paste(user, SHOPPING);
  expect(list()).toBe(document.activeElement);
  expect(button('Add 6 tasks')).not.toBeNull();
  platform.hold();
  await user.keyboard('{Enter}{Enter}');
  expect(platform.calls('add')).toHaveLength(1);
  expect(list()).toHaveProperty('readOnly', true);
  await answer('add');
  expect(mondayRows()).toEqual(['Earlier', 'Milk']);
  await act(() => platform.letGo());
  await waitFor(() => expect(platform.notices()).toEqual(['6 tasks added!']));
  expect(mondayRows()).toEqual(['Earlier', 'Milk', 'Bread', 'Cheese🧀', 'Apples', 'Tea', 'Honey']);
  expect(screen.getByRole('checkbox', { name: 'Bread' })).toHaveProperty('checked', true);
  // The composer stays open for the next task, and Enter on no text closes it.
  expect(document.activeElement).toBe(composer());
  expect(composer()?.value).toBe('');
  expect(fireEvent.keyDown(composer() as HTMLElement, { key: 'Enter', repeat: true })).toBe(false);
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(addButton());
  expect(platform.notices()).toEqual(['6 tasks added!']);
});

it('task-lists: a single line is no list; Escape joins a list into one line, and adds nothing', async () => {
  const user = await renderDashboard();
  await paste(user, 'Buy bread\n\n');
  expect(list()).toBeNull();
  await user.clear(composer() as HTMLInputElement);
  await user.paste('One\nTwo');
  await user.keyboard('{Escape}');
  expect(list()).toBeNull();
  expect(composer()?.value).toBe('One Two');
  expect(document.activeElement).toBe(composer());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(platform.notices()).toEqual(['Task added!']));
  expect(mondayRows().join()).toContain('One Two');
});

it('a pasted list joins the typed text, Shift+Enter starts a line, and lines without an emoji get the chosen one', async () => {
  const user = await renderDashboard();
  await user.click(addButton());
  await user.click(button('Cart'));
  await user.keyboard('Buy ');
  await user.paste('milk\n🧀 cheese');
  await user.keyboard('{Shift>}{Enter}{/Shift}tea');
  expect(list()?.value).toBe('Buy milk\n🧀 cheese\ntea');
  await user.click(button('Add 3 tasks'));
  await waitFor(() => expect(platform.notices()).toEqual(['3 tasks added!']));
  expect(platform.calls('add').map(([task]) => task)).toMatchObject([
    { title: 'Buy milk', emoji: '🛒' },
    { title: 'cheese', emoji: '🧀' },
    { title: 'tea', emoji: '🛒' },
  ]);
});

it('task-lists: an invalid line stays with its error message; the others are added', async () => {
  const user = await renderDashboard();
  const long = 'x'.repeat(201);
  await paste(user, `One\n${long}\nTwo`);
  await user.keyboard('{Enter}');
  const refusal = '! Task title must be less than 200 characters';
  await waitFor(() => expect(platform.notices().sort()).toEqual([refusal, '2 tasks added!']));
  expect(list()?.value).toBe(long);
  expect(list()).toHaveProperty('ariaInvalid', 'true');
  expect(problems()).toEqual([`${long} Task title must be less than 200 characters`]);
  await user.clear(list() as HTMLTextAreaElement);
  await user.keyboard('Three{Enter}');
  await waitFor(() => expect(list()).toBeNull());
  expect(monday().getAllByRole('checkbox')).toHaveLength(3);
});

it('without a network the remaining lines are not sent, and a retry adds no task twice', async () => {
  const user = await renderDashboard();
  await paste(user, 'One\nOne\nTwo');
  platform.hold();
  await user.keyboard('{Enter}');
  await answer('add');
  platform.setOnline(false);
  platform.failEach('add', 'network');
  await act(() => platform.letGo());
  const failed = 'Failed to add task. Please try again. You are offline.';
  await waitFor(() => expect(platform.notices().sort()).toEqual([`! ${failed}`, 'Task added!']));
  expect(platform.calls('add')).toHaveLength(2);
  expect(list()?.value).toBe('One\nTwo');
  expect(problems()).toEqual([`One ${failed}`, `Two ${failed}`]);
  platform.setOnline(true);
  platform.failEach('add', null);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(list()).toBeNull());
  await waitFor(() => expect(platform.notices()).toContain('2 tasks added!'));
  const titles = platform.rows().map(({ title }) => title);
  expect(titles.sort()).toEqual(['One', 'One', 'Two']);
});

it('a list of more than a hundred lines is rejected', async () => {
  const user = await renderDashboard();
  const lines = (count: number) => Array.from({ length: count }, (_, n) => `Task ${n}`).join('\n');
  await paste(user, lines(101));
  await user.click(button('Add 101 tasks'));
  const sentence = 'A list adds 100 tasks at most. Please remove some lines.';
  expect(platform.notices()).toEqual([`! ${sentence}`]);
  expect(problems()).toEqual([sentence]);
  expect(platform.calls('add')).toEqual([]);
});

it('leaving the field or the week adds nothing and keeps the list; the end of the session discards it', async () => {
  const user = await renderDashboard();
  await paste(user, 'One\nTwo');
  await user.keyboard('{Shift>}{Enter}{/Shift}Three');
  await user.click(screen.getByRole('heading', { level: 1 }));
  expect(button('Add 3 tasks')).not.toBeNull();
  await user.click(button('Next week'));
  expect(list()).toBeNull();
  await user.click(button('Previous week'));
  expect(list()?.value).toBe('One\nTwo\nThree');
  expect(platform.calls('add')).toEqual([]);
  act(() => session.setState({ status: 'signed-out', user: null }));
  expect(list()).toBeNull();
});
