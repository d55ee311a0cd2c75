import { expect, test } from 'vitest';
import { aTask } from '@space/platform/testing';
import { weekCounts } from './weekCounts.ts';

test('counts the tasks of the shown days, how many are done, and the starred ones that are open', () => {
  const byDay = {
    '2026-11-16': [
      aTask({ id: 'a', completed: true, starred: true }),
      aTask({ id: 'b', starred: true }),
      aTask({ id: 'c' }),
    ],
    '2026-11-18': [aTask({ id: 'd', completed: true })],
    '2026-12-24': [aTask({ id: 'e' })],
  };
  expect(weekCounts(['2026-11-16', '2026-11-17', '2026-11-18'], byDay)).toEqual({
    days: [
      { day: '2026-11-16', count: 3, done: 1 },
      { day: '2026-11-17', count: 0, done: 0 },
      { day: '2026-11-18', count: 1, done: 1 },
    ],
    count: 4,
    done: 2,
    starred: 1,
  });
});
