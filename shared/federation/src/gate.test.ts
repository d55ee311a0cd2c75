import satisfies from 'semver/functions/satisfies.js';
import { describe, expect, test } from 'vitest';
import { checkRelease, satisfiesCaret } from './gate.ts';

describe('satisfiesCaret', () => {
  const places = [0, 1, 2, 10];
  const numbers = places.flatMap((major) =>
    places.flatMap((minor) => places.map((patch) => `${major}.${minor}.${patch}`)),
  );
  const versions = [...numbers, '0.3.1-rc.1', '1.2.3-rc.1', '1.2.3+build.5', 'latest', '1.2', ''];

  test.each(['^0.0.0', '^0.0.2', '^0.1.0', '^0.1.2', '^1.0.0', '^1.2.3', '^2.10.1'])(
    'every version that npm takes for %s satisfies it, and no other',
    (range) => {
      const satisfying = versions.filter((version) => satisfiesCaret(version, range));
      expect(satisfying).toEqual(versions.filter((version) => satisfies(version, range)));
      expect(satisfying).not.toEqual([]);
    },
  );

  test.each(['*', '1.2.3', '>=1.0.0', '^1', 'latest'])('%s is no range that shares use', (range) => {
    expect(satisfiesCaret('1.2.3', range)).toBe(false);
  });
});

describe('checkRelease', () => {
  const release = { contract: 1, plugin: '1.23.0', shares: { react: '^19.3.0' }, uses: ['Link', 'notify'] };
  const host = {
    contracts: [1, 2],
    plugins: ['1.23.0'],
    shares: { react: '19.3.1' },
    names: ['Link', 'notify'],
  };

  test('a release whose needs are met may run', () => {
    expect(checkRelease(release, host)).toEqual([]);
  });

  test('every rule that is broken is named, with what broke it', () => {
    const shares = { jquery: '^3.0.0', react: '^20.0.0' };
    const broken = { contract: 3, plugin: '1.16.9', shares, uses: ['teleport', 'Link'] };
    expect(checkRelease(broken, host)).toEqual([
      { rule: 'contract', message: 'contract 3 is not 1 or 2' },
      { rule: 'plugin', message: 'it was built with plugin 1.16.9, not 1.23.0' },
      { rule: 'share', message: 'the shell does not share jquery' },
      { rule: 'share', message: 'react 19.3.1 does not satisfy ^20.0.0' },
      { rule: 'platform', message: "the shell's platform has no 'teleport'" },
    ]);
  });
});
