import { expect, test } from 'vitest';
import { ridgeEdgePath, ridgeHeights, ridgePath, starPath } from './ridge.ts';

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

test('columns of one height are one rectangle that reaches the ground, and the edge is one square high', () => {
  expect([ridgePath([1, 1, 3]), ridgeEdgePath([1, 1, 3])]).toEqual([
    'M0 2h2v1h-2zM2 0h1v3h-1z',
    'M0 2h2v1h-2zM2 0h1v1h-1z',
  ]);
});

const field = { columns: 40, rows: 20, count: 30, seed: 7 };
const places = (path: string) =>
  [...path.matchAll(/M(\d+) (\d+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);

test('the same seed gives the same sky, another seed another one', () => {
  expect(starPath(field)).toBe(starPath(field));
  expect(starPath({ ...field, seed: 8 })).not.toBe(starPath(field));
});

test('every star lies inside its tile', () => {
  const stars = places(starPath(field));
  expect(stars).toHaveLength(30);
  for (const [x, y] of stars) {
    expect(x).toBeGreaterThanOrEqual(1);
    expect(x).toBeLessThanOrEqual(38);
    expect(y).toBeGreaterThanOrEqual(1);
    expect(y).toBeLessThanOrEqual(18);
  }
});

test('a large star is a cross', () => {
  expect(starPath({ columns: 3, rows: 3, count: 1, seed: 1, isLarge: true })).toBe(
    'M0 1h3v1h-3zM1 0h1v3h-1z',
  );
});
