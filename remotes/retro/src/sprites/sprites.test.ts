import { expect, test } from 'vitest';
import * as scenery from './scenery.ts';
import { mirrored } from './icons.ts';
import * as icons from './icons.ts';

const drawn = Object.entries({ ...icons, ...scenery }).flatMap(([name, sprite]) =>
  typeof sprite === 'function' ? [] : [[name, sprite] as const],
);

test.each(drawn)(
  'own-art: %s is a full rectangle, and uses each colour of its palette and no other',
  (_name, sprite) => {
    const width = sprite.rows[0]?.length;
    expect(sprite.rows.map((row) => row.length)).toEqual(sprite.rows.map(() => width));
    const used = new Set(sprite.rows.join('').replaceAll('.', ''));
    expect([...used].sort()).toEqual(Object.keys(sprite.palette).sort());
  },
);

test('a mirrored sprite looks the other way', () => {
  const sprite = { palette: { a: 'red', b: 'blue' }, rows: ['ab.', '.a.'] };
  expect(mirrored(sprite).rows).toEqual(['.ba', '.a.']);
});
