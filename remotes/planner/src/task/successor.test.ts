import { describe, expect, it } from 'vitest';
import { successor } from './successor.ts';

describe('successor', () => {
  it('is the next row', () => {
    expect(successor(0, 3)).toBe(1);
    expect(successor(1, 3)).toBe(2);
  });

  it('is the previous row when the last one leaves', () => {
    expect(successor(2, 3)).toBe(1);
  });

  it('is nobody when the only row leaves', () => {
    expect(successor(0, 1)).toBeNull();
  });
});
