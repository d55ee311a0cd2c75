import { expect, test } from 'vitest';
import { goLive, halt, stage, startCanary, withoutExpired } from './pointer.ts';
import { EMPTY_POINTER, type Pointer } from './schema.ts';

// What a pointer keeps, and for how long. What the moves do and refuse: shared/release/tests/cli.test.ts.

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 12, minute));
const versionOf = (index: number) => `0.1.0-${String(index).padStart(12, '0')}`;
const [A, B, C] = [versionOf(101), versionOf(102), versionOf(103)];

/** A pointer after releases, one a minute. */
const after = (...versions: string[]) =>
  versions.reduce((pointer, one, minute) => goLive(pointer, one, at(minute)), EMPTY_POINTER);
const staged = (pointer: Pointer, ...versions: string[]) =>
  versions.reduce((before, one) => stage(before, one, at(5)), pointer);

test('the history keeps fifty releases and moves; of the staged releases the newest twenty stay', () => {
  const many = Array.from({ length: 60 }, (_, index) => versionOf(index));
  const { live, history, moves } = after(...many);
  expect(live).toEqual({ version: many[59], since: at(59).toISOString() });
  expect(history.map(({ version }) => version)).toEqual(many.slice(9, 59).toReversed());
  expect(history[0]).toMatchObject({ since: at(58).toISOString(), until: at(59).toISOString() });
  expect(moves).toHaveLength(50);
  const { staged: kept } = staged(after(A), B, ...many);
  expect(kept.map(({ version }) => version)).toEqual(many.slice(40).toReversed());
});

test('a release stays staged for 14 days since it was staged last, or until it goes live', () => {
  const pointer = staged(after(A), B, C);
  const day = (days: number) => new Date(at(5).getTime() + days * 86_400_000);
  const renewed = stage(pointer, B, day(1));
  const left = (moved: Pointer) => moved.staged.map(({ version }) => version);
  expect(withoutExpired(renewed, day(13.9))).toBe(renewed);
  expect([14, 15].map((days) => left(withoutExpired(renewed, day(days))))).toEqual([[B], []]);
  expect(left(goLive(pointer, B, at(6)))).toEqual([C]);
});

test('another percentage keeps the start of a canary; a halt is for one version', () => {
  const pointer = startCanary(after(A), B, 10, at(5));
  const since = at(5).toISOString();
  const { canary } = startCanary(pointer, B, 50, at(9));
  expect(canary).toEqual({ version: B, percent: 50, since });
  expect(halt(pointer, C, 'too late', at(7))).toBe(pointer);
  const halted = halt(pointer, B, 'failed', at(7));
  expect(halted.halted).toEqual({ version: B, at: at(7).toISOString(), reason: 'failed' });
  expect(startCanary(halted, C, 10, at(8)).halted).toBeNull();
});
