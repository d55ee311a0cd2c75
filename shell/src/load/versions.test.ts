import { createHash } from 'node:crypto';
import type { Release, RemoteState } from '@space/federation';
import { describe, expect, test } from 'vitest';
import { StepError, bucketOf, candidates, causeOf, outcomeOf } from './versions.ts';

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

const REMOTES = ['marketing', 'planner', 'settings', 'retro'];
const DEVICES = 2000;

/** Pseudorandom bytes, the same in each run. */
const bytesOf = (index: number) => createHash('sha256').update(`device ${index}`).digest();

/** The names of devices, as the shell makes them. */
const devices = Array.from({ length: DEVICES }, (_, index) =>
  [0, 4, 8, 12].map((place) => bytesOf(index).readUInt32LE(place).toString(36)).join('-'),
);

const withCanary = (percent: number) =>
  state({ previous: release('previous'), canary: { release: release('canary'), percent } });

const share = (subset: readonly string[]) => (subset.length / DEVICES) * 100;
const inCanary = (remote: string, percent: number, among = devices) =>
  among.filter((device) => {
    const [first] = candidates(withCanary(percent), bucketOf(device, remote), new Set());
    return first?.source === 'canary';
  });

test.each(REMOTES)('a canary of 20 %% of %s serves 20 ± 3 of a hundred devices', (remote) => {
  expect(share(inCanary(remote, 20))).toBeGreaterThan(17);
  expect(share(inCanary(remote, 20))).toBeLessThan(23);
});

test('a device that is in a canary stays in it while the canary grows', () => {
  let before: string[] = [];
  for (const percent of [0.5, 5, 20, 50, 100]) {
    expect(inCanary('retro', percent, before)).toEqual(before);
    before = inCanary('retro', percent);
  }
  expect(before).toEqual(devices);
});

test('the canaries of different remotes are independent of each other', () => {
  // 20 % of 20 % are 4 %.
  const both = share(inCanary('retro', 20, inCanary('planner', 20)));
  expect(both).toBeGreaterThan(2);
  expect(both).toBeLessThan(6);
});

test('a bucket is a number from 0 to less than 100 with two decimals', () => {
  const buckets = Array.from({ length: DEVICES }, (_, index) => bucketOf(`device-${index}`, 'retro'));
  for (const bucket of buckets) {
    expect(bucket).toBeGreaterThanOrEqual(0);
    expect(bucket).toBeLessThan(100);
    expect(bucket).toBe(Math.round(bucket * 100) / 100);
  }
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
