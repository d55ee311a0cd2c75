// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { platform, session } from '@space/platform/testing';
import { answer, composer, fail, monday, renderDashboard, untilAdded } from '../testing/renderDashboard.tsx';

vi.mock('@space/platform', () => import('@space/platform/testing'));

const ADD_FAILED = 'Failed to add task. Please try again.';

const addButton = () => monday().getByRole('button', { name: 'Add task' });
const choice = (name: string) => screen.getByRole('button', { name });
const field = () => screen.getByRole('textbox', { name: 'New task' });
const clickElsewhere = (user: UserEvent) => user.click(screen.getByRole('heading', { level: 1 }));

async function write(user: UserEvent, text: string): Promise<void> {
  await user.click(addButton());
  if (text) await user.paste(text);
}

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

/** The error text beside the field. */
const description = () =>
  document.getElementById(field().getAttribute('aria-describedby') ?? '')?.textContent;

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

  it('has left its composer with the page or the week: it becomes a row at its day', async () => {
    const user = await renderDashboard();
    await failToAdd(user, (person) => person.click(choice('Next week')));
    await user.click(choice('Previous week'));
    expect(composer()).toBeNull();
    expect(failedRows()).toEqual([`Buy milk${ADD_FAILED}`]);
    await user.click(failedButton('Buy milk', 'Retry'));
    await untilAdded('Buy milk');
    expect(platform.rows()).toHaveLength(1);
  });

  it('has come back to its composer, which is left with the week: it becomes a row at its day', async () => {
    const user = await renderDashboard();
    await failToAdd(user, (person) => person.keyboard('{Enter}'));
    await waitFor(() => expect(field()).toHaveProperty('value', 'Buy milk'));
    await user.click(choice('Next week'));
    await user.click(choice('Previous week'));
    expect(failedRows()).toEqual([`Buy milk${ADD_FAILED}`]);
    expect(platform.calls('add')).toHaveLength(1);
    await user.click(failedButton('Buy milk', 'Retry'));
    await untilAdded('Buy milk');
  });

  it('is discarded when the session ends', async () => {
    const user = await renderDashboard();
    await failToAdd(user, (person) => person.click(choice('Next week')));
    await user.click(choice('Previous week'));
    expect(failedRows()).toHaveLength(1);
    await act(async () => {
      await session.getState().signOut();
    });
    expect(screen.queryByRole('main')).toBeNull();
    act(() => session.setState({ status: 'signed-in', user: { id: 'user', email: null } }));
    expect(composer()).toBeNull();
    expect(failedRows()).toEqual([]);
  });
});
