import { expect, test } from 'vitest';
import { ridgeEdgePath, ridgeHeights, ridgePath } from './ridge.ts';

test('a mountain rises and falls in straight lines', () => {
  const ridge = { columns: 8, base: 1, shape: 'peak', waves: [{ peaks: 1, height: 4 }] } as const;
  expect(ridgeHeights(ridge)).toEqual([1, 2, 3, 4, 5, 4, 3, 2]);
});

test.each(['peak', 'round'] as const)(
  'a %s ridge can be repeated without a step between two tiles',
  (shape) => {
    const waves = [
      { peaks: 3, height: 9, start: 0.2 },
      { peaks: 7, height: 4, start: 0.6 },
    ];
    const heights = ridgeHeights({ columns: 160, base: 6, shape, waves });
    const first = heights.at(0) ?? 0;
    const last = heights.at(-1) ?? 0;
    expect(Math.abs(first - last)).toBeLessThanOrEqual(2);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(6);
    expect(Math.max(...heights)).toBeLessThanOrEqual(6 + 9 + 4);
  },
);

test('adjacent columns of the same height are one rectangle that reaches the ground', () => {
  expect(ridgePath([1, 1, 3])).toBe('M0 2h2v1h-2zM2 0h1v3h-1z');
});

test('the edge of a ridge is one square high', () => {
  expect(ridgeEdgePath([1, 1, 3])).toBe('M0 2h2v1h-2zM2 0h1v1h-1z');
});
