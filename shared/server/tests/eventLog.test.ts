import { appendFileSync, readdirSync, statSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { openEventLog } from '../src/events/eventLog.ts';
import { folderForEach } from './support/folder.ts';

const at = folderForEach();
let file: string;
beforeEach(() => {
  file = at('events.ndjson');
});

const LOADED = { id: 'retro', version: '0.1.0-aaaaaaaaaaaa', outcome: 'loaded', cause: 'none' } as const;
const event = (bucket: number) => ({ ...LOADED, milliseconds: 1, bucket });
const buckets = async () => (await openEventLog({ file }).read()).map(({ bucket }) => bucket);

test('stores events in order, with their time of arrival, readable by this account only', async () => {
  const now = () => new Date(Date.UTC(2026, 10, 20, 10));
  const log = openEventLog({ file, now });
  for (const bucket of [1, 2, 3]) await log.add(event(bucket));
  expect((await log.read())[0]).toEqual({ at: '2026-11-20T10:00:00.000Z', ...event(1) });
  expect(await buckets()).toEqual([1, 2, 3]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a line that a crash cut short does not affect other events', async () => {
  await openEventLog({ file }).add(event(1));
  appendFileSync(file, '{"at":"2026-11-2');
  await openEventLog({ file }).add(event(2));
  await openEventLog({ file }).add(event(3));
  expect(await buckets()).toEqual([1, 2, 3]);
});

test('stores two full files at most, which contain the newest events', async () => {
  const maxBytes = 2000;
  for (let bucket = 0; bucket < 99; bucket += 1) await openEventLog({ file, maxBytes }).add(event(bucket));
  expect(readdirSync(at()).sort()).toEqual(['events.ndjson', 'events.ndjson.old']);
  for (const name of readdirSync(at())) expect(statSync(at(name)).size).toBeLessThanOrEqual(maxBytes);
  const kept = await buckets();
  expect(kept.length).toBeGreaterThan(12);
  expect(kept).toEqual(Array.from({ length: kept.length }, (_, index) => 99 - kept.length + index));
});

test('a repeated read returns the events added since, also across a rotation of the file', async () => {
  const log = openEventLog({ file, maxBytes: 2000 });
  for (let bucket = 0; bucket < 50; bucket += 1) {
    await log.add(event(bucket));
    expect((await log.read()).map((one) => one.bucket)).toEqual(await buckets());
  }
});
