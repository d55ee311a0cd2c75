import { expect, test } from 'vitest';
import { remoteEventSchema } from './remoteEvent.ts';

const event = {
  id: 'retro',
  version: '0.1.0-1f3e0825545c',
  outcome: 'fell-back',
  cause: 'render',
  milliseconds: 341,
  bucket: 19.99,
};

test('accepts an event as the shell reports it', () => {
  expect(remoteEventSchema.parse(event)).toEqual(event);
  expect(remoteEventSchema.safeParse({ ...event, version: 'unknown' }).success).toBe(true);
});

test.each([
  ['an extra field', { ...event, device: 'abc' }],
  ['a missing field', { ...event, bucket: undefined }],
  ['an unknown outcome', { ...event, outcome: 'exploded' }],
  ['an unknown cause', { ...event, cause: 'bad luck' }],
  ['an invalid name', { ...event, id: '../shell' }],
  ['a version with a line break', { ...event, version: '1\n2' }],
  ['a version of 65 characters', { ...event, version: '1'.repeat(65) }],
  ['a negative duration', { ...event, milliseconds: -1 }],
  ['a fraction of a millisecond', { ...event, milliseconds: 0.5 }],
  ['a bucket out of range', { ...event, bucket: 100 }],
  ['a string instead of a number', { ...event, bucket: '5' }],
  ['a list', [event]],
  ['null', null],
])('refuses %s', (_, value) => {
  expect(remoteEventSchema.safeParse(value).success).toBe(false);
});
