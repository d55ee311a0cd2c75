import { describe, expect, test } from 'vitest';
import {
  LINK_DISTANCE,
  STRONGEST_LINK,
  createStarfield,
  linksWithin,
  resizeStarfield,
  stepStarfield,
  type Dot,
  type Starfield,
} from './starfield.ts';

/** Mulberry32: the same numbers for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SIZE = { width: 1440, height: 900 };
const SIZES = [SIZE, { width: 320, height: 640 }, { width: 3840, height: 2160 }, { width: 1, height: 1 }];

const dotAt = (x: number, y: number, more: Partial<Dot> = {}): Dot => ({
  x,
  y,
  speedX: 0,
  speedY: 0,
  radius: 1,
  tone: 'white',
  phase: 0,
  ...more,
});
const fieldOf = (...dots: Dot[]): Starfield => ({ size: SIZE, dots, seconds: 0 });

function expectInside({ size, dots }: Starfield): void {
  // Up to three pixels outside count as inside: there a dot has just slid out of sight.
  for (const { x, y } of dots) {
    expect(x).toBeGreaterThanOrEqual(-3);
    expect(x).toBeLessThanOrEqual(size.width + 3);
    expect(y).toBeGreaterThanOrEqual(-3);
    expect(y).toBeLessThanOrEqual(size.height + 3);
  }
}

describe('createStarfield', () => {
  test.each(SIZES)('scatters 80 quiet and 19 special dots over $width × $height', (size) => {
    const { dots } = createStarfield(size, seeded(1));
    const quiet = dots.filter(({ tone }) => tone === 'white' || tone === 'pale');
    const special = dots.filter(({ tone }) => tone === 'gold' || tone === 'violet');
    expect([quiet.length, special.length, dots.length]).toEqual([80, 19, 99]);
    for (const { x, y } of dots) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThan(size.width);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThan(size.height);
    }
    for (const { radius } of quiet) expect(radius >= 0.6 && radius <= 1.6).toBe(true);
    for (const { radius } of special) expect(radius >= 1.8 && radius <= 2.6).toBe(true);
  });

  test('drifts slowly: 6 to 14 pixels a second', () => {
    for (const { speedX, speedY } of createStarfield(SIZE, seeded(2)).dots) {
      const speed = Math.hypot(speedX, speedY);
      expect(speed).toBeGreaterThanOrEqual(6);
      expect(speed).toBeLessThanOrEqual(14);
    }
  });

  test('is the same for the same random numbers, and different for others', () => {
    expect(createStarfield(SIZE, seeded(3))).toEqual(createStarfield(SIZE, seeded(3)));
    expect(createStarfield(SIZE, seeded(3))).not.toEqual(createStarfield(SIZE, seeded(4)));
  });
});

describe('stepStarfield', () => {
  test('moves dots by speed and time, and does not modify the given field', () => {
    const field = fieldOf(dotAt(100, 200, { speedX: 16, speedY: -32 }));
    const moved = stepStarfield(field, 1 / 32);
    expect(moved.dots[0]).toMatchObject({ x: 100.5, y: 199 });
    expect(moved.seconds).toBe(1 / 32);
    expect(field.dots[0]).toMatchObject({ x: 100, y: 200 });
  });

  test.each([
    [0.05, 0.05],
    [0.051, 0.05],
    [3_600, 0.05],
    [0, 0],
    [-1, 0],
  ])('counts a step of %s s as %s s', (seconds, counted) => {
    const { dots, seconds: passed } = stepStarfield(fieldOf(dotAt(100, 100, { speedX: 10 })), seconds);
    expect(passed).toBe(counted);
    expect(dots[0]?.x).toBeCloseTo(100 + 10 * counted, 9);
  });

  test.each([
    ['right', dotAt(1442.9, 450, { speedX: 14 }), { x: -2.4, y: 450 }],
    ['left', dotAt(-2.9, 450, { speedX: -14 }), { x: 1442.4, y: 450 }],
    ['bottom', dotAt(720, 902.9, { speedY: 14 }), { x: 720, y: -2.4 }],
    ['top', dotAt(720, -2.9, { speedY: -14 }), { x: 720, y: 902.4 }],
  ])('moves a dot that has left at the %s to the opposite edge', (_edge, dot, { x, y }) => {
    const moved = stepStarfield(fieldOf(dot), 0.05).dots[0];
    expect(moved?.x).toBeCloseTo(x, 5);
    expect(moved?.y).toBeCloseTo(y, 5);
  });

  test('keeps every dot inside, for minutes', () => {
    let field = createStarfield({ width: 320, height: 240 }, seeded(5));
    for (let frame = 0; frame < 5_000; frame += 1) field = stepStarfield(field, 0.05);
    expectInside(field);
    expect(field.dots).toHaveLength(99);
  });
});

describe('resizeStarfield', () => {
  test.each(SIZES)('keeps every dot inside $width × $height', (size) => {
    const field = resizeStarfield(createStarfield(SIZE, seeded(6)), size);
    expect(field.size).toEqual(size);
    expect(field.dots).toHaveLength(99);
    expectInside(field);
  });

  test('spreads the dots over the new size', () => {
    const [dot] = resizeStarfield(fieldOf(dotAt(720, 225)), { width: 720, height: 1800 }).dots;
    expect(dot).toMatchObject({ x: 360, y: 450 });
  });

  test('survives a window of size zero', () => {
    const flat = resizeStarfield(createStarfield(SIZE, seeded(7)), { width: 0, height: 0 });
    const restored = resizeStarfield(flat, SIZE);
    expectInside(flat);
    expectInside(restored);
    expect(restored.dots).toHaveLength(99);
  });
});

describe('linksWithin', () => {
  test.each([
    [119.999, 1],
    [120, 0],
    [120.001, 0],
  ])('a distance of %s px makes %s link', (distance, count) => {
    const field = fieldOf(dotAt(300, 300), dotAt(300 + distance, 300));
    expect(linksWithin(field, LINK_DISTANCE)).toHaveLength(count);
  });

  test.each([
    [0, 0.35],
    [30, 0.2625],
    [60, 0.175],
    [119, 0.35 / 120],
  ])('at %s px a link has the opacity %s', (distance, alpha) => {
    const [link] = linksWithin(fieldOf(dotAt(300, 300), dotAt(300, 300 + distance)), LINK_DISTANCE);
    expect(link?.alpha).toBeCloseTo(alpha, 9);
  });

  test('measures along the diagonal', () => {
    expect(linksWithin(fieldOf(dotAt(300, 300), dotAt(384, 384)), LINK_DISTANCE)).toHaveLength(1);
    expect(linksWithin(fieldOf(dotAt(300, 300), dotAt(385, 385)), LINK_DISTANCE)).toHaveLength(0);
  });

  test('links each pair once', () => {
    const dots = [dotAt(300, 300), dotAt(310, 300), dotAt(320, 300)];
    const pairs = linksWithin(fieldOf(...dots), LINK_DISTANCE).map(({ from, to }) => [from.x, to.x]);
    expect(pairs).toEqual([
      [300, 310],
      [300, 320],
      [310, 320],
    ]);
  });

  test('lets a link fade out if one end reaches an edge', () => {
    const alphaAt = (x: number) =>
      linksWithin(fieldOf(dotAt(x, 300), dotAt(60, 300)), LINK_DISTANCE)[0]?.alpha;
    expect(alphaAt(0)).toBe(0);
    expect(alphaAt(20)).toBeCloseTo((0.35 * (1 - 40 / 120)) / 2, 9);
    expect(alphaAt(40)).toBeCloseTo(0.35 * (1 - 20 / 120), 9);
  });

  test('never makes a link stronger than the limit, whatever the field', () => {
    for (const seed of [8, 9, 10]) {
      const links = linksWithin(createStarfield(SIZE, seeded(seed)), LINK_DISTANCE);
      expect(links.length).toBeGreaterThan(20);
      for (const { alpha } of links) {
        expect(alpha).toBeGreaterThanOrEqual(0);
        expect(alpha).toBeLessThanOrEqual(STRONGEST_LINK);
      }
    }
  });
});
