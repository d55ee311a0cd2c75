import type { Release, RemoteState } from '@space/federation';
import { describe, expect, test } from 'vitest';
import { StepError, bucketHere, candidates, causeOf, outcomeOf } from './versions.ts';

const release = (version: string): Release => ({
  version,
  entry: `/remotes/retro/${version}/remoteEntry.js`,
  styles: [],
  preload: [],
  contract: 3,
  shares: {},
  uses: [],
  kilobytes: 14,
});

const state = (parts: Partial<RemoteState>): RemoteState => ({
  title: 'retro mode',
  pages: [],
  live: release('live'),
  previous: null,
  canary: null,
  disabled: null,
  ...parts,
});

describe('which versions of a remote are tried', () => {
  const all = state({ previous: release('old'), canary: { release: release('new'), percent: 10 } });
  const again = state({ previous: release('old'), canary: { release: release('old'), percent: 100 } });

  test.each<[string, RemoteState, number, string[], string]>([
    ['the live one alone', state({}), 0, [], 'live live'],
    [
      'the canary first on a device below its percentage',
      all,
      9.99,
      [],
      'new canary, live live, old previous',
    ],
    ['no canary on a device at its percentage', all, 10, [], 'live live, old previous'],
    ['none that failed', all, 0, ['new', 'live'], 'old previous'],
    ['none if all have failed', all, 0, ['new', 'live', 'old'], ''],
    ['each once, if an earlier version is tried again as a canary', again, 50, [], 'old canary, live live'],
  ])('%s', (_, of, bucket, broken, tried) => {
    const inOrder = candidates(of, bucket, new Set(broken));
    expect(inOrder.map(({ release: { version }, source }) => `${version} ${source}`).join(', ')).toBe(tried);
  });
});

test('a bucket is 0 to 99.99, spread evenly, another for each remote, and stays the same', () => {
  const remotes = Array.from({ length: 2_000 }, (_, index) => `remote-${index}`);
  const buckets = remotes.map(bucketHere);
  expect(remotes.map(bucketHere)).toEqual(buckets);
  for (const bucket of buckets) {
    expect(bucket >= 0 && bucket < 100).toBe(true);
    expect(bucket).toBe(Math.round(bucket * 100) / 100);
  }
  const share = (buckets.filter((bucket) => bucket < 20).length / buckets.length) * 100;
  expect(share).toBeGreaterThan(15);
  expect(share).toBeLessThan(25);
});

const integrity = { version: 'new', cause: 'integrity', error: null } as const;
const network = { version: 'live', cause: 'network', error: null } as const;

describe('the event that reports how a page was loaded', () => {
  const another = 'another version runs: the event names the one that failed first, and its cause';
  test.each([
    ['a version that runs', [], ['live', false], ['live', 'loaded', 'none']],
    ['a version that runs at the second attempt', [], ['live', true], ['live', 'recovered', 'none']],
    [another, [integrity, network], ['old', true], ['new', 'fell-back', 'integrity']],
    ['nothing runs', [network], null, ['live', 'failed', 'network']],
    ['no version was left to try', [], null, ['live', 'failed', 'network']],
  ] as const)('%s', (_, failures, running, [version, outcome, cause]) => {
    const runs = running && { version: running[0], isSecondTry: running[1] };
    expect(outcomeOf(failures, runs, 'live')).toEqual({ version, outcome, cause });
  });
});

test.each([
  [new TypeError('Failed to fetch dynamically imported module: http://site/x.js'), 'network'],
  [new TypeError('error loading dynamically imported module: http://site/x.js'), 'network'],
  [new TypeError('Importing a module script failed.'), 'network'],
  [new TypeError('x is not a function'), 'init'],
  [new StepError('style', new Error('no')), 'style'],
  [new DOMException('late', 'TimeoutError'), 'timeout'],
])('the error "%s" has the cause %s', (error, cause) => {
  expect(causeOf(error)).toBe(cause);
});
