// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import * as page from '../testing/page.tsx';
import { renderDashboard, user } from '../testing/dashboard.tsx';

const DEFAULTS = ['Top Goals', 'P0 Tasks', 'Custom Card 1', 'Custom Card 2', 'Custom Card 3'];

const goals = () => within(screen.getByRole('region', { name: 'Goals & Priorities' }));
const card = (title: string) => within(goals().getByRole('region', { name: title }));
const titleOf = (title: string) => card(title).getByRole('button', { name: title });
const titles = () => page.textsOf(goals().getAllByRole('heading', { level: 3 })).slice(0, 5);
const items = () => page.textsOf(goals().queryAllByRole('listitem'));
const addItem = () => card('Top Goals').getByRole('button', { name: 'Add item' });
const untilClosed = () => waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());

it.each<[string, string, () => Promise<void>, boolean]>([
  ['Enter', 'Garden', () => user.keyboard('{Enter}'), true],
  ['a click elsewhere', ' Garden ', page.clickElsewhere, true],
  ['Escape', 'Garden', () => user.keyboard('{Escape}'), false],
  ['Enter on no text', '', () => user.keyboard('{Enter}'), false],
  ['Enter on invisible characters', '\u3164', () => user.keyboard('{Enter}'), false],
])('goal-cards: a title and an item are saved once, or not, by %s', async (_, text, end, changes) => {
  await renderDashboard();
  await user.click(titleOf('P0 Tasks'));
  expect(page.focused()).toBe(screen.getByRole('textbox', { name: 'Card title' }));
  await page.retype(text, '');
  await end();
  await untilClosed();
  expect(titles()).toEqual(changes ? DEFAULTS.with(1, 'Garden') : DEFAULTS);

  await user.click(addItem());
  expect(page.focused()).toBe(screen.getByPlaceholderText('Enter item...'));
  await page.retype(text, '');
  await end();
  // Enter makes room for the next item, and closes the field if there is none.
  if (page.focused() === screen.queryByRole('textbox')) await user.keyboard('{Enter}');
  await untilClosed();
  expect(items()).toEqual(changes ? ['Garden'] : []);
});

it('goal-cards: items are added, ticked and deleted with the keyboard, and the focus moves on when one is deleted', async () => {
  await renderDashboard();
  page.focus(addItem());
  await user.keyboard('{Enter}Run{Enter}Rest{Enter}Read{Enter}{Enter}');
  expect([page.focused(), items()]).toEqual([addItem(), ['Run', 'Rest', 'Read']]);
  // Tab ends the silence of keys after an editor.
  await user.tab({ shift: true });
  page.focus(page.checkbox('Rest'));
  await user.keyboard(' ');
  expect(page.checkbox('Rest').checked).toBe(true);
  await user.tab();
  for (const next of ['Read', 'Run']) {
    await user.keyboard('{Enter}');
    expect(page.focused()).toBe(page.action(next, 'Delete item'));
  }
  await user.keyboard('{Enter}');
  expect(page.focused()).toBe(addItem());
  page.focus(titleOf('Top Goals'));
  await user.keyboard('{Enter}Health{Enter}');
  await waitFor(() => expect(titles()[0]).toBe('Health'));
  expect(page.focused()).toBe(titleOf('Health'));
});

it('goals-not-kept, goal-cards: goals survive leaving the page, but not the end of the session; a dismissed hint stays hidden', async () => {
  await renderDashboard();
  expect(screen.getByRole('heading', { name: 'How to add goals' })).not.toBeNull();
  await page.press('Dismiss hint');
  expect(page.focused()).toBe(addItem());
  expect(localStorage.getItem('goalTooltipDismissed')).toBe('true');
  await user.keyboard('{Enter}Learn to swim{Enter}{Escape}');
  await untilClosed();
  const sentence = 'Goal cards are not saved: they are cleared when you reload the page or sign out.';
  expect(goals().getByText(sentence)).not.toBeNull();
  cleanup();
  await renderDashboard();
  expect(screen.queryByRole('heading', { name: 'How to add goals' })).toBeNull();
  expect(items()).toEqual(['Learn to swim']);
  await page.signOut();
  page.signIn('user');
  expect([titles(), items()]).toEqual([DEFAULTS, []]);
});
