// @vitest-environment jsdom
import { act, renderHook, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { MemoryRouter, aTask, platform, session } from '@space/platform/testing';
import * as page from '../testing/page.tsx';
import { manyTasks, renderDashboard, user } from '../testing/dashboard.tsx';
import { stepWeek, useWeekStart } from '../week/navigation.ts';

type Jsx = (type: unknown, props: Record<string, unknown>, ...rest: unknown[]) => unknown;

/** The ids of the rows, and the days of the cards, that have rendered: each render makes one such element. */
const rendered = vi.hoisted(() => new Set<unknown>());
vi.mock('react/jsx-dev-runtime', async (load) => {
  const runtime = await load<{
    jsxDEV: (type: unknown, props: Record<string, unknown>, ...rest: unknown[]) => unknown;
  }>();
  const jsxDEV: Jsx = (type, props, ...rest) => {
    const name = typeof type === 'string' && (props['data-task'] ?? props['data-day']);
    if (name) rendered.add(name);
    return runtime.jsxDEV(type, props, ...rest);
  };
  return { ...runtime, jsxDEV };
});

async function renderedBy(perform: () => Promise<unknown>): Promise<unknown[]> {
  rendered.clear();
  await perform();
  return [...rendered];
}

it('week-view: the Account menu and the buttons of the week are used with the keyboard, which keeps the focus there', async () => {
  await renderDashboard();
  const account = page.button('Account');
  page.focus(account);
  const first = { '{Enter}': 'Settings', ' ': 'Settings', '{ArrowDown}': 'Settings', '{ArrowUp}': 'Logout' };
  for (const [key, item] of Object.entries(first)) {
    await user.keyboard(key);
    expect([key, page.focused()?.textContent, account.ariaExpanded]).toEqual([key, item, 'true']);
    await user.keyboard('{Escape}');
    expect([screen.queryByRole('menu'), page.focused(), account.ariaExpanded]).toEqual([
      null,
      account,
      'false',
    ]);
  }
  for (const [name, first] of [
    ['Previous week', 'Monday Nov 9'],
    ['Previous day', 'Sunday Nov 8'],
    ['Today', 'Monday Nov 16'],
    ['Next day', 'Tuesday Nov 17'],
    ['Next week', 'Tuesday Nov 24'],
  ] as const) {
    page.focus(page.button(name));
    await user.keyboard(name === 'Today' ? ' ' : '{Enter}');
    expect([name, page.firstDay(), page.focused()]).toEqual([name, first, page.button(name)]);
  }
  page.focus(account);
  await user.keyboard('{Enter}{ArrowUp}{Enter}');
  await waitFor(() => expect(session.getState().user).toBeNull());
});

it('week-view: the address can name any first day of the years 2 to 9998, and no step leads beyond them', () => {
  const startAt = (week: string) =>
    renderHook(() => useWeekStart('2026-11-18'), {
      wrapper: ({ children }) => (
        <MemoryRouter initialEntries={[`/dashboard?week=${week}`]}>{children}</MemoryRouter>
      ),
    }).result.current.start;
  for (const day of ['2026-11-25', '0002-01-01', '9998-12-31']) expect(startAt(day)).toBe(day);
  const others = ['', '2026-02-30', 'next', '2026-11-2', '0001-12-31', '9999-01-01', '12026-01-05'];
  for (const text of others) expect([text, startAt(text)]).toEqual([text, '2026-11-16']);
  expect([stepWeek('9998-12-25', 7), stepWeek('0002-01-02', -7)]).toEqual(['9998-12-25', '0002-01-02']);
});

it('profile-query: a display name that fails to load is only logged to the console', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  platform.failEach('getDisplayName', 'network');
  await renderDashboard();
  await waitFor(() => expect(log).toHaveBeenCalledWith('Failed to load profile', expect.any(Error)));
  const greeting = screen.getByRole('heading', { level: 1 }).textContent;
  expect([greeting, platform.notices()]).toEqual(['Hi there, your week space looks great!', []]);
  log.mockRestore();
});

it('a change renders its row and its day, and letters in the composer neither', async () => {
  await renderDashboard(
    ...manyTasks(3),
    aTask({ id: 'of Tuesday', title: 'Other', task_date: '2026-11-17' }),
  );
  platform.hold();
  await user.click(page.checkbox('Task 1'));
  expect(await renderedBy(() => page.answer('update'))).toEqual(['2026-11-16', '1']);
  expect(page.checkbox('Task 1').checked).toBe(true);
  await page.compose();
  expect(await renderedBy(() => user.keyboard('ten letter'))).toEqual([]);
  await user.keyboard('{Enter}');
  const added = await renderedBy(() => page.answer('add'));
  expect(added).toEqual(['2026-11-16', platform.rows().at(-1)?.id]);
  // The list item, checkbox, title, a strip of seven actions without icons, 'More'.
  expect(document.querySelectorAll('[data-task="0"], [data-task="0"] *').length).toBeLessThanOrEqual(12);
});

it.each([
  ['13 tasks', manyTasks(13), 13],
  ['14 tasks', manyTasks(14), 8],
  ['30 tasks, 20 of them marked', manyTasks(30, (n) => ({ starred: n % 3 === 0, pinned: n % 3 === 1 })), 20],
  ['20 tasks, 15 of them pinned', manyTasks(20, (n) => ({ pinned: n < 15 })), 20],
])('pinned-visible: a day of %s', async (_, tasks, shown) => {
  await renderDashboard(...tasks);
  expect(page.rows()).toHaveLength(shown);
  const folded = tasks.length - shown;
  if (folded === 0) return expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull();
  await page.press(`Show ${folded} more`);
  expect(page.rows()).toHaveLength(tasks.length);
  await page.press('Show less');
  expect(page.rows()).toHaveLength(shown);
  // On paper nothing can be unfolded.
  await act(async () => window.dispatchEvent(new Event('beforeprint')));
  expect(page.rows()).toHaveLength(tasks.length);
  await act(async () => window.dispatchEvent(new Event('afterprint')));
  expect(page.rows()).toHaveLength(shown);
  // A task that was just added is shown.
  await page.compose('The newest', '{Enter}');
  await page.untilRows(...page.rows().slice(0, shown), 'The newest');
});
