import { describe, expect, test } from 'vitest';
import { checkRelease, parseRegistry, satisfiesCaret } from './registry.ts';
import type { Release } from './registry.ts';

const release: Release = {
  version: '1a2b',
  entry: '/remotes/retro/1a2b/remoteEntry.js',
  styles: [],
  preload: [],
  contract: 1,
  shares: { react: '^19.3.0', '@space/platform': '^1.0.0' },
};
const lent = { react: '19.3.1', '@space/platform': '1.0.0' };

describe('parseRegistry', () => {
  test('keeps what is a release', () => {
    expect(parseRegistry({ remotes: { retro: release } })).toEqual({ remotes: { retro: release } });
  });

  test('leaves out a malformed release, so that it hurts its own remote alone', () => {
    const remotes = { retro: release, planner: { ...release, styles: [1] }, settings: null, marketing: 'x' };
    expect(Object.keys(parseRegistry({ remotes }).remotes)).toEqual(['retro']);
  });

  test.each([null, 'text', [], {}, { remotes: [] }, { remotes: 'x' }])('refuses %j', (value) => {
    expect(() => parseRegistry(value)).toThrow(TypeError);
  });
});

describe('satisfiesCaret', () => {
  test.each([
    ['19.3.0', '^19.3.0', true],
    ['19.3.1', '^19.3.0', true],
    ['19.10.0', '^19.3.0', true],
    ['19.2.9', '^19.3.0', false],
    ['20.0.0', '^19.3.0', false],
    ['1.2.3', '^1.2.4', false],
    ['1.2.3-rc.1', '^1.2.3', true],
    ['1.2.3', '*', false],
    ['latest', '^1.0.0', false],
  ])('%s against %s is %s', (version, range, expected) => {
    expect(satisfiesCaret(version, range)).toBe(expected);
  });
});

describe('checkRelease', () => {
  test('lets a release run whose needs are met', () => {
    expect(checkRelease(release, lent)).toEqual({ ok: true });
  });

  test('names the contract that does not fit', () => {
    expect(checkRelease({ ...release, contract: 2 }, lent)).toEqual({
      ok: false,
      reason: 'contract 2 is not 1',
    });
  });

  test('names the share that the shell does not lend', () => {
    expect(checkRelease({ ...release, shares: { jquery: '^3.0.0' } }, lent)).toEqual({
      ok: false,
      reason: 'the shell does not lend jquery',
    });
  });

  test('names the share whose range does not fit', () => {
    expect(checkRelease({ ...release, shares: { react: '^20.0.0' } }, lent)).toEqual({
      ok: false,
      reason: 'react 19.3.1 does not satisfy ^20.0.0',
    });
  });
});
