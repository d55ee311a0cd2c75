import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { appIcons } from './appIcons.ts';
import { pngOf } from './pngOf.ts';

/** The palette index of each pixel, row by row, from the single IDAT chunk. */
function pixelsOf(png: Buffer): number[][] {
  const side = png.readUInt32BE(16);
  const start = png.indexOf('IDAT') + 4;
  const lines = inflateSync(png.subarray(start, start + png.readUInt32BE(start - 8)));
  return Array.from({ length: side }, (_, row) => [
    ...lines.subarray(row * (side + 1) + 1, (row + 1) * (side + 1)),
  ]);
}

test('each colour becomes a square of pixels', () => {
  const png = pngOf(
    [
      ['#000000', null],
      [null, '#ffffff'],
    ],
    2,
  );
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(pixelsOf(png)).toEqual([
    [0, 0, 1, 1],
    [0, 0, 1, 1],
    [1, 1, 2, 2],
    [1, 1, 2, 2],
  ]);
});

test.each(Object.entries(appIcons))('%s has the size that the manifest says', (_, { source, size }) => {
  expect([source.readUInt32BE(16), source.readUInt32BE(20)]).toEqual([size, size]);
});

test('the maskable icon fills its corners; the other icons have rounded ones', () => {
  const cornerOf = (name: string) => pixelsOf(appIcons[name]?.source ?? Buffer.alloc(0))[0]?.[0];
  const middleOf = (name: string) => pixelsOf(appIcons[name]?.source ?? Buffer.alloc(0))[0]?.[256];
  expect(cornerOf('icon-maskable-512.png')).toBe(middleOf('icon-maskable-512.png'));
  expect(cornerOf('icon-512.png')).not.toBe(middleOf('icon-512.png'));
});
