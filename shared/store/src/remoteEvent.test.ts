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

test('takes an event as the shell reports it', () => {
  expect(remoteEventSchema.parse(event)).toEqual(event);
  expect(remoteEventSchema.safeParse({ ...event, version: 'unknown' }).success).toBe(true);
  const inSlot = { ...event, slot: 'planner.aside' };
  expect(remoteEventSchema.parse(inSlot)).toEqual(inSlot);
});

test.each([
  ['a field too many', { ...event, device: 'abc' }],
  ['a field too few', { ...event, bucket: undefined }],
  ['another outcome', { ...event, outcome: 'exploded' }],
  ['another cause', { ...event, cause: 'bad luck' }],
  ['a name that is none', { ...event, id: '../shell' }],
  ['a slot that is none', { ...event, slot: '/dashboard' }],
  ['a version with a line break', { ...event, version: '1\n2' }],
  ['a version that is a novel', { ...event, version: '1'.repeat(65) }],
  ['time running backwards', { ...event, milliseconds: -1 }],
  ['half a millisecond', { ...event, milliseconds: 0.5 }],
  ['a bucket that there is not', { ...event, bucket: 100 }],
  ['a text for a number', { ...event, bucket: '5' }],
  ['a list', [event]],
  ['nothing', null],
])('refuses %s', (_, value) => {
  expect(remoteEventSchema.safeParse(value).success).toBe(false);
});
