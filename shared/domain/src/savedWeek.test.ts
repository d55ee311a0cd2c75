import { expect, test } from 'vitest';
import { lastReadText, readSavedWeek, toSavedWeek } from './savedWeek.ts';
import type { Task } from './task.ts';

const MONDAY = '2026-11-16';
const task = (id: string, task_date: Task['task_date'] = MONDAY): Task => ({
  id,
  title: 'Water the plants',
  completed: false,
  starred: true,
  pinned: false,
  emoji: null,
  task_date,
  user_id: 'user',
  created_at: '2026-11-02T08:00:00+00:00',
});

test('saves a week with its own tasks only, and reads it back unchanged', () => {
  const week = toSavedWeek(MONDAY, [task('a'), task('b', '2026-11-22'), task('c', '2026-11-23')], 5);
  expect(week?.tasks.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(readSavedWeek(JSON.parse(JSON.stringify(week)))).toEqual(week);
});

test('does not save a week with more than a thousand tasks', () => {
  const tasks = Array.from({ length: 1_001 }, (_, index) => task(String(index)));
  expect(toSavedWeek(MONDAY, tasks.slice(1), 5)?.tasks).toHaveLength(1_000);
  expect(toSavedWeek(MONDAY, tasks, 5)).toBeNull();
});

test.each([
  ['text', 'week'],
  ['another format version', { form: 2, from: MONDAY, readAt: 5, tasks: [] }],
  ['an invalid day', { form: 1, from: '2026-02-30', readAt: 5, tasks: [] }],
  ['a task without a title', { form: 1, from: MONDAY, readAt: 5, tasks: [{ ...task('a'), title: null }] }],
])('%s is not read as a week', (_, kept) => {
  expect(readSavedWeek(kept)).toBeNull();
});

test('shows the time of the last read, and the day unless it is today', () => {
  const readAt = new Date(2026, 10, 18, 9, 5).getTime();
  expect(lastReadText(readAt, '2026-11-18')).toBe('Last read at 09:05');
  expect(lastReadText(readAt, '2026-11-19')).toBe('Last read on Nov 18 at 09:05');
  expect(lastReadText(readAt, '2027-01-01')).toBe('Last read on Nov 18, 2026 at 09:05');
});
