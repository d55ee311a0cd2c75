// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aTask, platform } from '@space/platform/testing';
import * as page from '../testing/page.tsx';
import { PLANTS, renderDashboard, user } from '../testing/dashboard.tsx';

const BOOK = 'Read a book';
const MILK = 'Buy milk';

/** The time of each event: on a busy machine the keys of a test are slow. */
let now = 0;
vi.spyOn(Event.prototype, 'timeStamp', 'get').mockImplementation(() => now);

const addTo = (name: string) => page.day(name).getByRole('button', { name: 'Add task' });
const MONDAY = 'Monday Nov 16';
const updates = () => platform.calls('update');

/** A week of three tasks, with the focus on the first one. */
async function renderOnTask(): Promise<void> {
  await renderDashboard(
    aTask(),
    aTask({ id: 'b', title: BOOK, created_at: '2026-11-02T08:00:00+00:00' }),
    aTask({ id: 'c', title: MILK, task_date: '2026-11-18' }),
  );
  page.focus(page.checkbox(PLANTS));
}

it('keyboard-shortcuts: Tab stops once in the list of a day and goes through the actions of that row; arrows lead on', async () => {
  await renderOnTask();
  const add = addTo(MONDAY);
  const back = '{Shift>}{Tab}{/Shift}';
  const actions = page.row(PLANTS).getAllByRole('button');
  for (const [key, target] of [
    ...actions.map((action) => ['{Tab}', action] as const),
    ['{Tab}', add],
    [back, page.checkbox(PLANTS)],
    ['{ArrowDown}', page.checkbox(BOOK)],
    ['{ArrowDown}', add],
    ['{ArrowUp}', page.checkbox(BOOK)],
    ['{Home}', page.checkbox(PLANTS)],
    ['{End}', page.checkbox(BOOK)],
    ['{ArrowRight}', addTo('Tuesday Nov 17')],
    ['{ArrowRight}', page.checkbox(MILK)],
    ['{ArrowLeft}', addTo('Tuesday Nov 17')],
    ['{ArrowLeft}{ArrowDown}{ArrowDown}', add],
    // To the row that had the focus last, and in the column of an action to the same action.
    [back, page.checkbox(BOOK)],
    ['{Tab}{Tab}', page.action(BOOK, 'Star task')],
    ['{ArrowUp}', page.action(PLANTS, 'Star task')],
  ] as const) {
    await user.keyboard(key);
    expect([key, page.focused()]).toEqual([key, target]);
  }
});

it('keyboard-shortcuts: s, p and > change the focused task with one request, even if the key is held down, but not in an input method', async () => {
  await renderOnTask();
  fireEvent.keyDown(page.checkbox(PLANTS), { key: 's', isComposing: true });
  fireEvent.keyDown(page.checkbox(PLANTS), { key: 's', keyCode: 229 });
  expect(updates()).toEqual([]);
  const changes = { s: { starred: true }, p: { pinned: true }, '>': { task_date: '2026-11-17' } };
  for (const [index, [key, change]] of Object.entries(changes).entries()) {
    await user.keyboard(key);
    fireEvent.keyDown(page.focused() as Element, { key, repeat: true });
    await waitFor(() => expect(updates().slice(index)).toEqual([['a', change]]));
    await waitFor(() => expect(screen.queryAllByRole('listitem', { busy: true })).toEqual([]));
  }
});

it('keyboard-shortcuts: m opens the menu of days, and leads to a date field for any other, which says what it cannot take', async () => {
  await renderOnTask();
  await user.keyboard('m{Escape}');
  expect(page.focused()).toBe(page.checkbox(PLANTS));
  await user.keyboard('mf{Enter}');
  await page.untilFocused(BOOK);
  await user.keyboard('ma{Enter}');
  const dialog = within(screen.getByRole('dialog', { name: BOOK }));
  const field = dialog.getByLabelText<HTMLInputElement>('Day');
  expect([page.focused(), field.value, field.max]).toEqual([field, '2026-11-16', '9998-12-31']);
  const message = () => page.describing(field)?.textContent;
  for (const [value, said] of [
    ['', 'Task date is required'],
    ['0001-01-01', 'Please choose a day of the years 2 to 9998.'],
  ] as const) {
    fireEvent.change(field, { target: { value } });
    await user.keyboard('{Enter}');
    expect([message(), page.focused()]).toEqual([said, field]);
  }
  fireEvent.change(field, { target: { value: '2027-05-01' } });
  await user.keyboard('{Enter}');
  expect(updates()).toEqual([
    ['a', { task_date: '2026-11-20' }],
    ['b', { task_date: '2027-05-01' }],
  ]);
});

it.each([
  ['better-space-single-keys', 'off'],
  // An older version had a switch for each key.
  ['better-space-shortcuts-off', 'star help'],
])('keyboard-shortcuts: no single key acts with %s = %s, and arrows do', async (name, value) => {
  localStorage.setItem(name, value);
  await renderOnTask();
  await user.keyboard('spn?/t{Delete}');
  expect(['add', 'update', 'remove'].flatMap((each) => platform.calls(each))).toEqual([]);
  expect([page.composer(), screen.queryByRole('dialog')]).toEqual([null, null]);
  await user.keyboard('{ArrowDown}');
  expect(page.focused()).toBe(page.checkbox(BOOK));
  expect(localStorage.getItem('better-space-single-keys')).toBe('off');
  expect(localStorage.getItem('better-space-shortcuts-off')).toBeNull();
});

it('keyboard-shortcuts: every key works on a keyboard without Latin letters, by its place; Alt with an arrow is left to the browser', async () => {
  await renderOnTask();
  const type = (key: string, code: string, modifier = {}) =>
    act(() => void fireEvent.keyDown(page.focused() ?? document.body, { key, code, ...modifier }));
  for (const key of ['ArrowLeft', 'ArrowRight']) {
    // `fireEvent` returns false if a handler has prevented the browser's own action: Back and Forward.
    expect(fireEvent.keyDown(page.checkbox(PLANTS), { key, altKey: true })).toBe(true);
  }
  expect(page.focused()).toBe(page.checkbox(PLANTS));
  type('ы', 'KeyS');
  await waitFor(() => expect(updates()).toEqual([['a', { starred: true }]]));
  type('ь', 'KeyM');
  type('а', 'KeyF');
  expect(page.focused()?.textContent).toContain('Friday');
  type('Escape', 'Escape');
  type('л', 'KeyK', { ctrlKey: true });
  expect(screen.getByRole('dialog', { name: 'Search' })).not.toBeNull();
});

it('keyboard-shortcuts: n opens the composer of the focused day, otherwise of today; ? lists all shortcuts, behind which no key acts', async () => {
  await renderOnTask();
  await user.keyboard('n');
  expect(page.monday().getByRole('textbox')).toBe(page.focused());
  await user.keyboard('{Escape}{ArrowUp}');
  act(() => (page.focused() as HTMLElement).blur());
  await user.keyboard('n');
  expect(page.day('Wednesday Nov 18').getByRole('textbox')).toBe(page.composer());
  await user.keyboard('{Escape}{ArrowUp}?');
  const sheet = within(screen.getByRole('dialog', { name: 'Keyboard shortcuts' }));
  expect(sheet.getByText('Star or unstar the task')).not.toBeNull();
  await user.keyboard('n');
  expect(page.composer()).toBeNull();
  await page.press('Close');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('keyboard-shortcuts: j and k show other days, with Shift other weeks, t shows today again; the focus keeps its place', async () => {
  await renderOnTask();
  await user.keyboard('j');
  expect(page.firstDay()).toBe('Tuesday Nov 17');
  await waitFor(() => expect(page.focused()).toBe(addTo('Tuesday Nov 17')));
  await user.keyboard('k{Shift>}J{/Shift}');
  expect(page.firstDay()).toBe('Monday Nov 23');
  await user.keyboard('{Shift>}KK{/Shift}');
  expect(page.firstDay()).toBe('Monday Nov 9');
  await user.keyboard('t');
  expect(page.firstDay()).toBe(MONDAY);
  await page.untilFocused(MILK);
});

it.each([
  ['a title was saved', 'eWater the herbs{Enter}', 'Water the herbs'],
  ['a title was left as it was', 'e{Escape}', PLANTS],
  ['a task was added', 'nx{Enter}{Enter}', null],
  ['the composer was cancelled', 'nx{Escape}', null],
])('keyboard-shortcuts: who types on after %s does nothing', async (_, keys, title) => {
  const target = () => (title === null ? addTo(MONDAY) : page.checkbox(title));
  await renderOnTask();
  await user.keyboard(keys);
  await waitFor(() => expect(page.focused()).toBe(target()));
  const before = JSON.stringify(platform.rows());
  await user.keyboard('spn> delete {Delete}{Enter}');
  expect([page.focused(), page.composer()]).toEqual([target(), null]);
  expect(JSON.stringify(platform.rows())).toBe(before);
  // Except for Ctrl+K, and in the field that it opens.
  await user.keyboard('{Control>}k{/Control}milk');
  expect(screen.getByRole('combobox')).toHaveProperty('value', 'milk');
});

it('keyboard-shortcuts: after an editor has closed, keys act again after an arrow key, Tab, a pointer, or 700 ms without a key', async () => {
  await renderOnTask();
  const wakes = [
    () => user.keyboard('{ArrowUp}'),
    () => user.keyboard('{Shift>}{Tab}{/Shift}'),
    () => user.pointer({ keys: '[MouseLeft]', target: screen.getByRole('main') }),
    async () => {
      now += 699;
      // Another key prolongs it.
      await user.keyboard('s');
      now += 699;
      await user.keyboard('s');
      now += 700;
    },
  ];
  for (const [count, wake] of wakes.entries()) {
    page.focus(page.checkbox(PLANTS));
    await user.keyboard('e{Escape}s');
    await wake();
    expect(updates()).toHaveLength(count);
    page.focus(page.checkbox(PLANTS));
    await user.keyboard('s');
    await waitFor(() => expect(platform.rows()[0]?.starred).toBe(count % 2 === 0));
  }
});
