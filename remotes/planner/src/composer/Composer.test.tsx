// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { aTask, platform, session } from '@space/platform/testing';
import {
  answer,
  composer,
  day,
  monday,
  mondayRows,
  renderDashboard,
  untilAdded,
} from '../testing/renderDashboard.tsx';

vi.mock('@space/platform', () => import('@space/platform/testing'));

const ADD_FAILED = 'Failed to add task. Please try again.';
const EMPTY = 'Task title cannot be empty';

const addButton = () => monday().getByRole('button', { name: 'Add task' });
const choice = (name: string) => screen.getByRole('button', { name });
const field = () => screen.getByRole('textbox', { name: 'New task' });
const clickElsewhere = (user: UserEvent) => user.click(screen.getByRole('heading', { level: 1 }));
const press =
  (...keys: string[]) =>
  async (user: UserEvent) => {
    for (const key of keys) await user.keyboard(key);
  };

async function write(user: UserEvent, text: string): Promise<void> {
  await user.click(addButton());
  expect(field()).toBe(document.activeElement);
  expect(field()).toHaveProperty('value', '');
  if (text) await user.paste(text);
}

/** The error text beside the field. */
const description = () =>
  document.getElementById(field().getAttribute('aria-describedby') ?? '')?.textContent;

interface Ending {
  inserts: 0 | 1;
  /** The composer was left: the focus does not return to 'Add task'. */
  leaves?: true;
  act: (user: UserEvent) => Promise<void>;
}

/** The ways to end the composer, and how many tasks each of them adds. */
const ENDINGS: Readonly<Record<string, Ending>> = {
  Enter: { inserts: 1, act: press('{Enter}') },
  'Enter, then a click elsewhere': {
    inserts: 1,
    leaves: true,
    act: async (user) => {
      await user.keyboard('{Enter}');
      await clickElsewhere(user);
    },
  },
  'Enter twice': { inserts: 1, act: press('{Enter}', '{Enter}') },
  'Enter, then Escape': { inserts: 1, act: press('{Enter}', '{Escape}') },
  'a click elsewhere': { inserts: 1, leaves: true, act: clickElsewhere },
  'a double click on Add': { inserts: 1, act: (user) => user.dblClick(choice('Add')) },
  'Tab past the last of its buttons': {
    inserts: 1,
    leaves: true,
    act: async (user) => {
      act(() => choice('Cancel').focus());
      await user.tab();
    },
  },
  Escape: { inserts: 0, act: press('{Escape}') },
  'Escape, then a click elsewhere': {
    inserts: 0,
    leaves: true,
    act: async (user) => {
      await user.keyboard('{Escape}');
      await clickElsewhere(user);
    },
  },
  'Escape on a picked emoji': {
    inserts: 0,
    act: async (user) => {
      act(() => choice('Coffee').focus());
      await user.keyboard(' ');
      expect(choice('Coffee').getAttribute('aria-pressed')).toBe('true');
      await user.keyboard('{Escape}');
    },
  },
  Cancel: { inserts: 0, act: (user) => user.click(choice('Cancel')) },
};

describe('writing a task', () => {
  it('is not disturbed when a week that failed to load arrives after all', async () => {
    platform.failEach('listBetween', 'network');
    const user = await renderDashboard();
    await write(user, 'Buy milk');
    const written = field();
    platform.failEach('listBetween', null);
    act(() => platform.comeBack());
    await waitFor(() => expect(screen.getAllByText('Nothing planned yet')).toHaveLength(7));
    expect(field()).toBe(written);
    expect(field()).toHaveProperty('value', 'Buy milk');
    expect(field()).toBe(document.activeElement);
    await user.keyboard('{Enter}');
    await untilAdded('Buy milk');
  });

  it.each(Object.entries(ENDINGS))('adds one task or none: %s', async (_, { inserts, leaves, act: end }) => {
    const user = await renderDashboard();
    platform.hold();
    await write(user, 'Buy milk');
    await end(user);
    await act(() => platform.letGo());
    const made = inserts === 1 ? ['Buy milk'] : [];
    await untilAdded(...made);
    expect(platform.rows().map(({ title }) => title)).toEqual(made);
    expect(platform.calls('add')).toHaveLength(inserts);
    expect(platform.notices()).toEqual(made.map(() => 'Task added!'));
    if (!leaves) expect(document.activeElement).toBe(addButton());
  });

  it('adds the task if the user leaves the page, but not if the session ends', async () => {
    const user = await renderDashboard();
    await write(user, 'Buy milk');
    cleanup();
    await waitFor(() => expect(platform.notices()).toEqual(['Task added!']));
    expect(platform.rows().map(({ title }) => title)).toEqual(['Buy milk']);

    await write(await renderDashboard(), 'Buy bread');
    await act(async () => {
      await session.getState().signOut();
    });
    expect(screen.queryByRole('main')).toBeNull();
    expect(platform.calls('add')).toHaveLength(1);
  });

  it('sends nothing and loses no letter while another window is in front', async () => {
    const user = await renderDashboard();
    await write(user, 'Half a thou');
    // A browser fires blur on the field of a window that loses the focus; the active element stays.
    fireEvent.blur(field());
    await user.keyboard('ght');
    expect(platform.calls('add')).toEqual([]);
    await user.keyboard('{Enter}');
    await untilAdded('Half a thought');
  });

  it('picks an emoji without moving the caret or saving anything', async () => {
    const user = await renderDashboard();
    await write(user, 'Swim ');
    await user.click(choice('Coffee'));
    await user.click(choice('Weight lifter'));
    expect(choice('Weight lifter').getAttribute('aria-pressed')).toBe('true');
    expect(choice('Coffee').getAttribute('aria-pressed')).toBe('false');
    await user.keyboard('far');
    expect(platform.calls('add')).toEqual([]);
    await user.keyboard('{Enter}');
    await untilAdded('Swim far🏋️');
  });

  it.each([
    ['nothing', ''],
    ['spaces', '   '],
  ])('closes without a notice when it is left with %s typed', async (_, text) => {
    const user = await renderDashboard();
    await write(user, text);
    await clickElsewhere(user);
    expect(composer()).toBeNull();
    expect(platform.notices()).toEqual([]);
    expect(platform.calls('add')).toEqual([]);
  });

  it.each([
    ['nothing', '', EMPTY],
    ['spaces', '   ', EMPTY],
    ['only invisible characters', '\u200B\u2060', EMPTY],
    ['201 characters', 'x'.repeat(201), 'Task title must be less than 200 characters'],
    ['201 emoji', '🔥'.repeat(201), 'Task title must be less than 200 characters'],
  ])('rejects %s beside the field and in a notice, and keeps text and emoji', async (_, text, sentence) => {
    const user = await renderDashboard();
    await write(user, text);
    await user.click(choice('Coffee'));
    await user.keyboard('{Enter}');
    expect(platform.notices()).toEqual([`! ${sentence}`]);
    expect(description()).toBe(sentence);
    expect(field()).toHaveProperty('value', text);
    expect(document.activeElement).toBe(field());
    expect(choice('Coffee').getAttribute('aria-pressed')).toBe('true');
    expect(platform.calls('add')).toEqual([]);
    await user.clear(field());
    await user.paste('y'.repeat(200));
    await user.keyboard('{Enter}');
    await untilAdded(`${'y'.repeat(200)}☕`);
  });

  it('treats leaving with only an emoji as Enter, once; with neither text nor emoji it closes silently', async () => {
    const user = await renderDashboard();
    await write(user, '');
    await user.click(choice('Coffee'));
    await clickElsewhere(user);
    expect(platform.notices()).toEqual([`! ${EMPTY}`]);
    expect(description()).toBe(EMPTY);
    await user.click(field());
    await clickElsewhere(user);
    expect(choice('Coffee').getAttribute('aria-pressed')).toBe('true');
    expect(platform.notices()).toHaveLength(1);
    await user.click(choice('Coffee'));
    await user.click(field());
    await clickElsewhere(user);
    expect(composer()).toBeNull();
    expect(platform.notices()).toHaveLength(1);
  });
});

describe('while the request is pending', () => {
  it('makes the text read-only, and shows an inert placeholder for the task', async () => {
    const user = await renderDashboard(aTask());
    platform.hold();
    await write(user, 'Buy milk');
    await user.keyboard('{Enter}');
    await user.keyboard(' and eggs');
    expect(field()).toHaveProperty('value', 'Buy milk');
    expect(field()).toHaveProperty('readOnly', true);
    expect(document.activeElement).toBe(field());
    const places = () => monday().getAllByRole('listitem', { hidden: true });
    await waitFor(() => expect(places()).toHaveLength(2));
    expect(mondayRows()).toEqual(['Water the plants']);
    expect(places()[1]?.hasAttribute('inert')).toBe(true);
    expect(places()[1]?.textContent.trim()).toBe('');
    await answer('add');
    await waitFor(() => expect(mondayRows()).toEqual(['Water the plants', 'Buy milk']));
    expect(document.activeElement).toBe(addButton());
  });

  it('leaves the focus where the user has moved it meanwhile', async () => {
    const user = await renderDashboard(aTask());
    platform.hold();
    await write(user, 'Buy milk');
    await user.keyboard('{Enter}');
    const checkbox = screen.getByRole('checkbox', { name: 'Water the plants' });
    act(() => checkbox.focus());
    await answer('add');
    await waitFor(() => expect(composer()).toBeNull());
    expect(document.activeElement).toBe(checkbox);
  });

  it('saves the task when the composer of another day is opened, which keeps its focus and text', async () => {
    const user = await renderDashboard();
    platform.hold();
    await write(user, 'Buy milk');
    await user.click(day('Tuesday Nov 17').getByRole('button', { name: 'Add task' }));
    const other = day('Tuesday Nov 17').getByRole('textbox', { name: 'New task' });
    await user.keyboard('Buy bre');
    await answer('add');
    await waitFor(() => expect(monday().queryByRole('textbox')).toBeNull());
    expect(document.activeElement).toBe(other);
    await user.keyboard('ad{Enter}');
    await answer('add');
    await waitFor(() => expect(composer()).toBeNull());
    expect(platform.rows().map(({ title, task_date }) => [title, task_date])).toEqual([
      ['Buy milk', '2026-11-16'],
      ['Buy bread', '2026-11-17'],
    ]);
  });
});

describe('a task that could not be added', () => {
  /** Submits a task in a request that fails. */
  async function failToAdd(user: UserEvent, leave: (user: UserEvent) => Promise<void>): Promise<void> {
    await write(user, 'Buy milk');
    platform.failEach('add', 'network');
    await leave(user);
    platform.failEach('add', null);
    expect(platform.notices()).toEqual([`! ${ADD_FAILED}`]);
  }

  it.each([
    ['Enter', press('{Enter}')],
    ['a click elsewhere', clickElsewhere],
  ])('stays in its composer after %s, and Enter retries', async (_, leave) => {
    const user = await renderDashboard();
    await failToAdd(user, leave);
    expect(field()).toHaveProperty('value', 'Buy milk');
    expect(field()).toHaveProperty('readOnly', false);
    expect(description()).toBe(ADD_FAILED);
    await user.click(field());
    await user.keyboard('{Enter}');
    await untilAdded('Buy milk');
    expect(platform.calls('add')).toHaveLength(2);
    expect(document.activeElement).toBe(addButton());
  });

  it('is sent again by leaving only if the text or the emoji has changed', async () => {
    const user = await renderDashboard();
    await failToAdd(user, press('{Enter}'));
    await clickElsewhere(user);
    expect(field()).toHaveProperty('value', 'Buy milk');
    expect(platform.calls('add')).toHaveLength(1);
    await user.click(field());
    await user.click(choice('Coffee'));
    await clickElsewhere(user);
    await untilAdded('Buy milk☕');
    expect(platform.rows()).toHaveLength(1);
  });

  it('stays in its week while another is shown, and is sent by Enter, not by leaving the field again', async () => {
    const user = await renderDashboard();
    await failToAdd(user, (person) => person.click(choice('Next week')));
    expect(composer()).toBeNull();
    await user.click(choice('Previous week'));
    expect(field()).toHaveProperty('value', 'Buy milk');
    expect(document.activeElement).not.toBe(field());
    await user.click(field());
    await clickElsewhere(user);
    expect(description()).toBe(ADD_FAILED);
    expect(platform.calls('add')).toHaveLength(1);
    await user.click(field());
    await user.keyboard('{Enter}');
    await untilAdded('Buy milk');
  });

  it('is discarded when the session ends', async () => {
    const user = await renderDashboard();
    await failToAdd(user, press('{Enter}'));
    await act(async () => {
      await session.getState().signOut();
    });
    expect(screen.queryByRole('main')).toBeNull();
    act(() => session.setState({ status: 'signed-in', user: { id: 'user', email: null } }));
    expect(composer()).toBeNull();
  });
});
