import { describe, expect, it } from 'vitest';
import { aTask, type Failure } from '@space/platform/testing';
import { MONDAY, setUpReading, setUpWith } from '../testing/boardHarness.ts';

describe('the notice of a failure', () => {
  it('reports the failure and the end of the session in one notice', async () => {
    const board = setUpReading();
    board.loseSession();
    await board.fail('listBetween', 'auth');
    expect(board.notices).toEqual(['! Failed to load tasks. Your session has ended. Please sign in again.']);
    expect(board.store.getState()).toMatchObject({ hasFailed: false, isLoading: false });
  });

  it.each([
    ['toggle', 'Failed to update task'],
    ['star', 'Failed to update task'],
    ['pin', 'Failed to update task'],
    ['rename', 'Failed to update task'],
    ['changeEmoji', 'Failed to update emoji. Please try again'],
    ['move', 'Failed to move task'],
    ['remove', 'Failed to delete task'],
  ] as const)(
    'begins with the message of the failed action (%s), whatever the reason',
    async (action, sentence) => {
      const wait = 'Too many changes. Please try again in 40 seconds.';
      const limit: Failure = { kind: 'rejected', status: 429, message: wait };
      const raw: Failure = {
        kind: 'rejected',
        status: 400,
        message: 'violates check constraint "tasks_check"',
      };
      const name = action === 'remove' ? 'remove' : 'update';
      const board = await setUpWith(aTask());
      const act = () =>
        void {
          toggle: () => board.actions.toggle(aTask()),
          star: () => board.actions.star(aTask()),
          pin: () => board.actions.pin(aTask()),
          rename: () => board.actions.rename(aTask(), 'New'),
          changeEmoji: () => board.actions.changeEmoji(aTask(), '🔥'),
          move: () => board.actions.move(aTask(), '2026-11-17'),
          remove: () => board.actions.remove(aTask()),
        }[action]();
      const noticeOf = async (failure: Parameters<typeof board.fail>[1]) => {
        act();
        await board.fail(name, failure);
        return board.notices.pop();
      };
      expect(await noticeOf(limit)).toBe(`! ${sentence}. ${wait}`);
      expect(board.waiting()).toEqual([]);
      expect(board.titles()).toEqual(['Water the plants']);
      expect(await noticeOf(raw)).toMatch(new RegExp(`^! ${sentence}\\.?$`));
      await board.answer('listBetween', [aTask()]);
      board.goOffline();
      expect(await noticeOf('network')).toBe(`! ${sentence}. You are offline.`);
      act();
      board.loseSession();
      await board.fail(name, 'auth');
      expect(board.notices).toEqual([`! ${sentence}. Your session has ended. Please sign in again.`]);
    },
  );

  it('gives the reason why the server rejects a task, or that the session has ended', async () => {
    const message = 'You have reached the limit of 100,000 tasks. Delete some to add new ones.';
    const board = await setUpWith();
    const input = { title: 'Buy milk', emoji: null, task_date: MONDAY } as const;
    const adding = board.actions.add('new', input);
    await board.fail('add', { kind: 'rejected', status: 400, message });
    const notice = `Failed to add task. Please try again. ${message}`;
    expect(await adding).toEqual({ ok: false, message: notice });
    expect(board.notices).toEqual([`! ${notice}`]);

    board.loseSession();
    await board.actions.add('new', input);
    const ended = '! Failed to add task. Please try again. Your session has ended. Please sign in again.';
    expect(board.notices.at(-1)).toBe(ended);
  });

  it('is not shown if the user has signed out meanwhile', async () => {
    const board = setUpReading();
    board.signOut();
    await board.fail('listBetween', 'auth');
    expect(board.notices).toEqual([]);
  });
});
