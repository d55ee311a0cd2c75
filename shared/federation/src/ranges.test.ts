import satisfies from 'semver/functions/satisfies.js';
import { describe, expect, test } from 'vitest';
import { resolveShareRanges } from './resolveShareRanges.ts';
import { satisfiesCaret } from './ranges.ts';

describe('satisfiesCaret', () => {
  const places = [0, 1, 2, 10];
  const numbers = places.flatMap((major) =>
    places.flatMap((minor) => places.map((patch) => `${major}.${minor}.${patch}`)),
  );
  const versions = [...numbers, '0.3.1-rc.1', '1.2.3-rc.1', '1.2.3+build.5', 'latest', '1.2', ''];

  test.each(['^0.0.0', '^0.0.2', '^0.1.0', '^0.1.2', '^1.0.0', '^1.2.3', '^2.10.1'])(
    'accepts exactly the versions that npm accepts for %s',
    (range) => {
      const satisfying = versions.filter((version) => satisfiesCaret(version, range));
      expect(satisfying).toEqual(versions.filter((version) => satisfies(version, range)));
      expect(satisfying).not.toEqual([]);
    },
  );

  test.each(['*', '1.2.3', '>=1.0.0', '^1', 'latest'])(
    'accepts no version for %s, which is not a range that shares use',
    (range) => {
      expect(satisfiesCaret('1.2.3', range)).toBe(false);
    },
  );
});

test('replaces a range of another kind with the caret range of the offered version, if that satisfies it', () => {
  const shares = { a: '^1.2.0', b: '>=1.0.0 <2', c: '1.x || ^3.0.0', d: '*', e: '~1.1.0', f: '2', g: '1.x' };
  const offered = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, '1.2.3']));
  const judged = resolveShareRanges(shares, offered, satisfies);
  expect(judged).toEqual({ ...shares, b: '^1.2.3', c: '^1.2.3', d: '^1.2.3' });
  const runs = Object.keys(judged).filter((name) => satisfiesCaret('1.2.3', judged[name] ?? ''));
  expect(runs).toEqual(['a', 'b', 'c', 'd']);
});
