import { describe, expect, it } from 'vitest';
import { nextItem } from './Menu.tsx';

const LABELS = ['Today', 'Monday', 'Tuesday'];

describe('nextItem', () => {
  it.each([
    ['ArrowDown', 0, 1],
    ['ArrowDown', 2, 0],
    ['ArrowUp', 0, 2],
    ['ArrowUp', 2, 1],
    ['ArrowUp', -1, 2],
    ['Home', 2, 0],
    ['End', 0, 2],
    ['t', 0, 2],
    ['T', 2, 0],
    ['m', 0, 1],
  ])('%s on item %i leads to item %i', (key, current, expected) => {
    expect(nextItem(key, current, LABELS)).toBe(expected);
  });

  it.each(['x', 'Tab', 'Enter', ' ', 'Shift'])('%s leads to no item', (key) => {
    expect(nextItem(key, 0, LABELS)).toBeNull();
  });

  it('finds nothing in an empty menu', () => {
    expect(nextItem('ArrowDown', -1, [])).toBeNull();
  });
});
