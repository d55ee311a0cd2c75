import { expect, test } from 'vitest';
import { onDay } from './week.ts';

test.each([
  ['2026-11-21T12:00:00.26+00:00', 'Nov 21, 2026'],
  ['2027-01-01T12:00:00Z', 'Jan 1, 2027'],
])('%s was on %s', (instant, day) => {
  expect(onDay(instant)).toBe(day);
});
