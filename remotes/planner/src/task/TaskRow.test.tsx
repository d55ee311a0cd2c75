// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { aTask, platform } from '@space/platform/testing';
import { answer, day, fail, monday, mondayRows, renderDashboard, row } from '../testing/renderDashboard.tsx';

vi.mock('@space/platform', () => import('@space/platform/testing'));

const OLD = 'Water the plants';
const NEW = 'Water the herbs';

const field = () => screen.getByRole('textbox', { name: 'Task title' });
const button = (title: string, name: string) => row(title).getByRole('button', { name });
const clickElsewhere = (user: UserEvent) => user.click(screen.getByRole('heading', { level: 1 }));
const isBusy = (title: string) =>
  screen.getByRole('checkbox', { name: title }).closest('li')?.getAttribute('aria-busy') === 'true';

async function retype(user: UserEvent, text: string): Promise<void> {
  await user.click(button(OLD, 'Edit title'));
  expect(document.activeElement).toBe(field());
  expect(field()).toHaveProperty('value', OLD);
  await user.clear(field());
  if (text) await user.paste(text);
}

it('row-actions: a task is in the list of its day, and each of its buttons is described by its title', async () => {
  await renderDashboard(aTask({ starred: true, emoji: '🎯' }));
  expect(within(monday().getByRole('list')).getAllByRole('listitem')).toHaveLength(1);
  const names = row(OLD)
    .getAllByRole('button', { description: OLD })
    .map((each) => each.getAttribute('aria-label'));
  const actions = ['Unstar task', 'Pin task', 'Edit title', 'Move to next day', 'Move to', 'Delete task'];
  expect(names).toEqual(expect.arrayContaining(actions));
});

it('written-text: an address in a title is a link, and in the tab order while its row has the focus', async () => {
  const address = 'https://example.com/plants';
  const user = await renderDashboard(aTask({ title: `Read ${address}, then water` }));
  const link = screen.getByRole('link', { name: address });
  expect(link.getAttribute('href')).toBe(address);
  expect([link.getAttribute('rel'), link.getAttribute('target')]).toEqual(['noreferrer', '_blank']);
  expect(link.tabIndex).toBe(-1);
  act(() => screen.getByRole('checkbox').focus());
  await user.tab();
  expect(document.activeElement).toBe(link);
  await user.tab();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Give emoji');
  act(() => link.focus());
  await user.keyboard('{ArrowUp}');
  expect(document.activeElement).toBe(link);
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('Add task');
});

describe('edit-and-undo: changing a title', () => {
  it.each<[string, string, (user: UserEvent) => Promise<void>, string]>([
    ['Enter', NEW, (user) => user.keyboard('{Enter}'), NEW],
    ['Enter twice', NEW, (user) => user.keyboard('{Enter}{Enter}'), NEW],
    ['Tab', NEW, (user) => user.tab(), NEW],
    ['a click elsewhere', NEW, clickElsewhere, NEW],
    [
      'Enter, then a click elsewhere',
      NEW,
      (user) => user.keyboard('{Enter}').then(() => clickElsewhere(user)),
      NEW,
    ],
    ['Escape', NEW, (user) => user.keyboard('{Escape}'), OLD],
    ['Enter on no text', '', (user) => user.keyboard('{Enter}'), OLD],
    ['a click elsewhere from spaces', '  ', clickElsewhere, OLD],
    ['Enter on the same text', `${OLD} `, (user) => user.keyboard('{Enter}'), OLD],
  ])('saves once or leaves it as it was: %s', async (name, text, end, title) => {
    const user = await renderDashboard(aTask());
    platform.hold();
    await retype(user, text);
    await end(user);
    await act(() => platform.letGo());
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
    expect(mondayRows()).toEqual([title]);
    expect(platform.calls('update')).toEqual(title === NEW ? [['a', { title: NEW }, { title: OLD }]] : []);
    expect(platform.notices()).toEqual([]);
    if (/^(Enter|Escape)(?!, then)/.test(name)) {
      expect(document.activeElement).toBe(button(title, 'Edit title'));
    }
  });

  it('keeps the field open if the title is too long or saving fails, and Enter retries', async () => {
    const user = await renderDashboard(aTask());
    await retype(user, 'ü'.repeat(201));
    await user.keyboard('{Enter}');
    expect(platform.notices()).toEqual(['! Task title must be less than 200 characters']);
    expect(field()).toHaveProperty('value', 'ü'.repeat(201));
    expect(platform.calls('update')).toEqual([]);
    await user.clear(field());
    await user.paste(NEW);
    platform.failEach('update', 'network');
    await user.keyboard('{Enter}');
    platform.failEach('update', null);
    expect(platform.notices().at(-1)).toBe('! Failed to update task');
    expect(field()).toHaveProperty('value', NEW);
    expect(field()).toHaveProperty('readOnly', false);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(mondayRows()).toEqual([NEW]));
  });

  it('performs the press that leaves the field once the title is saved', async () => {
    const user = await renderDashboard(aTask());
    platform.hold();
    await retype(user, NEW);
    await user.dblClick(button(OLD, 'Star task'));
    expect(platform.waiting()).toEqual(['update']);
    await answer('update');
    await answer('update');
    await waitFor(() => expect(button(NEW, 'Unstar task')).not.toBeNull());
    expect(platform.calls('update')).toEqual([
      ['a', { title: NEW }, { title: OLD }],
      ['a', { starred: true }],
    ]);
  });
});

it("edit-and-undo: a title that was changed elsewhere stays, and what was typed too if 'Keep mine' fails", async () => {
  const theirs = 'Water the cacti';
  const user = await renderDashboard(aTask());
  platform.changeElsewhere('a', { title: theirs });
  await retype(user, NEW);
  await user.keyboard('{Enter}');
  const name = `Changed elsewhere while you edited it. Yours: ${NEW}`;
  const choice = within(await screen.findByRole('group', { name }));
  expect(mondayRows()[0]).toContain(theirs);
  expect(document.activeElement).toBe(button(theirs, 'Edit title'));
  expect(platform.notices()).toEqual(['! The title was changed elsewhere. Keep yours or theirs.']);
  expect(platform.rows()[0]?.title).toBe(theirs);
  platform.failEach('update', 'network');
  await user.click(choice.getByRole('button', { name: 'Keep mine' }));
  await waitFor(() => expect(platform.notices().at(-1)).toBe('! Failed to update task'));
  platform.failEach('update', null);
  await user.click(choice.getByRole('button', { name: 'Keep mine' }));
  await waitFor(() => expect(mondayRows()).toEqual([NEW]));
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: NEW }));
});

describe('a press', () => {
  it.each([
    ['Star task', 'update', 'Unstar task', []],
    ['Pin task', 'update', 'Unpin task', []],
    ['Move to next day', 'update', 'Move to next day', ['Task moved']],
    ['Delete task', 'remove', null, ['Task deleted']],
  ])(
    'twice on %s sends one request; the row is busy and unchanged until the response',
    async (name, call, after, notices) => {
      const user = await renderDashboard(aTask(), aTask({ id: 'b', title: 'Read a book' }));
      platform.hold();
      await user.dblClick(button(OLD, name));
      await user.keyboard('{Enter}');
      await user.click(row(OLD).getByRole('checkbox'));
      expect(isBusy(OLD)).toBe(true);
      expect(button(OLD, name).getAttribute('aria-disabled')).toBe('true');
      expect(isBusy('Read a book')).toBe(false);
      expect(row(OLD).getByRole('checkbox')).toHaveProperty('checked', false);
      expect(mondayRows()).toEqual([OLD, 'Read a book']);
      expect(platform.notices()).toEqual([]);
      expect(platform.waiting()).toEqual([call]);
      await answer(call);
      await waitFor(() => expect(platform.notices()).toEqual(notices));
      if (after === null) expect(screen.queryByText(OLD)).toBeNull();
      else expect(button(OLD, after).getAttribute('aria-disabled')).toBeNull();
      expect(platform.waiting()).toEqual([]);
    },
  );

  it('server-first: ticks a task only after the server has confirmed it, and not at all if the server rejects it', async () => {
    const user = await renderDashboard(aTask());
    const checkbox = row(OLD).getByRole<HTMLInputElement>('checkbox');
    platform.hold();
    await user.click(checkbox);
    await user.keyboard(' ');
    expect(checkbox.checked).toBe(false);
    await answer('update');
    expect(checkbox.checked).toBe(true);
    await user.keyboard(' ');
    await fail('update', { kind: 'rejected', status: 500 });
    expect(platform.notices()).toEqual(['! Failed to update task']);
    expect(checkbox.checked).toBe(true);
    expect(document.activeElement).toBe(checkbox);
    expect(platform.calls('update')).toHaveLength(2);
  });

  it('moves the focus on when its row disappears: to the next row, else the previous one, else Add task', async () => {
    const titles = ['One', 'Two', 'Three'];
    const user = await renderDashboard(...titles.map((title) => aTask({ id: title, title })));
    await user.click(button('Two', 'Move to next day'));
    expect(day('Tuesday Nov 17').getAllByRole('listitem')).toHaveLength(1);
    expect(document.activeElement).toBe(button('Three', 'Move to next day'));
    await user.click(button('Three', 'Delete task'));
    expect(document.activeElement).toBe(button('One', 'Delete task'));
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(monday().getByRole('button', { name: 'Add task' }));
  });

  it('task-moves: a task moves to the day that is chosen in its menu with the keyboard', async () => {
    const user = await renderDashboard(aTask());
    await user.click(button(OLD, 'Move to'));
    expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Today' }));
    // Today, then the other visible days without the task's own, then any day.
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Today',
      'Tuesday, Nov 17',
      'Thursday, Nov 19',
      'Friday, Nov 20',
      'Saturday, Nov 21',
      'Sunday, Nov 22',
      'Another day…',
    ]);
    await user.keyboard('f{Enter}');
    expect(day('Friday Nov 20').getByRole('listitem').textContent).toBe(OLD);
    expect(platform.rows()[0]?.task_date).toBe('2026-11-20');
  });

  it('chooses an emoji; Escape changes nothing and returns the focus', async () => {
    const user = await renderDashboard(aTask());
    await user.click(button(OLD, 'Give emoji'));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Star' }));
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(button(OLD, 'Give emoji'));
    await user.keyboard('{Enter}');
    await user.click(screen.getByRole('button', { name: 'Coffee' }));
    expect(mondayRows()).toEqual([`${OLD}☕`]);
    expect(document.activeElement).toBe(button(OLD, 'Change emoji'));
  });
});
