// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { aTask, platform, session } from '@space/platform/testing';
import {
  answer,
  composer,
  day,
  fail,
  monday,
  mondayRows,
  renderDashboard,
  untilAdded,
} from '../testing/renderDashboard.tsx';

vi.mock('@space/platform', () => import('@space/platform/testing'));

const EMPTY = 'Task title cannot be empty';
const ADD_FAILED = 'Failed to add task. Please try again.';

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

const addedTitles = () => platform.rows().map(({ title }) => title);
const failedList = () => screen.queryByRole('list', { name: 'Tasks that were not added' });
const failedItems = () => [...(failedList()?.children ?? [])] as HTMLElement[];
/** The titles and reasons of Monday's tasks that could not be added. */
const failedRows = () =>
  failedItems().map((row) =>
    within(row)
      .getAllByRole('paragraph')
      .map(({ textContent }) => textContent.trim())
      .join(''),
  );
const failedButton = (title: string, name: string) =>
  within(failedItems().find((row) => row.textContent.includes(title)) ?? document.body).getByRole('button', {
    name,
  });

type Act = (user: UserEvent) => Promise<void>;

const onButton =
  (name: string, press: Act): Act =>
  async (user) => {
    act(() => choice(name).focus());
    await press(user);
  };

/** The ways to end the composer, how many tasks each of them adds, and where the focus is afterwards. */
const ENDINGS: readonly [string, 0 | 1, 'its field' | 'Add task' | 'elsewhere', Act][] = [
  ['Enter', 1, 'its field', press('{Enter}')],
  ['Enter twice', 1, 'Add task', press('{Enter}', '{Enter}')],
  [
    'Enter, then a click elsewhere',
    1,
    'elsewhere',
    async (user) => {
      await user.keyboard('{Enter}');
      await clickElsewhere(user);
    },
  ],
  ['a click elsewhere', 1, 'elsewhere', clickElsewhere],
  ['Add', 1, 'its field', (user) => user.click(choice('Add'))],
  ['a double click on Add', 1, 'Add task', (user) => user.dblClick(choice('Add'))],
  ['Tab past the last of its buttons', 1, 'elsewhere', onButton('Cancel', (user) => user.tab())],
  ['Escape', 0, 'Add task', press('{Escape}')],
  ['Escape on a picked emoji', 0, 'Add task', onButton('Coffee', press(' ', '{Escape}'))],
  ['Cancel', 0, 'Add task', (user) => user.click(choice('Cancel'))],
];

describe('task-composer: writing a task', () => {
  it.each(ENDINGS)('is ended by %s: adds %i task, the focus is on %s', async (_, inserts, focus, end) => {
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
    if (focus === 'its field') return expect(document.activeElement).toBe(field());
    await waitFor(() => expect(composer()).toBeNull());
    if (focus === 'Add task') expect(document.activeElement).toBe(addButton());
  });

  it('adds the task if the user leaves the page, but not if the session ends', async () => {
    const user = await renderDashboard();
    await write(user, 'Buy milk');
    cleanup();
    await waitFor(() => expect(platform.notices()).toEqual(['Task added!']));
    expect(platform.rows().map(({ title }) => title)).toEqual(['Buy milk']);

    await write(await renderDashboard(), 'Buy bread');
    await act(() => session.getState().signOut());
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
    ['only invisible characters', ' \u200B\u2060', EMPTY],
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
    await user.type(field(), '  ');
    await clickElsewhere(user);
    await waitFor(() => expect(composer()).toBeNull());
    expect(platform.notices()).toHaveLength(1);
    expect(platform.calls('add')).toEqual([]);
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

describe('failed-save: a task that could not be added', () => {
  /** Submits a task in a request that fails. */
  async function failToAdd(user: UserEvent, leave: (user: UserEvent) => Promise<void>): Promise<void> {
    await write(user, 'Buy milk');
    platform.failEach('add', 'network');
    await leave(user);
    platform.failEach('add', null);
    expect(platform.notices()).toEqual([`! ${ADD_FAILED}`]);
  }

  it.each([
    ['Enter', (user: UserEvent) => user.keyboard('{Enter}')],
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
    const [first, second] = platform.calls('add');
    expect(second).toEqual(first);
    expect(field()).toHaveProperty('value', '');
    expect(description()).toBeUndefined();
  });

  it('is sent again by leaving only if the text or the emoji has changed', async () => {
    const user = await renderDashboard();
    await failToAdd(user, (person) => person.keyboard('{Enter}'));
    await waitFor(() => expect(field()).toHaveProperty('value', 'Buy milk'));
    await clickElsewhere(user);
    expect(field()).toHaveProperty('value', 'Buy milk');
    expect(platform.calls('add')).toHaveLength(1);
    await user.click(field());
    await user.click(choice('Coffee'));
    await clickElsewhere(user);
    await untilAdded('Buy milk☕');
    expect(platform.rows()).toHaveLength(1);
  });

  it('never replaces the next one, but becomes a row at its day, which can be retried and discarded', async () => {
    const user = await renderDashboard();
    platform.hold();
    await write(user, '');
    await user.keyboard('Buy milk{Enter}Post the letter{Enter}Water pl');
    await fail('add');
    await fail('add');
    expect(failedRows()).toEqual([`Buy milk${ADD_FAILED}`, `Post the letter${ADD_FAILED}`]);
    expect(field()).toHaveProperty('value', 'Water pl');
    expect(description()).toBeUndefined();
    await user.keyboard('ants{Enter}');
    await answer('add');
    await waitFor(() => expect(addedTitles()).toEqual(['Water plants']));

    // Another week and back: the rows are still there, and the focus is not lost with them.
    await user.click(choice('Next week'));
    expect(failedRows()).toEqual([]);
    await user.click(choice('Previous week'));
    await user.click(failedButton('Buy milk', 'Retry'));
    await fail('add', { kind: 'rejected', status: 429, message: 'Too many tasks at once.' });
    await waitFor(() => expect(failedRows()[0]).toBe(`Buy milk${ADD_FAILED} Too many tasks at once.`));
    await user.click(failedButton('Buy milk', 'Retry'));
    await answer('add');
    expect(failedRows()).toEqual([`Post the letter${ADD_FAILED}`]);
    expect(document.activeElement).toBe(failedButton('Post the letter', 'Retry'));
    const ids = platform.calls('add').map(([task]) => (task as { id: string }).id);
    expect(ids.filter((id) => id === ids[0])).toHaveLength(3);
    await user.click(failedButton('Post the letter', 'Discard'));
    expect(failedRows()).toEqual([]);
    expect(document.activeElement).toBe(addButton());
    expect(addedTitles()).toEqual(['Water plants', 'Buy milk']);
  });

  it('does not get the letters of the next one, which is typed as it fails', async () => {
    const user = await renderDashboard();
    platform.hold();
    await write(user, '');
    await user.keyboard('Buy milk{Enter}');
    await fail('add');
    await waitFor(() => expect(field()).toHaveProperty('value', 'Buy milk'));
    await user.keyboard('Post the letter');
    expect(failedRows()).toEqual([`Buy milk${ADD_FAILED}`]);
    expect(field()).toHaveProperty('value', 'Post the letter');
    expect(description()).toBeUndefined();
    await user.keyboard('{Enter}');
    await answer('add');
    await waitFor(() => expect(addedTitles()).toEqual(['Post the letter']));
  });

  it.each([
    ['is left with the week while it is sent', (user: UserEvent) => user.click(choice('Next week'))],
    ['has come back to it, and is left with the week', (user: UserEvent) => user.keyboard('{Enter}')],
  ])('that %s becomes a row at its day, until the session ends', async (_, leave) => {
    const user = await renderDashboard();
    await failToAdd(user, leave);
    if (composer()) await waitFor(() => expect(field()).toHaveProperty('value', 'Buy milk'));
    if (composer()) await user.click(choice('Next week'));
    await user.click(choice('Previous week'));
    expect(composer()).toBeNull();
    expect(failedRows()).toEqual([`Buy milk${ADD_FAILED}`]);
    expect(platform.calls('add')).toHaveLength(1);
    await act(() => session.getState().signOut());
    expect(screen.queryByRole('main')).toBeNull();
    act(() => session.setState({ status: 'signed-in', user: { id: 'user', email: null } }));
    expect(failedRows()).toEqual([]);
  });
});
