import { expect, test } from 'vitest';
import { isRemoteName, withoutPrototype } from './names.ts';

const OF_EVERY_OBJECT = Object.getOwnPropertyNames(Object.prototype);

test.each(['retro', 'time-tracker', 'a', 'n'.repeat(31), 'constructors'])('%s names a remote', (name) => {
  expect(isRemoteName(name)).toBe(true);
});

test.each([...OF_EVERY_OBJECT, '', 'Retro', '9lives', '../retro', 'a.b', 'a b', 'retro\n', 'n'.repeat(32)])(
  '%j names no remote',
  (name) => {
    expect(isRemoteName(name)).toBe(false);
  },
);

test('a map of keys from outside has its own keys and no others', () => {
  const map = withoutPrototype({ retro: 1 });
  expect(map['retro']).toBe(1);
  expect(OF_EVERY_OBJECT.filter((name) => map[name] !== undefined)).toEqual([]);
});
