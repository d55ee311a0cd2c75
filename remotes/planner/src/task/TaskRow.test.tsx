// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aTask, platform } from '@space/platform/testing';
import * as page from '../testing/page.tsx';
import { PLANTS, renderDashboard, user } from '../testing/dashboard.tsx';

const HERBS = 'Water the herbs';
const CACTI = 'Water the cacti';
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Task title' });

it.each<[string, string, () => Promise<void>, string]>([
  ['Enter', HERBS, () => user.keyboard('{Enter}'), HERBS],
  ['Enter twice', HERBS, () => user.keyboard('{Enter}{Enter}'), HERBS],
  ['Tab', HERBS, () => user.tab(), HERBS],
  ['a click elsewhere', HERBS, page.clickElsewhere, HERBS],
  ['Enter, then a click elsewhere', HERBS, () => user.keyboard('{Enter}').then(page.clickElsewhere), HERBS],
  ['Escape', HERBS, () => user.keyboard('{Escape}'), PLANTS],
  ['Enter on no text', '', () => user.keyboard('{Enter}'), PLANTS],
  ['a click elsewhere from spaces', '  ', page.clickElsewhere, PLANTS],
  ['Enter on the same text', `${PLANTS} `, () => user.keyboard('{Enter}'), PLANTS],
])('edit-and-undo: a new title is saved once, or left as it was: %s', async (name, text, end, title) => {
  await renderDashboard(aTask());
  platform.hold();
  await page.act(PLANTS, 'Edit title');
  expect([page.focused(), field().value]).toEqual([field(), PLANTS]);
  await page.retype(text, '');
  await end();
  await page.answerAll();
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  expect([page.rows(), platform.notices()]).toEqual([[title], []]);
  const sent = [['a', { title: HERBS }, { title: PLANTS }]];
  expect(platform.calls('update')).toEqual(title === HERBS ? sent : []);
  if (/^(Enter|Escape)(?!, then)/.test(name)) expect(page.focused()).toBe(page.action(title, 'Edit title'));
});

it('edit-and-undo: the field stays open if the title is too long or saving fails; the press that leaves it is performed once it is saved', async () => {
  await renderDashboard(aTask());
  await page.act(PLANTS, 'Edit title');
  await page.retype('ü'.repeat(201));
  expect(platform.notices()).toEqual(['! Task title must be less than 200 characters']);
  expect([field().value, platform.calls('update')]).toEqual(['ü'.repeat(201), []]);
  await page.failing('update', 'network', () => page.retype(CACTI));
  expect(platform.notices().at(-1)).toBe('! Failed to update task');
  expect([field().value, field().readOnly]).toEqual([CACTI, false]);
  // Enter sends it again.
  await user.keyboard('{Enter}');
  await page.untilRows(CACTI);
  platform.hold();
  await page.act(CACTI, 'Edit title');
  await page.retype(HERBS, '');
  await user.dblClick(page.action(CACTI, 'Star task'));
  expect(platform.waiting()).toEqual(['update']);
  await page.answer('update');
  await page.answer('update');
  await waitFor(() => expect(page.action(HERBS, 'Unstar task')).not.toBeNull());
  expect(platform.calls('update').slice(3)).toEqual([['a', { starred: true }]]);
});

it("edit-and-undo: a title that was changed elsewhere stays, and what was typed too until 'Keep mine' or 'Keep theirs' succeeds", async () => {
  await renderDashboard(aTask());
  platform.changeElsewhere('a', { title: CACTI });
  await page.act(PLANTS, 'Edit title');
  await page.retype(HERBS);
  await screen.findByRole('group', { name: `Changed elsewhere while you edited it. Yours: ${HERBS}` });
  expect(page.rows()[0]).toContain(CACTI);
  expect(page.focused()).toBe(page.action(CACTI, 'Edit title'));
  expect(platform.notices()).toEqual(['! The title was changed elsewhere. Keep yours or theirs.']);
  await page.failing('update', 'network', () => page.press('Keep mine'));
  await waitFor(() => expect(platform.notices().at(-1)).toBe('! Failed to update task'));
  expect(platform.rows()[0]?.title).toBe(CACTI);
  await page.press('Keep mine');
  await page.untilRows(HERBS);
  expect(page.focused()).toBe(page.checkbox(HERBS));
  // 'Keep theirs' drops what was typed.
  platform.changeElsewhere('a', { title: CACTI });
  await page.act(HERBS, 'Edit title');
  await page.retype(PLANTS);
  await user.click(await screen.findByRole('button', { name: 'Keep theirs' }));
  expect([page.rows(), platform.rows()[0]?.title]).toEqual([[CACTI], CACTI]);
  expect(page.focused()).toBe(page.checkbox(CACTI));
});

it('row-actions: each button is described by its title, and the focus moves on when the row disappears', async () => {
  const ids = ['One', 'Two', 'Three'];
  await renderDashboard(...ids.map((id) => aTask({ id, title: id, starred: id === 'One', emoji: '🎯' })));
  expect(within(page.monday().getByRole('list')).getAllByRole('listitem')).toHaveLength(3);
  const described = page.row('One').getAllByRole('button', { description: 'One' });
  const names = ['Unstar task', 'Pin task', 'Edit title', 'Move to next day', 'Move to', 'Delete task'];
  expect(described.map((each) => each.getAttribute('aria-label'))).toEqual(expect.arrayContaining(names));
  // To the next row, else the previous one, else 'Add task'.
  await page.act('Two', 'Move to next day');
  expect(page.day('Tuesday Nov 17').getAllByRole('listitem')).toHaveLength(1);
  expect(page.focused()).toBe(page.action('Three', 'Move to next day'));
  await page.act('Three', 'Delete task');
  expect(page.focused()).toBe(page.action('One', 'Delete task'));
  await user.keyboard('{Enter}');
  expect(page.focused()).toBe(page.addButton());
});

it('written-text: an address in a title is a link, and in the tab order while its row has the focus', async () => {
  const address = 'https://example.com/plants';
  await renderDashboard(aTask({ title: `Read ${address}, then water` }));
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: address });
  expect([link.href, link.rel, link.target, link.tabIndex]).toEqual([address, 'noreferrer', '_blank', -1]);
  page.focus(screen.getByRole('checkbox'));
  for (const [key, target] of [
    ['{Tab}', link],
    ['{Tab}', page.button('Give emoji')],
    ['{ArrowUp}', page.button('Give emoji')],
    ['{Shift>}{Tab}{/Shift}', link],
    ['{ArrowUp}', link],
    ['{ArrowDown}', page.addButton()],
  ] as const) {
    await user.keyboard(key);
    expect([key, page.focused()]).toEqual([key, target]);
  }
});

it('row-actions, task-moves: an emoji and a day are chosen with the keyboard; Escape changes nothing and returns the focus', async () => {
  await renderDashboard(aTask());
  await page.act(PLANTS, 'Give emoji');
  expect(page.focused()).toBe(page.button('Star'));
  await user.keyboard('{Escape}');
  expect(page.focused()).toBe(page.action(PLANTS, 'Give emoji'));
  await user.keyboard('{Enter}');
  await page.press('Coffee');
  expect(page.rows()).toEqual([`${PLANTS}☕`]);
  expect(page.focused()).toBe(page.action(PLANTS, 'Change emoji'));

  await page.act(PLANTS, 'Move to');
  const days = screen.getAllByRole('menuitem');
  expect(page.focused()).toBe(days[0]);
  // Today, then the other visible days without the task's own, then any day.
  expect(page.textsOf(days).join('; ')).toBe(
    'Today; Tuesday, Nov 17; Thursday, Nov 19; Friday, Nov 20; Saturday, Nov 21; Sunday, Nov 22; Another day…',
  );
  await user.keyboard('f{Enter}');
  expect(page.day('Friday Nov 20').getByRole('listitem').textContent).toBe(`${PLANTS}☕`);
  expect(platform.rows()[0]?.task_date).toBe('2026-11-20');
});

const FINGER = { pointerType: 'touch', isPrimary: true, clientX: 9, clientY: 9 };
const sheet = () => within(screen.getByRole('dialog', { name: PLANTS }));

/** Opens the sheet and chooses an action, or an action and what it offers. */
async function choose(...names: string[]): Promise<void> {
  await page.act(PLANTS, 'More');
  for (const name of names) await user.click(sheet().getByRole('button', { name }));
}

it('row-actions: More opens a sheet with all actions in words; each changes the task and closes the sheet', async () => {
  await renderDashboard(aTask());
  const untilChanged = (change: object) =>
    waitFor(() => {
      expect(platform.calls('update').at(-1)).toEqual(['a', change]);
      expect([screen.queryByRole('dialog'), screen.queryByRole('listitem', { busy: true })]).toEqual([
        null,
        null,
      ]);
    });
  await choose('Star task');
  await untilChanged({ starred: true });
  await choose('Give emoji', 'Coffee');
  await untilChanged({ emoji: '☕' });
  await choose('Move to', 'Friday, Nov 20');
  await untilChanged({ task_date: '2026-11-20' });
  await choose('Move to', 'Another day…');
  expect(page.focused()).toBe(sheet().getByLabelText('Day'));
  fireEvent.change(page.focused() as Element, { target: { value: '2026-11-21' } });
  await page.press('Move task');
  await untilChanged({ task_date: '2026-11-21' });
  await choose();
  expect(page.textsOf(sheet().getAllByRole('button')).join(', ')).toBe(
    'Unstar task, Pin task, Edit title, Change emoji, Move to next day, Move to, Delete task, Close',
  );
  await page.press('Close');
  expect(screen.queryByRole('dialog')).toBeNull();
  await choose('Edit title');
  expect(page.focused()).toBe(field());
  fireEvent.pointerDown(field(), FINGER);
  expect(fireEvent.contextMenu(field()), "a long press there opens the browser's menu").toBe(true);
  await user.keyboard('{Escape}');
  expect(page.focused()).toBe(page.action(PLANTS, 'More'));
});

it('row-actions: a long press with a finger opens the sheet; a moved or lifted finger and a mouse do not', async () => {
  await renderDashboard(aTask());
  vi.useFakeTimers();
  const touch = (type: 'pointerDown' | 'pointerMove' | 'pointerUp', at: object = {}) =>
    fireEvent[type](screen.getByText(PLANTS), { ...FINGER, ...at });
  const rest = () => act(() => void vi.advanceTimersByTime(600));
  touch('pointerDown', { pointerType: 'mouse' });
  rest();
  touch('pointerDown');
  touch('pointerMove', { clientY: 40 });
  rest();
  touch('pointerDown');
  touch('pointerUp');
  rest();
  expect(screen.queryByRole('dialog')).toBeNull();
  touch('pointerDown');
  touch('pointerMove', { clientY: 12 });
  rest();
  expect(sheet()).not.toBeNull();
});
