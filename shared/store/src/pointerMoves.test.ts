import { describe, expect, test } from 'vitest';
import {
  goLive,
  halt,
  isWithdrawn,
  kill,
  previousOf,
  promote,
  revive,
  rollBack,
  startCanary,
} from './pointerMoves.ts';
import { EMPTY_POINTER, pointerSchema, type Pointer } from './schema.ts';

const version = (letter: string) => `0.1.0-${letter.repeat(12)}`;
const [A, B, C, D] = [version('a'), version('b'), version('c'), version('d')];
const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 12, minute));

/** A pointer after releases, one a minute. */
const after = (...versions: string[]) =>
  versions.reduce((pointer, one, minute) => goLive(pointer, one, at(minute)), EMPTY_POINTER);
const past = (pointer: Pointer) => pointer.history.map((entry) => entry.version);

describe('a release', () => {
  test('goes live, and the previous version enters the history with its start and end', () => {
    const pointer = goLive(after(A), B, at(5), 'a faster clock');
    expect(pointer.live).toEqual({ version: B, since: at(5).toISOString(), message: 'a faster clock' });
    expect(pointer.history).toEqual([
      { version: A, since: at(0).toISOString(), until: at(5).toISOString(), withdrawn: false },
    ]);
    expect(pointerSchema.parse(pointer)).toEqual(pointer);
  });

  test('of the version that is already live only ends the canary', () => {
    const pointer = startCanary(after(A, B), C, 10, at(5));
    expect(goLive(pointer, B, at(6))).toEqual(after(A, B));
  });

  test('keeps only the newest fifty entries of the history', () => {
    const many = Array.from({ length: 60 }, (_, index) => `0.1.0-${String(index).padStart(12, '0')}`);
    expect(past(after(...many))).toEqual(many.slice(9, 59).toReversed());
  });
});

describe('a rollback', () => {
  test('goes to the previous version that worked, and withdraws the live one', () => {
    const pointer = rollBack(after(A, B), null, at(5), 'it flickers');
    expect(pointer.live).toMatchObject({ version: A, message: 'it flickers' });
    expect(isWithdrawn(pointer, B)).toBe(true);
    expect(previousOf(pointer)).toBeNull();
  });

  test('never goes to a withdrawn version by default, not even to one that was live twice', () => {
    // C is withdrawn; B, which is older in the history as well, is released again and withdrawn too.
    const first = rollBack(after(A, B, C), A, at(5));
    const second = rollBack(goLive(first, B, at(6)), null, at(7));
    expect(second.live?.version).toBe(A);
    expect(previousOf(second)).toBeNull();
    expect(() => rollBack(second, null, at(8))).toThrow('There is no earlier version that worked');
    const third = goLive(second, D, at(9));
    expect(rollBack(third, null, at(10)).live?.version).toBe(A);
  });

  test('goes to a withdrawn version if it is named, which is then no longer withdrawn', () => {
    const back = rollBack(rollBack(after(A, B), null, at(5)), B, at(6));
    expect(back.live?.version).toBe(B);
    expect(isWithdrawn(back, B)).toBe(false);
    expect(isWithdrawn(back, A)).toBe(true);
    expect(previousOf(goLive(back, C, at(7)))).toBe(B);
  });

  test('keeps every step in the history', () => {
    const pointer = goLive(rollBack(after(A, B), null, at(5)), B, at(6));
    expect(past(pointer)).toEqual([A, B, A]);
    expect(pointer.history.map(({ withdrawn }) => withdrawn)).toEqual([false, true, false]);
  });

  test.each<[string, Pointer, string | null, string]>([
    ['nothing is live', EMPTY_POINTER, null, 'Nothing is live yet'],
    ['there is no history', after(A), null, 'There is no earlier version that worked'],
    ['that version is live', after(A, B), B, 'is live already'],
  ])('is refused when %s', (_when, pointer, wanted, message) => {
    expect(() => rollBack(pointer, wanted, at(9))).toThrow(message);
  });
});

describe('a canary', () => {
  const trying = startCanary(after(A), B, 10, at(5), 'a try');

  test('runs beside the live version, and a new percentage keeps its start and its message', () => {
    expect(startCanary(trying, B, 50, at(9)).canary).toEqual({
      version: B,
      percent: 50,
      since: at(5).toISOString(),
      message: 'a try',
    });
  });

  test('goes live with its message when it is promoted', () => {
    const pointer = promote(trying, null, at(6));
    expect(pointer).toMatchObject({ live: { version: B, message: 'a try' }, canary: null });
    expect(previousOf(pointer)).toBe(A);
  });

  test('is ended by a rollback, which leaves what is live as it is; the next rollback withdraws that', () => {
    expect(rollBack(trying, null, at(6))).toEqual(after(A));
    expect(rollBack(trying, B, at(6))).toEqual(after(A));
    const both = startCanary(after(A, B), C, 10, at(5));
    expect(rollBack(both, A, at(6))).toMatchObject({ live: { version: A }, canary: null });
  });

  test('halts with its reason, unless the pointer has moved on', () => {
    const halted = halt(trying, B, 'it failed on 12 % of devices', at(7));
    expect(halted).toMatchObject({ canary: null, halted: { version: B, at: at(7).toISOString() } });
    const other = startCanary(trying, C, 10, at(6));
    expect(halt(other, B, 'too late', at(7))).toBe(other);
    expect(startCanary(halted, C, 5, at(8)).halted).toBeNull();
  });

  test.each<[string, () => Pointer, string]>([
    ['no version is live', () => startCanary(EMPTY_POINTER, A, 10, at(0)), 'Release one first'],
    [
      'its version is live already',
      () => startCanary(after(A), A, 10, at(0)),
      'is live already, for everybody',
    ],
    ['0 percent', () => startCanary(after(A), B, 0, at(0)), 'above 0 and up to 100'],
    ['101 percent', () => startCanary(after(A), B, 101, at(0)), 'above 0 and up to 100'],
    ['promoting without a canary', () => promote(after(A), null, at(0)), 'There is no canary'],
  ])('is refused: %s', (_what, move, message) => {
    expect(move).toThrow(message);
  });
});

test('a remote that is switched off stays off through releases until it is switched on again', () => {
  const off = kill(after(A), 'broken', at(1));
  expect(goLive(off, B, at(2)).disabled).toEqual({ reason: 'broken', since: at(1).toISOString() });
  expect(revive(off)).toEqual(after(A));
  expect(() => revive(after(A))).toThrow('It is not switched off.');
});
