// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { USER, session } from '@space/platform/testing';
import { renderDashboard } from '../testing/renderDashboard.tsx';

vi.mock('@space/platform', () => import('@space/platform/testing'));

const DEFAULTS = ['Top Goals', 'P0 Tasks', 'Custom Card 1', 'Custom Card 2', 'Custom Card 3'];

const goals = () => within(screen.getByRole('region', { name: 'Goals & Priorities' }));
const card = (title: string) => within(goals().getByRole('region', { name: title }));
const titles = () =>
  goals()
    .getAllByRole('region')
    .map((region) => within(region).getByRole('heading').textContent);
const items = (title: string) =>
  card(title)
    .queryAllByRole('listitem')
    .map((item) => item.textContent);
const addItem = (title: string) => card(title).getByRole('button', { name: 'Add item' });
const remove = (item: string) =>
  within(screen.getByRole('checkbox', { name: item }).closest('li') ?? document.body).getByRole('button');
const clickElsewhere = (user: UserEvent) => user.click(screen.getByRole('heading', { level: 1 }));

it.each<[string, string, (user: UserEvent) => Promise<void>, boolean]>([
  ['Enter', 'Garden', (user) => user.keyboard('{Enter}'), true],
  ['a click elsewhere', ' Garden ', clickElsewhere, true],
  ['Escape', 'Garden', (user) => user.keyboard('{Escape}'), false],
  ['Enter on no text', '', (user) => user.keyboard('{Enter}'), false],
  ['Enter on invisible characters', '\u3164', (user) => user.keyboard('{Enter}'), false],
])(
  "goal-cards: a card's title and its items are saved once, or left as they were: %s",
  async (_, text, end, changes) => {
    const user = await renderDashboard();
    await user.click(card('P0 Tasks').getByRole('button', { name: 'P0 Tasks' }));
    const title = screen.getByRole('textbox', { name: 'Card title' });
    expect(document.activeElement).toBe(title);
    await user.clear(title);
    if (text) await user.paste(text);
    await end(user);
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
    expect(titles()).toEqual(changes ? DEFAULTS.with(1, 'Garden') : DEFAULTS);

    await user.click(addItem('Top Goals'));
    expect(document.activeElement).toBe(screen.getByPlaceholderText('Enter item...'));
    if (text) await user.paste(text);
    await end(user);
    // Enter makes room for the next item, and closes the field if there is none.
    if (document.activeElement === screen.queryByRole('textbox')) await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
    expect(items('Top Goals')).toEqual(changes ? ['Garden'] : []);
  },
);

it('goal-cards: items are added, ticked and deleted with the keyboard, and the focus moves on when one is deleted', async () => {
  const user = await renderDashboard();
  act(() => addItem('Top Goals').focus());
  await user.keyboard('{Enter}Run{Enter}Rest{Enter}Read{Enter}{Enter}');
  expect(document.activeElement).toBe(addItem('Top Goals'));
  expect(items('Top Goals')).toEqual(['Run', 'Rest', 'Read']);
  const rest = screen.getByRole('checkbox', { name: 'Rest' });
  await user.tab({ shift: true });
  act(() => rest.focus());
  await user.keyboard(' ');
  expect(rest).toHaveProperty('checked', true);
  await user.tab();
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(remove('Read'));
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(remove('Run'));
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(addItem('Top Goals'));
  const title = card('Top Goals').getByRole('button', { name: 'Top Goals' });
  act(() => title.focus());
  await user.keyboard('{Enter}Health{Enter}');
  await waitFor(() => expect(titles()[0]).toBe('Health'));
  expect(document.activeElement).toBe(card('Health').getByRole('button', { name: 'Health' }));
});

it('goals-not-kept: goals survive leaving the page, but not the end of the session', async () => {
  const user = await renderDashboard();
  await user.click(addItem('Top Goals'));
  await user.keyboard('Learn to swim{Enter}{Escape}');
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  expect(goals().getByText(/^Goal cards are not saved/)).not.toBeNull();
  cleanup();
  await renderDashboard();
  expect(items('Top Goals')).toEqual(['Learn to swim']);
  await act(async () => {
    await session.getState().signOut();
  });
  act(() => session.setState({ status: 'signed-in', user: USER }));
  expect(titles()).toEqual(DEFAULTS);
  expect(goals().queryAllByRole('listitem')).toEqual([]);
});

it('goal-cards: a dismissed hint stays hidden, also on the next visit, and the focus moves to the first card', async () => {
  const user = await renderDashboard();
  expect(screen.getByRole('heading', { name: 'How to add goals' })).not.toBeNull();
  await user.click(screen.getByRole('button', { name: 'Dismiss hint' }));
  expect(document.activeElement).toBe(addItem('Top Goals'));
  expect(localStorage.getItem('goalTooltipDismissed')).toBe('true');
  cleanup();
  await renderDashboard();
  expect(screen.queryByRole('heading', { name: 'How to add goals' })).toBeNull();
});
