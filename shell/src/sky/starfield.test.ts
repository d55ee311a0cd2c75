import { describe, expect, test } from 'vitest';
import { STRONGEST_LINK, createDots, linksBetween, moveDot, placeIn, type Dot } from './starfield.ts';

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

test('there are 80 quiet and 19 larger, special dots, and each drifts slowly, by 6 to 14 pixels a second', () => {
  const dots = createDots(seeded(1));
  const quiet = dots.filter(({ tone }) => tone === 'white' || tone === 'pale');
  const special = dots.filter(({ tone }) => tone === 'gold' || tone === 'violet');
  expect([quiet.length, special.length, dots.length]).toEqual([80, 19, 99]);
  for (const { radius } of quiet) expect(radius >= 0.6 && radius <= 1.6).toBe(true);
  for (const { radius } of special) expect(radius >= 1.8 && radius <= 2.6).toBe(true);
  for (const { speedX, speedY } of dots) {
    expect(Math.hypot(speedX, speedY)).toBeGreaterThanOrEqual(6);
    expect(Math.hypot(speedX, speedY)).toBeLessThanOrEqual(14);
  }
});

const dotAt = (x: number, y: number, speedX: number, speedY: number): Dot => ({
  ...{ x, y, speedX, speedY },
  ...{ radius: 1, tone: 'white', phase: 0 },
});

describe('a moving dot', () => {
  // Its place wraps three pixels outside the window, where it is out of sight: 1446 × 906 pixels.
  test.each([
    ['moves by its speed', dotAt(0.5, 0.5, 14.46, -9.06), 0.05, { x: 0.5005, y: 0.4995 }],
    ['moves no further in a late frame', dotAt(0.5, 0.5, 14.46, -9.06), 3_600, { x: 0.5005, y: 0.4995 }],
    ['enters at the left and the top', dotAt(0.9999, 0.9999, 14.46, 9.06), 0.05, { x: 0.0004, y: 0.0004 }],
    [
      'enters at the right and the bottom',
      dotAt(0.0001, 0.0001, -14.46, -9.06),
      0.05,
      { x: 0.9996, y: 0.9996 },
    ],
  ])('%s', (_, dot, seconds, { x, y }) => {
    moveDot(dot, SIZE, seconds);
    expect([dot.x, dot.y]).toEqual([expect.closeTo(x, 9), expect.closeTo(y, 9)]);
  });

  test.each([SIZE, { width: 3840, height: 2160 }, { width: 0, height: 0 }])(
    'stays inside $width × $height for minutes',
    (size) => {
      const dots = createDots(seeded(2));
      for (let frame = 0; frame < 2_000; frame += 1) for (const dot of dots) moveDot(dot, size, 0.05);
      for (const { x, y } of dots.map((dot) => placeIn(size, dot))) {
        expect(x >= -3 && x <= size.width + 3).toBe(true);
        expect(y >= -3 && y <= size.height + 3).toBe(true);
      }
    },
  );
});

describe('links', () => {
  const from = { x: 300, y: 300 };

  test.each([
    [0, [0.35]],
    [30, [0.2625]],
    [60, [0.175]],
    [119, [0.35 / 120]],
    [120, []],
    [121, []],
  ])('between dots at a distance of %s px have the opacities %j', (distance, alphas) => {
    const straight = linksBetween([from, { x: 300, y: 300 + distance }], SIZE);
    const diagonal = linksBetween([from, { x: 300 + distance * 0.6, y: 300 - distance * 0.8 }], SIZE);
    for (const links of [straight, diagonal])
      expect(links.map(({ alpha }) => alpha)).toEqual(alphas.map((alpha) => expect.closeTo(alpha, 9)));
  });

  test('join each pair once', () => {
    const pairs = linksBetween([from, { x: 310, y: 300 }, { x: 320, y: 300 }], SIZE);
    expect(pairs.map((link) => [link.from.x, link.to.x])).toEqual([
      [300, 310],
      [300, 320],
      [310, 320],
    ]);
  });

  test('fade out if one end reaches an edge', () => {
    const alphaAt = (x: number) =>
      linksBetween(
        [
          { x, y: 300 },
          { x: 60, y: 300 },
        ],
        SIZE,
      )[0]?.alpha;
    expect(alphaAt(0)).toBe(0);
    expect(alphaAt(20)).toBeCloseTo((0.35 * (1 - 40 / 120)) / 2, 9);
    expect(alphaAt(40)).toBeCloseTo(0.35 * (1 - 20 / 120), 9);
  });

  test('are never stronger than the limit, whatever the field', () => {
    const links = linksBetween(
      createDots(seeded(8)).map((dot) => placeIn(SIZE, dot)),
      SIZE,
    );
    expect(links.length).toBeGreaterThan(20);
    for (const { alpha } of links) expect(alpha >= 0 && alpha <= STRONGEST_LINK).toBe(true);
  });
});
