import { describe, expect, it } from 'vitest';
import { aTask } from './aTask.ts';
import { busyOn } from './busyOn.ts';

const byDay = {
  '2026-11-16': [aTask({ id: 'a' }), aTask({ id: 'b' }), aTask({ id: 'c' })],
  '2026-11-17': [aTask({ id: 'd', task_date: '2026-11-17' })],
};

describe('busyOn', () => {
  it.each([
    ['nothing while nothing is busy', {}, ''],
    ['the busy tasks of the day', { b: true, c: true }, 'b c'],
    ['no task of another day', { d: true }, ''],
    ['no task that is not on the board yet', { z: true }, ''],
  ] as const)('names %s', (_title, busy, expected) => {
    expect(busyOn({ busy, byDay }, '2026-11-16')).toBe(expected);
  });

  it('names nothing on a day that was never read', () => {
    expect(busyOn({ busy: { a: true }, byDay }, '2026-11-20')).toBe('');
  });
});
