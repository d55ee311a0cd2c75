// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aTask, platform, session, tasks } from '@space/platform/testing';
import { answer, mondayRows, renderDashboard } from '../testing/renderDashboard.tsx';

vi.mock('@space/platform', () => import('@space/platform/testing'));

const button = (name: string) => screen.getByRole('button', { name });
const firstDay = () => screen.getAllByRole('heading', { level: 3 })[0]?.textContent;

it('the Account menu is opened, closed and used with the keyboard', async () => {
  const user = await renderDashboard();
  const account = button('Account');
  const focused = () => document.activeElement?.textContent;
  act(() => account.focus());
  for (const [key, item] of [
    ['{Enter}', 'Settings'],
    [' ', 'Settings'],
    ['{ArrowDown}', 'Settings'],
    ['{ArrowUp}', 'Logout'],
  ] as const) {
    expect(account.getAttribute('aria-expanded')).toBe('false');
    await user.keyboard(key);
    expect([key, focused()]).toEqual([key, item]);
    expect(account.getAttribute('aria-expanded')).toBe('true');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(account);
  }
  await user.keyboard('{Enter}');
  await user.keyboard('{ArrowUp}{Enter}');
  await waitFor(() => expect(session.getState().user).toBeNull());
});

it('week-view: weeks are browsed with the keyboard, and the focus stays on the button', async () => {
  const user = await renderDashboard();
  for (const [name, first] of [
    ['Previous week', 'Monday Nov 9'],
    ['Previous day', 'Sunday Nov 8'],
    ['Today', 'Monday Nov 16'],
    ['Next day', 'Tuesday Nov 17'],
    ['Next week', 'Tuesday Nov 24'],
  ] as const) {
    act(() => button(name).focus());
    await user.keyboard(name === 'Today' ? ' ' : '{Enter}');
    expect([name, firstDay()]).toEqual([name, first]);
    expect(document.activeElement).toBe(button(name));
  }
});

it('profile-query: a display name that fails to load is only logged to the console', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  platform.failEach('getDisplayName', 'network');
  await renderDashboard();
  await waitFor(() => expect(log).toHaveBeenCalledWith('Failed to load profile', expect.any(Error)));
  const greeting = screen.getByRole('heading', { level: 1 }).textContent;
  expect(greeting).toBe('Hi there, your week space looks great!');
  expect(platform.notices()).toEqual([]);
  log.mockRestore();
});

it('a deleted task disappears after a change to it is rejected, even if the week was being loaded', async () => {
  const user = await renderDashboard(aTask());
  await tasks.remove('a');
  platform.hold();
  act(() => platform.comeBack());
  await answer('version');
  await user.click(button('Star task'));
  await answer('update');
  expect(platform.notices()).toEqual(['! Failed to update task']);
  await answer('listBetween', [aTask()]);
  expect(mondayRows()).toEqual(['Water the plants']);
  await answer('listBetween');
  expect(mondayRows()).toEqual([]);
});
