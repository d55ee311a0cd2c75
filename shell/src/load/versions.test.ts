import { createHash } from 'node:crypto';
import type { Release, RemoteState } from '@space/federation';
import { describe, expect, test } from 'vitest';
import { StepError, bucketOf, candidates, causeOfImport, outcomeOf, stepOf } from './versions.ts';

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

const REMOTES = ['marketing', 'planner', 'settings', 'retro'];
const DEVICES = 2000;

/** Pseudorandom bytes, the same in each run. */
const bytesOf = (index: number) => createHash('sha256').update(`device ${index}`).digest();

/** Device names of several forms: the form must not matter. */
const NAME_FORMS: Record<string, (index: number) => string> = {
  'names as the shell makes them': (index) =>
    [0, 4, 8, 12].map((place) => bytesOf(index).readUInt32LE(place).toString(36)).join('-'),
  'names in hexadecimal digits': (index) => bytesOf(index).toString('hex'),
  'names that count up': (index) => `device-${index}`,
};

const withCanary = (percent: number) =>
  state({ previous: release('previous'), canary: { release: release('canary'), percent } });

const versionFor = (device: string, remote: string, percent: number) =>
  candidates(withCanary(percent), bucketOf(device, remote), NONE)[0]?.release.version;

describe.each(Object.entries(NAME_FORMS))('%s', (_, nameOf) => {
  const devices = Array.from({ length: DEVICES }, (_, index) => nameOf(index));
  const inCanary = (remote: string, percent: number) =>
    new Set(devices.filter((device) => versionFor(device, remote, percent) === 'canary'));
  const share = (subset: Iterable<string>) => ([...subset].length / DEVICES) * 100;

  test.each(REMOTES)('a canary of 20 %% of %s serves 20 ± 3 of a hundred devices', (remote) => {
    expect(share(inCanary(remote, 20))).toBeGreaterThan(17);
    expect(share(inCanary(remote, 20))).toBeLessThan(23);
  });

  test('the same device gets the same version each time', () => {
    for (const remote of REMOTES) expect(inCanary(remote, 20)).toEqual(inCanary(remote, 20));
  });

  test('a device that is in a canary stays in it while the canary grows', () => {
    for (const remote of REMOTES) {
      let before = new Set<string>();
      for (const percent of [0.5, 5, 20, 50, 100]) {
        const now = inCanary(remote, percent);
        expect([...before].filter((device) => !now.has(device))).toEqual([]);
        before = now;
      }
      expect(before.size).toBe(DEVICES);
    }
  });

  test('the canaries of different remotes are independent of each other', () => {
    for (const one of REMOTES)
      for (const other of REMOTES.filter((name) => name !== one)) {
        const others = inCanary(other, 20);
        const both = [...inCanary(one, 20)].filter((device) => others.has(device));
        // 20 % of 20 % are 4 %.
        expect(share(both)).toBeGreaterThan(2);
        expect(share(both)).toBeLessThan(6);
      }
  });
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

describe('the cause of an error', () => {
  test.each([
    ['Failed to fetch dynamically imported module: http://site/x.js', 'network'],
    ['error loading dynamically imported module: http://site/x.js', 'network'],
    ['Importing a module script failed.', 'network'],
    ['x is not a function', 'init'],
  ])('the import error "%s" has the cause %s', (message, cause) => {
    expect(causeOfImport(new TypeError(message))).toBe(cause);
  });

  test('a failed step keeps its own cause, a timeout has its own, and any other error gets the default', () => {
    expect(stepOf(new StepError('style', new Error('no')), 'init')).toBe('style');
    expect(stepOf(new DOMException('late', 'TimeoutError'), 'init')).toBe('timeout');
    expect(stepOf(new Error('no'), 'init')).toBe('init');
  });
});
