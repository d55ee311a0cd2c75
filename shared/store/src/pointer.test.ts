import { expect, describe, test } from 'vitest';
import {
  goLive,
  halt,
  isWithdrawn,
  kill,
  previousOf,
  promote,
  revive,
  rollBack,
  stage,
  startCanary,
  withoutExpired,
} from './pointer.ts';
import { EMPTY_POINTER, pointerSchema, type Pointer } from './schema.ts';

const versionOf = (letter: string) => `0.1.0-${letter.repeat(12)}`;
const [A, B, C, D] = ['a', 'b', 'c', 'd'].map(versionOf) as [string, string, string, string];
const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 12, minute));

/** A pointer after releases, one a minute. */
const after = (...versions: string[]) =>
  versions.reduce((pointer, one, minute) => goLive(pointer, one, at(minute)), EMPTY_POINTER);
const back = (pointer: Pointer, wanted: string | null = null) => rollBack(pointer, wanted, at(9));
const tried = (pointer: Pointer, version = B) => startCanary(pointer, version, 10, at(5), 'a try');
const staged = (pointer: Pointer, ...versions: string[]) =>
  versions.reduce((before, one) => stage(before, one, at(5), `try ${one}`), pointer);

test('a release goes live, and the version before it enters the history, of which fifty entries stay', () => {
  const pointer = goLive(after(A), B, at(5), 'a faster clock');
  expect(pointer).toMatchObject({
    live: { version: B, since: at(5).toISOString(), message: 'a faster clock' },
    history: [{ version: A, since: at(0).toISOString(), until: at(5).toISOString(), withdrawn: false }],
  });
  expect(pointerSchema.parse(pointer)).toEqual(pointer);
  const many = Array.from({ length: 60 }, (_, index) => `0.1.0-${String(index).padStart(12, '0')}`);
  const { history, moves } = after(...many);
  expect(history.map(({ version }) => version)).toEqual(many.slice(9, 59).toReversed());
  expect(moves).toHaveLength(50);
});

describe('a rollback', () => {
  test('goes to the version that worked before, withdraws the live one, and never returns to it unless it is named', () => {
    const first = back(after(A, B));
    expect(first.live?.version).toBe(A);
    expect([isWithdrawn(first, B), previousOf(first)]).toEqual([true, null]);
    expect(() => back(first)).toThrow('There is no earlier version that worked');
    // B is released again and withdrawn too, like C before it.
    const twice = back(goLive(back(after(A, B, C), A), B, at(6)));
    expect([twice.live?.version, previousOf(twice)]).toEqual([A, null]);
    const named = back(first, B);
    expect([isWithdrawn(named, B), isWithdrawn(named, A)]).toEqual([false, true]);
    expect(previousOf(goLive(named, C, at(7)))).toBe(B);
  });

  test('ends a canary and leaves what is live; named, it goes to that version', () => {
    const pointer = tried(after(A, B), C);
    for (const wanted of [null, C])
      expect(back(pointer, wanted)).toMatchObject({ live: { version: B }, canary: null });
    expect(back(pointer, A)).toMatchObject({ live: { version: A }, canary: null });
  });
});

test('a canary runs beside the live version; another percentage keeps its start and message, and a promotion its message', () => {
  const pointer = tried(after(A));
  const since = at(5).toISOString();
  const again = startCanary(pointer, B, 50, at(9));
  expect(again.canary).toEqual({ version: B, percent: 50, since, message: 'a try' });
  expect(promote(again, null, at(6))).toMatchObject({ live: { version: B, message: 'a try' }, canary: null });
  const halted = halt(pointer, B, 'failed', at(7));
  expect(halted).toMatchObject({ canary: null, halted: { version: B, at: at(7).toISOString() } });
  expect(halt(tried(pointer, C), B, 'too late', at(7)).canary?.version).toBe(C);
  expect(tried(halted, C).halted).toBeNull();
});

test('promoting takes the canary, else the only staged release, else the one that is named', () => {
  const pointer = staged(after(A), B, C);
  const live = (from: Pointer, wanted: string | null = null) => promote(from, wanted, at(6)).live;
  expect(live(tried(pointer, D))?.version).toBe(D);
  expect(live(pointer, C)).toMatchObject({ version: C, message: `try ${C}` });
  expect(live(promote(pointer, C, at(6)))?.version).toBe(B);
});

test('a release leaves the staged ones when it goes live, is the canary, or 14 days after it was staged last; kill ends all', () => {
  const pointer = staged(after(A), B, C);
  const versions = (moved: Pointer) => moved.staged.map(({ version }) => version);
  expect(versions(pointer)).toEqual([C, B]);
  for (const moved of [goLive(pointer, B, at(6)), promote(pointer, B, at(6)), tried(pointer, B)])
    expect(versions(moved)).toEqual([C]);
  expect(versions(kill(pointer, 'broken', at(6)))).toEqual([]);
  const day = (days: number) => new Date(at(6).getTime() + days * 86_400_000);
  const renewed = stage(pointer, B, day(1));
  expect(withoutExpired(renewed, day(13))).toBe(renewed);
  expect(versions(withoutExpired(renewed, day(14)))).toEqual([B]);
  expect(versions(withoutExpired(renewed, day(15)))).toEqual([]);
  const many = Array.from({ length: 20 }, (_, index) => `0.1.0-${String(index).padStart(12, '0')}`);
  expect(versions(staged(pointer, ...many))).toEqual(many.toReversed());
});

test('a remote that is switched off stays off through releases until it is switched on again', () => {
  const off = kill(after(A), 'broken', at(1));
  expect(goLive(off, B, at(2)).disabled).toEqual({ reason: 'broken', since: at(1).toISOString() });
  expect(revive(off, at(3)).disabled).toBeNull();
});

// Further refusals: shared/release/tests/cli.test.ts.
test.each<[string, () => Pointer, string]>([
  ['a rollback of nothing', () => back(EMPTY_POINTER), 'Nothing is live yet'],
  ['a rollback to the live version', () => back(after(A, B), B), 'is live already'],
  ['a rollback to a staged version', () => back(staged(after(A, B), C), C), '`promote` makes it live'],
  ['a canary of nothing', () => tried(EMPTY_POINTER), 'Release one first'],
  ['0 percent', () => startCanary(after(A), B, 0, at(0)), 'above 0 and up to 100'],
  ['101 percent', () => startCanary(after(A), B, 101, at(0)), 'above 0 and up to 100'],
  ['promoting one of two', () => promote(staged(after(A), B, C), null, at(0)), `Name one: ${C}, ${B}.`],
  ['staging the canary', () => staged(tried(after(A)), B), 'is the canary already'],
  ['staging what was rolled back', () => staged(back(after(A, B)), B), 'was taken back'],
  ['staging an ended canary', () => staged(back(tried(after(A))), B), 'was taken back'],
  ['staging a halted canary', () => staged(halt(tried(after(A)), B, 'x', at(6)), B), 'was taken back'],
  [
    'staging what was switched off and then replaced',
    () => staged(revive(goLive(kill(after(A), 'x', at(2)), B, at(3)), at(4)), A),
    'was taken back',
  ],
])('%s is refused', (_what, move, message) => {
  expect(move).toThrow(message);
});
