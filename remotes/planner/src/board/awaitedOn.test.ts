import { describe, expect, it } from 'vitest';
import { aTask } from './aTask.ts';
import { awaitedOn } from './awaitedOn.ts';

const byDay = { '2026-11-16': [aTask({ id: 'a' })] };

describe('awaitedOn', () => {
  it.each([
    ['nothing while nothing is on its way', {}, ''],
    ['what is on its way to the day', { b: '2026-11-16', c: '2026-11-16' }, 'b c'],
    ['nothing of another day', { b: '2026-11-17' }, ''],
    ['no task that is on the board already', { a: '2026-11-16', b: '2026-11-16' }, 'b'],
  ] as const)('names %s', (_title, awaited, expected) => {
    expect(awaitedOn({ awaited, byDay }, '2026-11-16')).toBe(expected);
  });

  it('names what is on its way to a day that was never read', () => {
    expect(awaitedOn({ awaited: { b: '2026-11-20' }, byDay }, '2026-11-20')).toBe('b');
  });
});
