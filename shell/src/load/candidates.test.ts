import type { Release, RemoteState } from '@space/federation';
import { describe, expect, test } from 'vitest';
import { candidates } from './versions.ts';

function release(version: string): Release {
  return {
    version,
    entry: `/remotes/retro/${version}/remoteEntry.js`,
    styles: [],
    preload: [],
    contract: 1,
    shares: {},
    uses: [],
    kilobytes: 14,
  };
}

const state = (parts: Partial<RemoteState>): RemoteState => ({
  title: 'retro mode',
  pages: [],
  live: release('live'),
  previous: null,
  canary: null,
  disabled: null,
  ...parts,
});

const NONE: ReadonlySet<string> = new Set();
const inOrder = (...args: Parameters<typeof candidates>) =>
  candidates(...args).map(({ release: { version }, source }) => [version, source]);

describe('which versions of a remote are tried', () => {
  const all = state({ previous: release('old'), canary: { release: release('new'), percent: 10 } });

  test.each([
    { name: 'the live one alone', of: state({}), bucket: 0, broken: NONE, tried: [['live', 'live']] },
    {
      name: 'the canary first on a device below its percentage',
      of: all,
      bucket: 9.99,
      broken: NONE,
      tried: [
        ['new', 'canary'],
        ['live', 'live'],
        ['old', 'previous'],
      ],
    },
    {
      name: 'no canary on a device at its percentage',
      of: all,
      bucket: 10,
      broken: NONE,
      tried: [
        ['live', 'live'],
        ['old', 'previous'],
      ],
    },
    {
      name: 'none that failed',
      of: all,
      bucket: 0,
      broken: new Set(['new', 'live']),
      tried: [['old', 'previous']],
    },
    {
      name: 'none if all have failed',
      of: all,
      bucket: 0,
      broken: new Set(['new', 'live', 'old']),
      tried: [],
    },
    {
      name: 'each once, if an earlier version is tried again as a canary',
      of: state({ previous: release('old'), canary: { release: release('old'), percent: 100 } }),
      bucket: 50,
      broken: NONE,
      tried: [
        ['old', 'canary'],
        ['live', 'live'],
      ],
    },
  ])('$name', ({ of, bucket, broken, tried }) => {
    expect(inOrder(of, bucket, broken)).toEqual(tried);
  });
});
