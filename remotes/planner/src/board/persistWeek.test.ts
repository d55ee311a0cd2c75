// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aTask, kept, platform, session } from '@space/platform/testing';
import { MONDAY, setUp } from '../testing/boardHarness.ts';
import { persistWeek } from './persistWeek.ts';

beforeEach(() => {
  localStorage.clear();
  platform.reset();
});
afterEach(() => vi.useRealTimers());

/** Opens a page that loads its week and saves it. */
async function openPage(...tasks: ReturnType<typeof aTask>[]) {
  const board = setUp();
  board.plant(...tasks);
  persistWeek(board.store, kept);
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

it('a visit starts with the tasks that the previous visit loaded and changed', async () => {
  const first = await openPage(aTask(), aTask({ id: 'next', task_date: '2026-11-24' }));
  void first.actions.rename(aTask(), 'Changed');
  await first.answer('update');
  hide();
  const second = await openPage();
  expect(first.seen).toBeUndefined();
  expect(second.seen).toEqual(['Changed']);
  expect(second.store.getState().byDay['2026-11-24']).toBeUndefined();
});

it('the week is saved about a second after it was loaded', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const opening = openPage(aTask());
  await vi.runAllTimersAsync();
  await opening;
  await vi.advanceTimersByTimeAsync(1_100);
  expect(kept.read('week')).toMatchObject({ from: MONDAY, readAt: 1_000, tasks: [{ id: 'a' }] });
});

it.each([
  ['signs out', () => session.getState().signOut()],
  ['is replaced by another user', async () => session.setState({ user: { id: 'grace', email: null } })],
])('the saved week is deleted when the user %s', async (_, leave) => {
  await openPage(aTask());
  hide();
  expect(localStorage.length).toBe(1);
  await leave();
  expect(localStorage.length).toBe(0);
  expect(kept.read('week')).toBeNull();
});

it('with full storage nothing is saved and no notice is shown', async () => {
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
