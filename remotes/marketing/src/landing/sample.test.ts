import { describe, expect, it } from 'vitest';
import { sampleWeek } from './sample.ts';

describe('the sample week', () => {
  it.each([
    ['a Monday', '2026-11-16', 'Nov 16', 'Nov 22'],
    ['a Friday', '2026-11-20', 'Nov 16', 'Nov 22'],
    ['a Sunday, the last day of its week', '2026-11-22', 'Nov 16', 'Nov 22'],
    ["New Year's Day", '2027-01-01', 'Dec 28', 'Jan 3'],
  ] as const)('starts on the Monday of the week that contains %s', (_name, today, first, last) => {
    const week = sampleWeek(today);
    expect(week).toHaveLength(7);
    expect(week[0]).toMatchObject({ name: 'Monday', label: first });
    expect(week[6]).toMatchObject({ name: 'Sunday', label: last });
  });

  it('has weekday names but no dates and no completed tasks if today is unknown', () => {
    const week = sampleWeek(null);
    const names = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
    const days = week.map(({ name, label, isToday }) => [name, label, isToday]);
    expect(days).toEqual(names.map((name) => [name, null, false]));
    expect(week.flatMap(({ tasks }) => tasks).some(({ isCompleted }) => isCompleted)).toBe(false);
  });

  it('marks today alone, and has mostly completed tasks on past days, and none on future days', () => {
    const week = sampleWeek('2026-11-18');
    expect(week.filter((day) => day.isToday).map((day) => day.name)).toEqual(['Wednesday']);
    const done = week.map((day) => day.tasks.filter((task) => task.isCompleted).length);
    expect(done).toEqual([3, 3, 1, 0, 0, 0, 0]);
  });

  it('has tasks on every day, the starred ones first', () => {
    for (const { tasks } of sampleWeek('2026-11-18')) {
      expect(tasks.length).toBeGreaterThan(0);
      const stars = tasks.map((task) => task.isStarred);
      expect(stars).toEqual([...stars].sort((a, b) => Number(b) - Number(a)));
    }
  });
});
