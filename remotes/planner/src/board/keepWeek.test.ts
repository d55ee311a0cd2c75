// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aTask, kept, platform, session } from '@space/platform/testing';
import { MONDAY, setUp } from '../testing/boardHarness.ts';
import { keepWeek } from './keepWeek.ts';

beforeEach(() => {
  localStorage.clear();
  platform.reset();
});
afterEach(() => vi.useRealTimers());

/** A page that opens, reads its week and keeps it. */
async function openPage(...tasks: ReturnType<typeof aTask>[]) {
  const board = setUp();
  board.plant(...tasks);
  keepWeek(board.store, kept);
  void board.actions.showWeek(MONDAY);
  const seen = board.titles();
  await board.answer('listBetween');
  return { ...board, seen };
}

const hide = () => {
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
  Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
};

it('a visit begins with what the one before has read and changed', async () => {
  const first = await openPage(aTask(), aTask({ id: 'next', task_date: '2026-11-24' }));
  void first.actions.rename(aTask(), 'Changed');
  await first.answer('update');
  hide();
  const second = await openPage();
  expect(first.seen).toBeUndefined();
  expect(second.seen).toEqual(['Changed']);
  expect(second.store.getState().byDay['2026-11-24']).toBeUndefined();
});

it('what is kept follows each confirmed change, a moment later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const opening = openPage(aTask());
  await vi.runAllTimersAsync();
  await opening;
  await vi.advanceTimersByTimeAsync(1_100);
  expect(kept.read('week')).toMatchObject({ from: MONDAY, readAt: 1_000, tasks: [{ id: 'a' }] });
});

it.each([
  ['signs out', () => session.getState().signOut()],
  ['is another user now', async () => session.setState({ user: { id: 'grace', email: null } })],
])('nothing is kept of a person who %s', async (_, leave) => {
  await openPage(aTask());
  hide();
  expect(localStorage.length).toBe(1);
  await leave();
  expect(localStorage.length).toBe(0);
  expect(kept.read('week')).toBeNull();
});

it('where storage is full, nothing is kept and nothing is said', async () => {
  const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  const board = await openPage(aTask());
  hide();
  refuse.mockRestore();
  expect(localStorage.length).toBe(0);
  expect(board.titles()).toEqual(['Water the plants']);
  expect(board.notices).toEqual([]);
});
