import { describe, expect, it } from 'vitest';
import { moveTargets } from './moveTargets.ts';

const labels = (...days: Parameters<typeof moveTargets>) => moveTargets(...days).map(({ label }) => label);

describe('moveTargets', () => {
  it('offers today first and each other visible day once', () => {
    expect(labels('2026-11-18', '2026-11-16', '2026-11-20')).toEqual([
      'Today',
      'Monday, Nov 16',
      'Tuesday, Nov 17',
      'Thursday, Nov 19',
      'Saturday, Nov 21',
      'Sunday, Nov 22',
    ]);
  });

  it('offers today when another week is shown', () => {
    expect(moveTargets('2026-12-01', '2026-11-30', '2026-11-20')[0]).toEqual({
      day: '2026-11-20',
      label: 'Today',
    });
  });

  it('says the year of a day of another one', () => {
    expect(labels('2026-12-31', '2026-12-28', '2026-12-31').slice(-2)).toEqual([
      'Saturday, Jan 2, 2027',
      'Sunday, Jan 3, 2027',
    ]);
  });

  it('does not offer the day the task is on, today included', () => {
    expect(labels('2026-11-20', '2026-11-16', '2026-11-20')).not.toContain('Today');
    expect(moveTargets('2026-11-20', '2026-11-16', '2026-11-20')).toHaveLength(6);
  });
});
