// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aTask, platform, session } from '@space/platform/testing';
import * as page from '../testing/page.tsx';
import { answer, letGo, manyTasks, renderDashboard, user } from '../testing/dashboard.tsx';

const list = () =>
  screen.queryByRole<HTMLTextAreaElement>('textbox', { name: 'New tasks, one in each line' });
const problems = () => {
  const id = list()?.getAttribute('aria-describedby') ?? '';
  return page.textsOf([...(document.getElementById(id)?.children ?? [])]);
};

it('task-lists: several lines are offered as tasks; Enter adds them one by one in order, with one notice', async () => {
  await renderDashboard(aTask({ id: 'first', title: 'Earlier' }));
  await page.compose('- Milk\n- [x] Bread\n\n3. 🧀 Cheese\n* Apples\r\n• Tea\n[ ] Honey');
  expect(page.focused()).toBe(list());
  expect(page.button('Add 6 tasks')).not.toBeNull();
  platform.hold();
  await user.keyboard('{Enter}{Enter}');
  expect([platform.calls('add').length, list()?.readOnly]).toEqual([1, true]);
  await answer('add');
  expect(page.rows()).toEqual(['Earlier', 'Milk']);
  await letGo();
  await page.untilSaid('6 tasks added!');
  expect(page.rows()).toEqual(['Earlier', 'Milk', 'Bread', 'Cheese🧀', 'Apples', 'Tea', 'Honey']);
  expect(page.checkbox('Bread').checked).toBe(true);
  // The composer stays open for the next task, and Enter on no text closes it.
  expect([page.focused(), page.composer()?.value]).toEqual([page.composer(), '']);
  expect(fireEvent.keyDown(page.composer() as HTMLElement, { key: 'Enter', repeat: true })).toBe(false);
  await user.keyboard('{Enter}');
  expect(page.focused()).toBe(page.addButton());
  expect(platform.notices()).toEqual(['6 tasks added!']);
});

it('task-lists: a single line is no list; a list joins the typed text; Shift+Enter begins a line, Escape joins all into one', async () => {
  await renderDashboard();
  await page.compose('Buy bread\n\n');
  expect(list()).toBeNull();
  await page.press('Cart');
  await page.retype('Buy ', '');
  await user.paste('milk\n🧀 cheese');
  await user.keyboard('{Escape}');
  expect([list(), page.composer()?.value, page.focused()]).toEqual([
    null,
    'Buy milk 🧀 cheese',
    page.composer(),
  ]);
  await page.retype('Buy milk\n🧀 cheese', '{Shift>}{Enter}{/Shift}tea');
  expect(list()?.value).toBe('Buy milk\n🧀 cheese\ntea');
  expect(platform.calls('add')).toEqual([]);
  // Lines without an emoji get the chosen one.
  await page.press('Add 3 tasks');
  await page.untilRows('Buy milk🛒', 'cheese🧀', 'tea🛒');
});

it('task-lists: an invalid line, and a list of more than a hundred, stay with their message; the others are added', async () => {
  await renderDashboard();
  const long = 'x'.repeat(201);
  await page.compose(`One\n${long}\nTwo`, '{Enter}');
  const refusal = 'Task title must be less than 200 characters';
  await waitFor(() => expect(platform.notices().sort()).toEqual([`! ${refusal}`, '2 tasks added!']));
  expect([list()?.value, list()?.ariaInvalid, problems()]).toEqual([long, 'true', [`${long} ${refusal}`]]);
  const many = manyTasks(101).map(({ title }) => title);
  await page.retype(many.join('\n'));
  const tooMany = 'A list adds 100 tasks at most. Please remove some lines.';
  expect([platform.notices().at(-1), problems()[0]]).toEqual([`! ${tooMany}`, tooMany]);
  expect(page.button('Add 101 tasks')).not.toBeNull();
  await page.retype('Three');
  await page.untilRows('One', 'Two', 'Three');
  expect(list()).toBeNull();
});

it('task-lists: without a network the remaining lines are not sent, and a retry adds no task twice', async () => {
  await renderDashboard();
  platform.hold();
  await page.compose('One\nOne\nTwo', '{Enter}');
  await answer('add');
  platform.setOnline(false);
  platform.failEach('add', 'network');
  await letGo();
  const failed = 'Failed to add task. Please try again. You are offline.';
  await waitFor(() => expect(platform.notices().sort()).toEqual([`! ${failed}`, 'Task added!']));
  expect(platform.calls('add')).toHaveLength(2);
  expect([list()?.value, problems()]).toEqual(['One\nTwo', [`One ${failed}`, `Two ${failed}`]]);
  platform.setOnline(true);
  platform.failEach('add', null);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(platform.notices()).toContain('2 tasks added!'));
  expect([list(), page.rows()]).toEqual([null, ['One', 'One', 'Two']]);
});

it('task-lists: leaving the field or the week adds nothing and keeps the list; the end of the session discards it', async () => {
  await renderDashboard();
  await page.compose('One\nTwo', '{Shift>}{Enter}{/Shift}Three');
  await page.clickElsewhere();
  await page.press('Next week');
  expect(list()).toBeNull();
  await page.press('Previous week');
  expect([list()?.value, platform.calls('add')]).toEqual(['One\nTwo\nThree', []]);
  act(() => session.setState({ status: 'signed-out', user: null }));
  expect(list()).toBeNull();
});
