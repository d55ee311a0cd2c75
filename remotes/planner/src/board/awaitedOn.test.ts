import { describe, expect, it } from 'vitest';
import type { DayKey } from '@space/domain';
import { aTask } from './aTask.ts';
import { awaitedOn } from './awaitedOn.ts';

const MONDAY = '2026-11-16';

const board = (placed: Record<string, DayKey>) => ({
  byDay: { [MONDAY]: [aTask({ id: 'a' })] },
  readAt: {},
  busy: { a: true, b: true, c: true } as const,
  placed,
  isLoading: false,
  hasFailed: false,
});

describe('awaitedOn', () => {
  it.each([
    ['nothing while nothing is on its way', {}, ''],
    ['what is on its way to the day', { b: MONDAY, c: MONDAY }, 'b c'],
    ['nothing of another day', { b: '2026-11-17' }, ''],
    ['no task that is on the board already', { a: MONDAY, b: MONDAY }, 'b'],
    ['nothing that nobody is sending', { d: MONDAY }, ''],
  ] as const)('names %s', (_title, placed, expected) => {
    expect(awaitedOn(board(placed), MONDAY)).toBe(expected);
  });

  it('names what is on its way to a day that was never read', () => {
    expect(awaitedOn(board({ b: '2026-11-20' }), '2026-11-20')).toBe('b');
  });

  it('names no task that is changed after it went to another day', () => {
    expect(awaitedOn(board({ a: '2026-11-17' }), '2026-11-17')).toBe('');
  });
});
