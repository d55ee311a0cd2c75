// @vitest-environment jsdom
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { aTask, platform } from '@space/platform/testing';
import { composer, day, monday, mondayRows, renderDashboard, row } from '../testing/renderDashboard.tsx';

vi.mock('@space/platform', () => import('@space/platform/testing'));

const PLANTS = 'Water the plants';
const BOOK = 'Read a book';
const MILK = 'Buy milk';
const week = [
  aTask(),
  aTask({ id: 'b', title: BOOK, created_at: '2026-11-02T08:00:00+00:00' }),
  aTask({ id: 'c', title: MILK, task_date: '2026-11-18' }),
];

const checkbox = (title: string) => screen.getByRole('checkbox', { name: title });
const addTo = (name: string) => day(name).getByRole('button', { name: 'Add task' });
const focused = () => document.activeElement;
const focus = (element: HTMLElement) => act(() => element.focus());
const firstDay = () => screen.getAllByRole('heading', { level: 3 })[0]?.textContent;

describe('moving the focus', () => {
  it('Tab stops once in the list of a day, goes through the actions of that row, and leaves the list', async () => {
    const user = await renderDashboard(...week);
    focus(addTo('Monday Nov 16'));
    await user.tab({ shift: true });
    expect(focused()).toBe(checkbox(PLANTS));
    for (const action of row(PLANTS).getAllByRole('button')) {
      await user.tab();
      expect(focused()).toBe(action);
    }
    await user.tab();
    expect(focused()).toBe(addTo('Monday Nov 16'));
    await user.tab({ shift: true });
    expect(focused()).toBe(checkbox(PLANTS));
  });

  it('arrow keys move between rows and between days, and Tab returns to the row that had the focus', async () => {
    const user = await renderDashboard(...week);
    focus(checkbox(PLANTS));
    for (const [key, target] of [
      ['{ArrowDown}', checkbox(BOOK)],
      ['{ArrowDown}', addTo('Monday Nov 16')],
      ['{ArrowUp}', checkbox(BOOK)],
      ['{Home}', checkbox(PLANTS)],
      ['{End}', checkbox(BOOK)],
      ['{ArrowRight}', addTo('Tuesday Nov 17')],
      ['{ArrowRight}', checkbox(MILK)],
      ['{ArrowLeft}', addTo('Tuesday Nov 17')],
      ['{ArrowLeft}', checkbox(PLANTS)],
      ['{ArrowDown}', checkbox(BOOK)],
    ] as const) {
      await user.keyboard(key);
      expect([key, focused()]).toEqual([key, target]);
    }
    focus(addTo('Monday Nov 16'));
    await user.tab({ shift: true });
    expect(focused()).toBe(checkbox(BOOK));
    // In the column of an action, to the same action.
    focus(row(BOOK).getByRole('button', { name: 'Star task' }));
    await user.keyboard('{ArrowUp}');
    expect(focused()).toBe(row(PLANTS).getByRole('button', { name: 'Star task' }));
  });
});

describe('a key on the focused task', () => {
  it.each([
    ['s', { starred: true }],
    ['p', { pinned: true }],
    ['>', { task_date: '2026-11-17' }],
  ])('%s sends one request, even if the key is held down', async (key, change) => {
    const user = await renderDashboard(...week);
    focus(checkbox(PLANTS));
    await user.keyboard(key);
    for (let times = 0; times < 3; times += 1) fireEvent.keyDown(checkbox(PLANTS), { key, repeat: true });
    expect(platform.calls('update')).toEqual([['a', change]]);
  });

  it('e edits the title and returns the focus to the row', async () => {
    const user = await renderDashboard(...week);
    focus(checkbox(PLANTS));
    await user.keyboard('e');
    expect(focused()).toBe(screen.getByRole('textbox', { name: 'Task title' }));
    await user.keyboard('s?n/{Escape}');
    expect(focused()).toBe(checkbox(PLANTS));
    expect(platform.calls('update')).toEqual([]);
    await user.keyboard('{ArrowUp}eWater the herbs{Enter}');
    await waitFor(() => expect(focused()).toBe(checkbox('Water the herbs')));
  });

  it('m opens the menu of days, and returns the focus to the row, or to the next one after a move', async () => {
    const user = await renderDashboard(...week);
    focus(checkbox(PLANTS));
    await user.keyboard('m{Escape}');
    expect(focused()).toBe(checkbox(PLANTS));
    await user.keyboard('mf{Enter}');
    expect(platform.calls('update')).toEqual([['a', { task_date: '2026-11-20' }]]);
    await waitFor(() => expect(focused()).toBe(checkbox(BOOK)));
  });

  it('m leads to a date field for any other day, which says what it cannot take', async () => {
    const user = await renderDashboard(...week);
    focus(checkbox(PLANTS));
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

  it('Delete deletes with Undo, Backspace does nothing', async () => {
    const user = await renderDashboard(...week);
    focus(checkbox(PLANTS));
    await user.keyboard('{Backspace}');
    expect(platform.calls('remove')).toEqual([]);
    await user.keyboard('{Delete}');
    await waitFor(() => expect(mondayRows()).toEqual([BOOK]));
    expect(focused()).toBe(checkbox(BOOK));
    await waitFor(() => expect(platform.notices()).toEqual(['Task deleted']));
    act(() => platform.pressNotice());
    await waitFor(() => expect(mondayRows()).toEqual([PLANTS, BOOK]));
  });

  it.each(['{Control>}s{/Control}', '{Meta>}s{/Meta}', '{Alt>}s{/Alt}', '{Shift>}S{/Shift}'])(
    'is ignored together with a modifier key: %s',
    async (keys) => {
      const user = await renderDashboard(...week);
      focus(checkbox(PLANTS));
      await user.keyboard(keys);
      expect(platform.calls('update')).toEqual([]);
    },
  );

  it('is ignored while an input method composes a character', async () => {
    await renderDashboard(...week);
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
    const user = await renderDashboard(...week);
    focus(checkbox(PLANTS));
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
    const user = await renderDashboard(...week);
    focus(checkbox(PLANTS));
    await user.keyboard(keys);
    await waitFor(() => expect(focused()).toBe(target()));
    const before = JSON.stringify(platform.rows());
    await user.keyboard(TYPED_ON);
    expect(focused()).toBe(target());
    expect(composer()).toBeNull();
    expect(JSON.stringify(platform.rows())).toBe(before);
    expect(platform.calls('update').filter(([, change]) => !('title' in (change as object)))).toEqual([]);
  });

  it.each<[string, (user: UserEvent) => Promise<void>]>([
    ['an arrow key', (user) => user.keyboard('{ArrowUp}')],
    ['Tab', (user) => user.keyboard('{Shift>}{Tab}{/Shift}{ArrowLeft}{Home}')],
    ['a pointer', (user) => user.pointer({ keys: '[MouseLeft]', target: screen.getByRole('main') })],
  ])('acts again after %s', async (_, wake) => {
    const user = await renderDashboard(...week);
    focus(checkbox(PLANTS));
    await user.keyboard('e{Escape}s');
    expect(platform.calls('update')).toEqual([]);
    await wake(user);
    focus(checkbox(PLANTS));
    await user.keyboard('s');
    expect(platform.calls('update')).toEqual([['a', { starred: true }]]);
  });

  it('acts again after 700 ms without a key, which every further key prolongs', async () => {
    const user = await renderDashboard(...week);
    focus(checkbox(PLANTS));
    await user.keyboard('e');
    let now = performance.now() - 5000;
    const press = (key: string, wait: number) => {
      now += wait;
      const target = focused() ?? document.body;
      const event = createEvent.keyDown(target, { key });
      Object.defineProperty(event, 'timeStamp', { value: now });
      fireEvent(target, event);
    };
    press('Escape', 0);
    press('s', 699);
    press('s', 699);
    expect(platform.calls('update')).toEqual([]);
    press('s', 700);
    await waitFor(() => expect(platform.calls('update')).toEqual([['a', { starred: true }]]));
  });

  it('keeps Ctrl+K, and reaches a field that it has opened', async () => {
    const user = await renderDashboard(...week);
    focus(checkbox(PLANTS));
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
    const user = await renderDashboard(...week);
    focus(checkbox(PLANTS));
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
    const user = await renderDashboard(...week);
    focus(checkbox(PLANTS));
    for (const key of ['ArrowLeft', 'ArrowRight']) {
      for (const shiftKey of [false, true]) {
        // `fireEvent` returns false if a handler has prevented the browser's own action.
        expect(fireEvent.keyDown(checkbox(PLANTS), { key, altKey: true, shiftKey })).toBe(true);
      }
    }
    expect(firstDay()).toBe('Monday Nov 16');
    await user.keyboard('n');
    expect(composer()).not.toBeNull();
  });

  it('every key works on a keyboard without Latin letters, by its place', async () => {
    await renderDashboard(...week);
    const press = (key: string, code: string, modifier = {}) =>
      act(() => void fireEvent.keyDown(focused() ?? document.body, { key, code, ...modifier }));
    focus(checkbox(PLANTS));
    press('ы', 'KeyS');
    await waitFor(() => expect(platform.calls('update')).toEqual([['a', { starred: true }]]));
    press('О', 'KeyJ', { shiftKey: true });
    expect(firstDay()).toBe('Monday Nov 23');
    press('е', 'KeyT');
    await waitFor(() => expect(focused()).toBe(checkbox(MILK)));
    press('ь', 'KeyM');
    await screen.findByRole('menu');
    press('а', 'KeyF');
    expect(focused()?.textContent).toContain('Friday');
    fireEvent.keyDown(document.body, { key: 'Escape' });
    press('л', 'KeyK', { ctrlKey: true });
    expect(screen.getByRole('dialog', { name: 'Search' })).not.toBeNull();
  });

  it('? lists all shortcuts, and other keys have no effect until the list is closed', async () => {
    const user = await renderDashboard(...week);
    focus(checkbox(PLANTS));
    await user.keyboard('?');
    const sheet = within(screen.getByRole('dialog', { name: 'Keyboard shortcuts' }));
    expect(sheet.getByText('Star or unstar the task')).not.toBeNull();
    await user.keyboard('n');
    expect(composer()).toBeNull();
    await user.click(sheet.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
