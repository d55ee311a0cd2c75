import { expect, test } from 'vitest';
import { haltReason, talliesOf, type RecordedEvent, type Tally } from './canary.ts';
import { EMPTY_POINTER, type Pointer } from './schema.ts';

// Which events are taken from browsers: attacks.test.ts of the server.

const LIVE = '1.0.0-aaaaaaaaaaaa';
const CANARY = '1.1.0-bbbbbbbbbbbb';
const SINCE = '2026-11-20T12:00:00.000Z';
const live = { version: LIVE, since: '2026-11-01T00:00:00.000Z' };
const pointer: Pointer = { ...EMPTY_POINTER, live, canary: { version: CANARY, percent: 20, since: SINCE } };
const EVENT = { id: 'retro', version: CANARY, outcome: 'loaded', cause: 'none', milliseconds: 1, bucket: 1 };

const of = (failed: number, devices: number): Tally => ({ failed, devices });

/** Events, each written as its bucket, its outcome and what else differs: '7 fell-back', '50 loaded of live'. */
const eventsIn = (text: string) =>
  text.split(', ').map((one) => {
    const [, bucket, outcome, what = ''] = /^(\d+) (\S+)(?: of (\S+))?$/.exec(one) ?? [];
    const version = { live: LIVE, older: '0.9.0-cccccccccccc' }[what] ?? CANARY;
    const at = what === 'before' ? '2026-11-20T11:59:59.999Z' : '2026-11-20T12:00:01.000Z';
    const id = what === 'planner' ? what : 'retro';
    return { ...EVENT, at, id, version, outcome, bucket: Number(bucket) } as RecordedEvent;
  });

const MANY = '1 loaded, 2 recovered, 3 fell-back, 4 failed, 50 loaded of live, 51 failed of live';
test.each<[what: string, canary: Tally, live: Tally, events: string]>([
  ['loads, and fallbacks for the version that failed', of(2, 4), of(1, 2), MANY],
  ['a device once, as failed if it throws later', of(1, 1), of(0, 0), '7 loaded, 7 fell-back, 7 loaded'],
  ['no device for what replaced its canary', of(1, 1), of(0, 0), '7 fell-back, 7 loaded of live'],
  ['nothing older or of another remote', of(0, 0), of(0, 0), '1 failed of before, 1 failed of planner'],
  ['no other version, and only loads', of(0, 0), of(0, 0), '1 failed of older, 1 disabled'],
])('counts %s', (_, canary, live, events) => {
  expect(talliesOf('retro', pointer, eventsIn(events))).toEqual({ canary, live });
  expect(talliesOf('retro', { ...pointer, canary: null }, eventsIn(events))).toBeNull();
});

const OFTEN = 'failed on 12 of 100 devices, the live version on 30 of 990 devices';
const ALWAYS = 'failed on 12 of 12 devices, the live version was not seen yet';
test.each<[when: string, canary: Tally, live: Tally, reason: string | null]>([
  ['no device has loaded it yet', of(0, 0), of(0, 0), null],
  ['it failed on only four devices, which may be chance', of(4, 4), of(0, 1000), null],
  ['it fails as often as the live version', of(50, 100), of(200, 400), null],
  ['it fails less often', of(5, 1000), of(50, 1000), null],
  ['it fails more often, by nearly four deviations', of(11, 100), of(30, 990), null],
  ['it fails more often, by more than four', of(12, 100), of(30, 990), OFTEN],
  ['it fails everywhere, and nothing else was seen', of(12, 12), of(0, 0), ALWAYS],
])('whether a canary halts when %s', (_, canary, live, reason) => {
  expect(haltReason({ canary, live })).toBe(reason);
});
