// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { aTask, platform } from '@space/platform/testing';
import { composer, day, monday, renderDashboard, row } from '../testing/renderDashboard.tsx';

vi.mock('@space/platform', () => import('@space/platform/testing'));

const PLANTS = 'Water the plants';
const BOOK = 'Read a book';
const MILK = 'Buy milk';
const week = [
  aTask(),
  aTask({ id: 'b', title: BOOK, created_at: '2026-11-02T08:00:00+00:00' }),
  aTask({ id: 'c', title: MILK, task_date: '2026-11-18' }),
];

/** The time of each event: on a busy machine the keys of a test are slow. */
let now = 0;
vi.spyOn(Event.prototype, 'timeStamp', 'get').mockImplementation(() => now);

const checkbox = (title: string) => screen.getByRole('checkbox', { name: title });
const addTo = (name: string) => day(name).getByRole('button', { name: 'Add task' });
const focused = () => document.activeElement;
const focus = (element: HTMLElement) => act(() => element.focus());
/** The week, with the focus on the first task. */
async function renderOnTask(): Promise<UserEvent> {
  const user = await renderDashboard(...week);
  focus(checkbox(PLANTS));
  return user;
}
const firstDay = () => screen.getAllByRole('heading', { level: 3 })[0]?.textContent;

it('keyboard-shortcuts: Tab stops once in the list of a day and goes through the actions of that row; arrows lead on', async () => {
  const user = await renderDashboard(...week);
  const add = addTo('Monday Nov 16');
  const star = (title: string) => row(title).getByRole('button', { name: 'Star task' });
  const back = '{Shift>}{Tab}{/Shift}';
  focus(add);
  for (const [key, target] of [
    [back, checkbox(PLANTS)],
    ...row(PLANTS)
      .getAllByRole('button')
      .map((action) => ['{Tab}', action] as const),
    ['{Tab}', add],
    [back, checkbox(PLANTS)],
    ['{ArrowDown}', checkbox(BOOK)],
    ['{ArrowDown}', add],
    ['{ArrowUp}', checkbox(BOOK)],
    ['{Home}', checkbox(PLANTS)],
    ['{End}', checkbox(BOOK)],
    ['{ArrowRight}', addTo('Tuesday Nov 17')],
    ['{ArrowRight}', checkbox(MILK)],
    ['{ArrowLeft}', addTo('Tuesday Nov 17')],
    ['{ArrowLeft}{ArrowDown}{ArrowDown}', add],
    // To the row that had the focus last, and in the column of an action to the same action.
    [back, checkbox(BOOK)],
    ['{Tab}{Tab}', star(BOOK)],
    ['{ArrowUp}', star(PLANTS)],
  ] as const) {
    await user.keyboard(key);
    expect([key, focused()]).toEqual([key, target]);
  }
});

describe('a key on the focused task', () => {
  it.each([
    ['s', { starred: true }],
    ['p', { pinned: true }],
    ['>', { task_date: '2026-11-17' }],
  ])('%s sends one request, even if the key is held down', async (key, change) => {
    const user = await renderOnTask();
    await user.keyboard(key);
    for (let times = 0; times < 3; times += 1) fireEvent.keyDown(checkbox(PLANTS), { key, repeat: true });
    expect(platform.calls('update')).toEqual([['a', change]]);
  });

  it('m opens the menu of days, and returns the focus to the row, or to the next one after a move', async () => {
    const user = await renderOnTask();
    await user.keyboard('m{Escape}');
    expect(focused()).toBe(checkbox(PLANTS));
    await user.keyboard('mf{Enter}');
    expect(platform.calls('update')).toEqual([['a', { task_date: '2026-11-20' }]]);
    await waitFor(() => expect(focused()).toBe(checkbox(BOOK)));
  });

  it('m leads to a date field for any other day, which says what it cannot take', async () => {
    const user = await renderOnTask();
    await user.keyboard('ma{Enter}');
    const field = within(screen.getByRole('dialog', { name: PLANTS })).getByLabelText<HTMLInputElement>(
      'Day',
    );
    expect([focused(), field.value, field.max]).toEqual([field, '2026-11-16', '9998-12-31']);
    const message = () => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;
    for (const [value, said] of [
      ['', 'Task date is required'],
      ['0001-01-01', 'Please choose a day of the years 2 to 9998.'],
    ] as const) {
      fireEvent.change(field, { target: { value } });
      await user.keyboard('{Enter}');
      expect([message(), focused()]).toEqual([said, field]);
    }
    fireEvent.change(field, { target: { value: '2027-05-01' } });
    await user.keyboard('{Enter}');
    expect(platform.calls('update')).toEqual([['a', { task_date: '2027-05-01' }]]);
  });

  it('is ignored while an input method composes a character', async () => {
    await renderOnTask();
    fireEvent.keyDown(checkbox(PLANTS), { key: 's', isComposing: true });
    fireEvent.keyDown(checkbox(PLANTS), { key: 's', keyCode: 229 });
    expect(platform.calls('update')).toEqual([]);
  });

  it.each([
    ['better-space-single-keys', 'off'],
    // An older version had a switch for each key.
    ['better-space-shortcuts-off', 'star help'],
  ])('keyboard-shortcuts: no single key acts with %s = %s, and arrows do', async (name, value) => {
    localStorage.setItem(name, value);
    const user = await renderOnTask();
    await user.keyboard('spn?/t{Delete}');
    expect(['add', 'update', 'remove'].flatMap((name) => platform.calls(name))).toEqual([]);
    expect(composer()).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe(checkbox(BOOK));
    expect(localStorage.getItem('better-space-single-keys')).toBe('off');
    expect(localStorage.getItem('better-space-shortcuts-off')).toBeNull();
  });
});

describe('typing on after an editor has closed', () => {
  const TYPED_ON = 'spn> delete {Delete}{Enter}';

  it.each([
    ['a title was saved', 'eWater the herbs{Enter}', 'Water the herbs'],
    ['a title was left as it was', 'e{Escape}', PLANTS],
    ['a task was added', 'nx{Enter}{Enter}', null],
    ['the composer was cancelled', 'nx{Escape}', null],
  ])('does nothing: %s', async (_, keys, title) => {
    const target = () => (title === null ? addTo('Monday Nov 16') : checkbox(title));
    const user = await renderOnTask();
    await user.keyboard(keys);
    await waitFor(() => expect(focused()).toBe(target()));
    const before = JSON.stringify(platform.rows());
    await user.keyboard(TYPED_ON);
    expect(focused()).toBe(target());
    expect(composer()).toBeNull();
    expect(JSON.stringify(platform.rows())).toBe(before);
    expect(platform.calls('update').filter(([, change]) => !('title' in (change as object)))).toEqual([]);
  });

  it('acts again after an arrow key, Tab, a pointer, or 700 ms without a key', async () => {
    const user = await renderOnTask();
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
      focus(checkbox(PLANTS));
      await user.keyboard('e{Escape}s');
      await wake();
      expect(platform.calls('update')).toHaveLength(count);
      focus(checkbox(PLANTS));
      await user.keyboard('s');
      await waitFor(() => expect(platform.rows()[0]?.starred).toBe(count % 2 === 0));
    }
  });

  it('keeps Ctrl+K, and reaches a field that it has opened', async () => {
    const user = await renderOnTask();
    await user.keyboard('e{Escape}{Control>}k{/Control}milk');
    expect(screen.getByRole('combobox')).toHaveProperty('value', 'milk');
  });
});

describe('a key of the page', () => {
  it('n opens the composer of the focused day, otherwise of today', async () => {
    const user = await renderDashboard(...week);
    await user.keyboard('n');
    expect(day('Wednesday Nov 18').getByRole('textbox')).toBe(composer());
    await user.keyboard('{Escape}{ArrowUp}');
    focus(checkbox(PLANTS));
    await user.keyboard('n');
    expect(monday().getByRole('textbox')).toBe(focused());
  });

  it('j and k show other days, with Shift other weeks, t shows today again; the focus keeps its place', async () => {
    const user = await renderOnTask();
    await user.keyboard('j');
    expect(firstDay()).toBe('Tuesday Nov 17');
    await waitFor(() => expect(focused()).toBe(addTo('Tuesday Nov 17')));
    await user.keyboard('k{Shift>}J{/Shift}');
    expect(firstDay()).toBe('Monday Nov 23');
    await user.keyboard('{Shift>}KK{/Shift}');
    expect(firstDay()).toBe('Monday Nov 9');
    await user.keyboard('t');
    expect(firstDay()).toBe('Monday Nov 16');
    await waitFor(() => expect(focused()).toBe(checkbox(MILK)));
  });

  it('Alt with an arrow key is left to the browser, whose Back and Forward it is', async () => {
    await renderOnTask();
    for (const key of ['ArrowLeft', 'ArrowRight']) {
      // `fireEvent` returns false if a handler has prevented the browser's own action.
      expect(fireEvent.keyDown(checkbox(PLANTS), { key, altKey: true })).toBe(true);
    }
    expect(focused()).toBe(checkbox(PLANTS));
  });

  it('every key works on a keyboard without Latin letters, by its place', async () => {
    await renderOnTask();
    const press = (key: string, code: string, modifier = {}) =>
      act(() => void fireEvent.keyDown(focused() ?? document.body, { key, code, ...modifier }));
    press('ы', 'KeyS');
    await waitFor(() => expect(platform.calls('update')).toEqual([['a', { starred: true }]]));
    press('ь', 'KeyM');
    press('а', 'KeyF');
    expect(focused()?.textContent).toContain('Friday');
    press('Escape', 'Escape');
    press('л', 'KeyK', { ctrlKey: true });
    expect(screen.getByRole('dialog', { name: 'Search' })).not.toBeNull();
  });

  it('? lists all shortcuts, and other keys have no effect until the list is closed', async () => {
    const user = await renderOnTask();
    await user.keyboard('?');
    const sheet = within(screen.getByRole('dialog', { name: 'Keyboard shortcuts' }));
    expect(sheet.getByText('Star or unstar the task')).not.toBeNull();
    await user.keyboard('n');
    expect(composer()).toBeNull();
    await user.click(sheet.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
