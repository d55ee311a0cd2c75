import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Release, RemoteState } from '@space/federation';
import { bucketOf, candidates } from './versions.ts';

const REMOTES = ['marketing', 'planner', 'settings', 'retro'];
const DEVICES = 2000;

const release = (version: string): Release => ({
  version,
  entry: `/remotes/retro/${version}/remoteEntry.js`,
  styles: [],
  preload: [],
  contract: 1,
  shares: {},
  uses: [],
  kilobytes: 1,
});

const state = (percent: number): RemoteState => ({
  title: 'retro mode',
  pages: [],
  live: release('live'),
  previous: release('previous'),
  canary: { release: release('canary'), percent },
  disabled: null,
});

/** Pseudorandom bytes, the same in each run. */
const bytesOf = (index: number) => createHash('sha256').update(`device ${index}`).digest();

/** Device names of several forms: the form must not matter. */
const NAME_FORMS: Record<string, (index: number) => string> = {
  'names as the shell makes them': (index) =>
    [0, 4, 8, 12].map((place) => bytesOf(index).readUInt32LE(place).toString(36)).join('-'),
  'names in hexadecimal digits': (index) => bytesOf(index).toString('hex'),
  'names that count up': (index) => `device-${index}`,
};

const versionFor = (device: string, remote: string, percent: number) =>
  candidates(state(percent), bucketOf(device, remote), new Set())[0]?.release.version;

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
