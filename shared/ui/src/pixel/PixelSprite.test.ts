import { expect, test } from 'vitest';
import { outlinePath, spritePaths, spriteSize } from './PixelSprite.tsx';
import * as sprites from './sprites.ts';

const palette = { a: 'red', b: 'blue', c: 'unused' };

test('a run of one colour is one rectangle, and every colour is one path', () => {
  expect(spritePaths({ palette, rows: ['aab', '.a.'] })).toEqual([
    { color: 'red', d: 'M0 0h2v1h-2zM1 1h1v1h-1z' },
    { color: 'blue', d: 'M2 0h1v1h-1z' },
  ]);
});

test('a gap ends a run', () => {
  expect(spritePaths({ palette, rows: ['a.a'] })).toEqual([{ color: 'red', d: 'M0 0h1v1h-1zM2 0h1v1h-1z' }]);
});

test('a letter without a colour is refused', () => {
  expect(() => spritePaths({ palette, rows: ['..', '.x'] })).toThrow("no colour for 'x' (row 2)");
});

test('the outline is the ring of squares around the picture', () => {
  expect(outlinePath({ palette, rows: ['a'] })).toBe('M0 -1h1v1h-1zM-1 0h1v1h-1zM1 0h1v1h-1zM0 1h1v1h-1z');
});

test('an outline makes room on every side', () => {
  expect(spriteSize({ palette, rows: ['aab', '.a.'] })).toEqual({ width: 3, height: 2 });
  expect(spriteSize({ palette, rows: ['aab', '.a.'] }, 1)).toEqual({ width: 5, height: 4 });
});

test.each(Object.entries(sprites))('own-art: %s is a full rectangle of known colours', (_name, sprite) => {
  const { width } = spriteSize(sprite);
  expect(sprite.rows.map((row) => row.length)).toEqual(sprite.rows.map(() => width));
  expect(spritePaths(sprite).length).toBeGreaterThan(1);
});

test('the frames of one picture have one size, so that it does not jump', () => {
  expect(spriteSize(sprites.DOG_FLAP)).toEqual(spriteSize(sprites.DOG));
  expect(spriteSize(sprites.ROCKET_LOW)).toEqual(spriteSize(sprites.ROCKET));
});
