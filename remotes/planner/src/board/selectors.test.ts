import { describe, expect, it } from 'vitest';
import type { DayKey } from '@space/domain';
import { aTask } from '@space/platform/testing';
import { busyTaskIds, pendingTaskIds } from './selectors.ts';

const MONDAY = '2026-11-16';
const TUESDAY = '2026-11-17';

const board = (busy: readonly string[], placed: Record<string, DayKey> = {}) => ({
  byDay: { [MONDAY]: [aTask({ id: 'a' }), aTask({ id: 'b' })], [TUESDAY]: [aTask({ id: 'c' })] },
  readAt: {},
  busy: Object.fromEntries(busy.map((id) => [id, true as const])),
  placed,
  isLoading: false,
  hasFailed: false,
});

describe('the busy tasks of a day', () => {
  it.each([
    ['none while nothing is busy', [], []],
    ['those of the day', ['a', 'b'], ['a', 'b']],
    ['none of another day, and none that is not on the board yet', ['c', 'z'], []],
  ])('are %s', (_title, busy, expected) => {
    expect(busyTaskIds(MONDAY)(board(busy))).toEqual(expected);
  });
});

describe('the pending tasks of a day', () => {
  it.each<[string, Record<string, DayKey>, string[]]>([
    ['none while nothing is being sent', {}, []],
    ['those that are being sent to it', { x: MONDAY, y: MONDAY }, ['x', 'y']],
    ['none of another day', { x: TUESDAY }, []],
    ['none that is already on the board, even if it is changed afterwards', { a: MONDAY, b: TUESDAY }, []],
    ['none whose request has ended', { z: MONDAY }, []],
  ])('are %s', (_title, placed, expected) => {
    expect(pendingTaskIds(MONDAY)(board(['a', 'b', 'x', 'y'], placed))).toEqual(expected);
  });

  it('are known for a day that was never loaded', () => {
    expect(pendingTaskIds('2026-11-20')(board(['x'], { x: '2026-11-20' }))).toEqual(['x']);
  });
});
