import { expect, it } from 'vitest';
import { freePlace } from './freePlace.ts';

const VIEW = { width: 400, height: 300 };
const NOTICE = { width: 200, height: 40 };

it('takes the top end corner of an empty window', () => {
  expect(freePlace(NOTICE, [], VIEW)).toEqual({ left: 192, top: 8 });
});

it('moves beside or below an obstacle, whichever is nearer, and keeps a gap', () => {
  const control = { left: 300, top: 10, right: 390, bottom: 40 };
  expect(freePlace(NOTICE, [control], VIEW)).toEqual({ left: 192, top: 48 });
  const tall = { ...control, bottom: 280 };
  expect(freePlace(NOTICE, [tall], VIEW)).toEqual({ left: 96, top: 8 });
});

it('returns null if there is no room', () => {
  expect(freePlace(NOTICE, [{ left: 150, top: 0, right: 250, bottom: 300 }], VIEW)).toBeNull();
  expect(freePlace({ width: 500, height: 40 }, [], VIEW)).toBeNull();
});
