import { expect, test } from 'vitest';
import type { DayKey } from '@space/domain';
import { leftoverWords } from './leftoverWords.ts';

const on = (days: readonly DayKey[]) => days.map((task_date, index) => ({ id: `${index}`, task_date }));

/** 2026-11-18 is a Wednesday. */
test.each<[DayKey, DayKey[], string]>([
  ['2026-11-18', ['2026-11-17'], '1 from yesterday'],
  ['2026-11-18', ['2026-11-17', '2026-11-17'], '2 from yesterday'],
  ['2026-11-18', ['2026-11-16', '2026-11-17'], '2 from earlier days'],
  ['2026-11-18', ['2026-11-09', '2026-11-15'], '2 from last week'],
  ['2026-11-18', ['2026-11-08'], '1 from earlier days'],
  ['2026-11-18', ['2026-11-15', '2026-11-16'], '2 from earlier days'],
  // On a Monday, yesterday is in last week: 'yesterday' wins.
  ['2026-11-16', ['2026-11-15'], '1 from yesterday'],
  ['2026-11-16', ['2026-11-13', '2026-11-15'], '2 from last week'],
  ['2027-01-01', ['2026-12-31'], '1 from yesterday'],
  ['2027-01-01', ['2026-12-21', '2026-12-27'], '2 from last week'],
])('on %s, undone tasks of %j are described as %j', (today, days, words) =>
  expect(leftoverWords(on(days), today)).toBe(words),
);

test('counts up to a hundred tasks, but not more', () => {
  const days = Array.from({ length: 101 }, (): DayKey => '2026-11-17');
  expect(leftoverWords(on(days.slice(1)), '2026-11-18')).toBe('100 from yesterday');
  expect(leftoverWords(on(days), '2026-11-18')).toBe('More than 100 from earlier days');
});
