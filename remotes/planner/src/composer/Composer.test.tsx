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
  /** Where the focus is: by default on 'Add task', for the composer has closed; 'elsewhere' if it was left. */
  focus?: 'field' | 'elsewhere';
  act: (user: UserEvent) => Promise<void>;
}

/** The ways to end the composer, and how many tasks each of them adds. */
const ENDINGS: Readonly<Record<string, Ending>> = {
  Enter: { inserts: 1, focus: 'field', act: press('{Enter}') },
  'Enter, then a click elsewhere': {
    inserts: 1,
    focus: 'elsewhere',
    act: async (user) => {
      await user.keyboard('{Enter}');
      await clickElsewhere(user);
    },
  },
  'Enter twice': { inserts: 1, act: press('{Enter}', '{Enter}') },
  'Enter, then Escape': { inserts: 1, act: press('{Enter}', '{Escape}') },
  'a click elsewhere': { inserts: 1, focus: 'elsewhere', act: clickElsewhere },
  Add: { inserts: 1, focus: 'field', act: (user) => user.click(choice('Add')) },
  'Enter on Add': {
    inserts: 1,
    focus: 'field',
    act: async (user) => {
      act(() => choice('Add').focus());
      await user.keyboard('{Enter}');
    },
  },
  'a double click on Add': { inserts: 1, act: (user) => user.dblClick(choice('Add')) },
  'Tab past the last of its buttons': {
    inserts: 1,
    focus: 'elsewhere',
    act: async (user) => {
      act(() => choice('Cancel').focus());
      await user.tab();
    },
  },
  Escape: { inserts: 0, act: press('{Escape}') },
  'Escape, then a click elsewhere': {
    inserts: 0,
    focus: 'elsewhere',
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

describe('task-composer: writing a task', () => {
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

  it.each(Object.entries(ENDINGS))('adds one task or none: %s', async (_, { inserts, focus, act: end }) => {
    const user = await renderDashboard();
    platform.hold();
    await write(user, 'Buy milk');
    await end(user);
    await act(() => platform.letGo());
    const made = inserts === 1 ? ['Buy milk'] : [];
    await untilAdded(...made);
    expect(platform.rows().map(({ title }) => title)).toEqual(made);
    expect(platform.calls('add')).toHaveLength(inserts);
    await waitFor(() => expect(platform.notices()).toEqual(made.map(() => 'Task added!')));
    if (focus === 'field') {
      expect(document.activeElement).toBe(field());
      expect(field()).toHaveProperty('value', '');
    } else {
      await waitFor(() => expect(composer()).toBeNull());
      if (focus === undefined) expect(document.activeElement).toBe(addButton());
    }
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
    await waitFor(() => expect(composer()).toBeNull());
    expect(platform.notices()).toEqual([]);
    expect(platform.calls('add')).toEqual([]);
  });

  it.each([
    ['nothing', '', EMPTY],
    ['spaces', '   ', EMPTY],
    ['only invisible characters', '\u200B\u2060', EMPTY],
    ['201 characters', 'x'.repeat(201), 'Task title must be less than 200 characters'],
    ['201 emoji', '🔥'.repeat(201), 'Task title must be less than 200 characters'],
  ])(
    'empty-title, text-length: rejects %s beside the field and in a notice, and keeps text and emoji',
    async (_, text, sentence) => {
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
    },
  );

  it('empty-title: treats leaving with only an emoji as Enter, once; with neither text nor emoji it closes silently', async () => {
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
    await waitFor(() => expect(composer()).toBeNull());
    expect(platform.notices()).toHaveLength(1);
  });
});

describe('task-composer: while the request is pending', () => {
  it('takes the next tasks, shows an inert placeholder for each, and sends them in the order typed', async () => {
    const user = await renderDashboard(aTask());
    platform.hold();
    await write(user, '');
    const first = field();
    await user.keyboard('buy milk{Enter}post the letter{Enter}water plants{Enter}');
    expect(field()).toBe(first);
    expect(field()).toHaveProperty('value', '');
    expect(document.activeElement).toBe(field());
    const places = () => monday().getAllByRole('listitem', { hidden: true });
    await waitFor(() => expect(places()).toHaveLength(4));
    expect(mondayRows()).toEqual(['Water the plants']);
    expect(places()[1]?.hasAttribute('inert')).toBe(true);
    expect(places()[1]?.textContent.trim()).toBe('');
    expect(platform.calls('add')).toHaveLength(1);
    await answer('add');
    await user.keyboard('sleep');
    await answer('add');
    await answer('add');
    await untilAdded('Water the plants', 'buy milk', 'post the letter', 'water plants');
    expect(field()).toHaveProperty('value', 'sleep');
    expect(platform.calls('update')).toEqual([]);
    const ids = platform.rows().map(({ id }) => id);
    expect(new Set(ids).size).toBe(4);
  });

  it('a key that is held down adds nothing more, and says nothing', async () => {
    const user = await renderDashboard();
    await write(user, 'Buy milk');
    await user.keyboard('{Enter}');
    // `fireEvent` returns false if the browser is kept from submitting the form, or from pressing the button.
    for (const element of [field(), choice('Add'), choice('Cancel')]) {
      expect(fireEvent.keyDown(element, { key: 'Enter', repeat: true })).toBe(false);
    }
    await user.keyboard('{Enter}');
    expect(composer()).toBeNull();
    expect(fireEvent.keyDown(addButton(), { key: 'Enter', repeat: true })).toBe(false);
    await waitFor(() => expect(platform.notices()).toEqual(['Task added!']));
  });

  it('nothing that waits for its turn is sent after a sign-out', async () => {
    const user = await renderDashboard();
    platform.hold();
    await write(user, '');
    await user.keyboard('One{Enter}Two{Enter}');
    await act(() => session.getState().signOut());
    act(() => session.setState({ status: 'signed-in', user: { id: 'grace', email: null } }));
    await act(() => platform.letGo());
    expect(platform.calls('add')).toHaveLength(1);
    expect(platform.notices()).toEqual([]);
  });

  it('empty-title: leaves the focus where the user has moved it meanwhile, and closes the empty composer', async () => {
    const user = await renderDashboard(aTask());
    platform.hold();
    await write(user, 'Buy milk');
    await user.keyboard('{Enter}');
    const checkbox = screen.getByRole('checkbox', { name: 'Water the plants' });
    act(() => checkbox.focus());
    await waitFor(() => expect(composer()).toBeNull());
    await answer('add');
    await untilAdded('Water the plants', 'Buy milk');
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
    expect(platform.rows().map(({ title, task_date }) => [title, task_date])).toEqual([
      ['Buy milk', '2026-11-16'],
      ['Buy bread', '2026-11-17'],
    ]);
  });
});
