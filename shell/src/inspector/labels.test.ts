import { describe, expect, test } from 'vitest';
import { placeLabel, stackLabels } from './labels.ts';

describe('placeLabel', () => {
  test('a region as large as the page has its label inside, at the upper edge', () => {
    expect(placeLabel({ left: 0, top: 0, width: 1280, height: 2000 }, 1280, 'start')).toEqual({
      side: 'inside',
      align: 'start',
      offset: 0,
      room: 1272,
    });
  });

  test('the label stays in the window while the region scrolls out of it, and never leaves the region', () => {
    const region = { left: 0, width: 320, height: 2000 };
    expect(placeLabel({ ...region, top: -700 }, 320, 'start').offset).toBe(700);
    expect(placeLabel({ ...region, top: -1990 }, 320, 'start').offset).toBe(1928);
  });

  test('a small part at the lower right has its label above, within the window', () => {
    expect(placeLabel({ left: 1100, top: 860, width: 170, height: 30 }, 1280, 'start')).toEqual({
      side: 'above',
      align: 'end',
      offset: 0,
      room: 1262,
    });
  });

  test('a small part at the top has its label below; if it fits at both edges, at the preferred one', () => {
    expect(placeLabel({ left: 0, top: 0, width: 320, height: 90 }, 320, 'end')).toMatchObject({
      side: 'below',
      align: 'end',
      room: 312,
    });
  });
});

describe('stackLabels', () => {
  const label = (left: number, top: number) => ({ left, top, width: 100, height: 20 });

  test('labels that do not overlap stay in place', () => {
    expect(stackLabels([label(0, 0), label(100, 0), label(0, 20)])).toEqual([0, 0, 0]);
  });

  test('a label that would overlap others moves below all of them', () => {
    expect(stackLabels([label(0, 0), label(50, 10), label(20, 5)])).toEqual([0, 14, 43]);
  });
});
