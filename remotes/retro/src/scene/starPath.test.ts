import { expect, test } from 'vitest';
import { starPath } from './ridge.ts';

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
