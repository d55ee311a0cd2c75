import satisfies from 'semver/functions/satisfies.js';
import { expect, test } from 'vitest';
import { checkRelease, satisfiesCaret } from './gate.ts';

const release = { contract: 3, shares: { react: '^19.3.0' }, uses: ['Link', 'notify'] };
const host = { contract: 3, shares: { react: '19.3.1' }, names: ['Link', 'notify', 'tasks'] };

test('a release may run in a shell that has all that it needs', () => {
  expect(checkRelease(release, host)).toEqual([]);
});

test('every broken rule is refused in a sentence', () => {
  const shares = { react: '^20.0.0', 'react/jsx-runtime': '^19.3.0' };
  expect(checkRelease({ contract: 2, shares, uses: ['teleport', 'Link'] }, host)).toEqual([
    { rule: 'contract', message: 'contract 2 is not 3' },
    { rule: 'share', message: 'react 19.3.1 does not satisfy ^20.0.0' },
    { rule: 'share', message: 'the shell does not share react/jsx-runtime' },
    { rule: 'platform', message: "the shell's platform has no 'teleport'" },
  ]);
});

const places = [0, 1, 2, 10];
const versions = [
  ...places.flatMap((major) =>
    places.flatMap((minor) => places.map((patch) => `${major}.${minor}.${patch}`)),
  ),
  ...['0.3.1-rc.1', '1.2.3-rc.1', '1.2.3+build.5', 'latest', '1.2', ''],
];

test.each(['^0.0.0', '^0.0.2', '^0.1.0', '^0.1.2', '^1.0.0', '^1.2.3', '^2.10.1'])(
  '%s accepts exactly the versions that npm accepts',
  (range) => {
    const satisfying = versions.filter((version) => satisfiesCaret(version, range));
    expect(satisfying).toEqual(versions.filter((version) => satisfies(version, range)));
    expect(satisfying).not.toEqual([]);
  },
);

test('a range that no build writes accepts no version', () => {
  const ranges = ['*', '1.2.3', '>=1.0.0', '^1', 'latest'];
  expect(ranges.filter((range) => satisfiesCaret('1.2.3', range))).toEqual([]);
});
