// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aTask, platform } from '@space/platform/testing';
import { answer, monday, mondayRows, renderDashboard } from '../testing/renderDashboard.tsx';

vi.mock('@space/platform', () => import('@space/platform/testing'));

const days = (count: number, marks: (index: number) => Parameters<typeof aTask>[0] = () => ({})) =>
  Array.from({ length: count }, (_, index) =>
    aTask({ id: `${index}`, title: `Task ${index}`, ...marks(index) }),
  );

it.each([
  ['13 tasks', days(13), 13],
  ['14 tasks', days(14), 8],
  [
    '30 tasks, 10 of them starred and 10 pinned',
    days(30, (n) => ({ starred: n % 3 === 0, pinned: n % 3 === 1 })),
    20,
  ],
  ['20 tasks, 15 of them pinned', days(20, (n) => ({ pinned: n < 15 })), 20],
])('pinned-visible: a day of %s', async (_, tasks, shown) => {
  const user = await renderDashboard(...tasks);
  expect(mondayRows()).toHaveLength(shown);
  const folded = tasks.length - shown;
  if (folded === 0) return expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: `Show ${folded} more` }));
  expect(mondayRows()).toHaveLength(tasks.length);
  await user.click(screen.getByRole('button', { name: 'Show less' }));
  expect(mondayRows()).toHaveLength(shown);
  // On paper nothing can be unfolded.
  await act(async () => window.dispatchEvent(new Event('beforeprint')));
  expect(mondayRows()).toHaveLength(tasks.length);
  await act(async () => window.dispatchEvent(new Event('afterprint')));
  expect(mondayRows()).toHaveLength(shown);
});

it('pinned-visible: a task that was just added to a folded day is shown', async () => {
  const user = await renderDashboard(...days(20));
  platform.hold();
  await user.click(monday().getByRole('button', { name: 'Add task' }));
  await user.keyboard('The newest{Enter}');
  await answer('add');
  expect(mondayRows()).toHaveLength(9);
  expect(mondayRows().at(-1)).toBe('The newest');
});
