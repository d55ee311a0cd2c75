import { describe, expect, it } from 'vitest';
import { aTask, type Failure } from '@space/platform/testing';
import { MONDAY, setUpWith } from '../testing/boardHarness.ts';

const TUESDAY = '2026-11-17';
const was = (parts: Parameters<typeof aTask>[0] = {}) => {
  const { title, completed, starred, pinned, emoji, task_date } = aTask(parts);
  return { title, completed, starred, pinned, emoji, task_date };
};

async function setUpStarred() {
  const board = await setUpWith(aTask());
  void board.actions.star(aTask());
  await board.answer('update');
  return board;
}

describe('an undo', () => {
  it('leaves a task alone that another device has changed since, in any field, and says so', async () => {
    const board = await setUpStarred();
    board.changeElsewhere('a', { title: 'Water the herbs' });
    await board.undoLast();
    expect(board.args('update')).toEqual(['a', { starred: false }, was({ starred: true })]);
    await board.answer('update');
    expect(board.notices).toEqual(['! Failed to undo the change. Changed elsewhere in the meantime.']);
    // What it is now is shown.
    await board.answer('listBetween');
    expect(board.titles()).toEqual(['Water the herbs']);
    // There is nothing left to take back.
    await board.undoLast();
    expect(board.waiting()).not.toContain('update');
  });

  it('does not take this tab’s own later change for one of another device', async () => {
    const board = await setUpWith(aTask());
    void board.actions.move(aTask(), TUESDAY);
    await board.answer('update');
    void board.actions.toggle(aTask({ task_date: TUESDAY }));
    await board.answer('update');
    await board.pressUndo();
    await board.answer('update');
    expect(board.rows()).toEqual([aTask({ completed: true })]);
    expect(board.notices).toEqual(['Task moved', 'Change undone']);
  });

  it('of an added task removes it only while it is unchanged', async () => {
    const board = await setUpWith();
    void board.actions.add('new', { title: 'Buy milk', emoji: null, task_date: MONDAY });
    await board.answer('add');
    await board.undoLast();
    expect(board.args('remove')).toEqual(['new', was({ title: 'Buy milk' })]);
    board.changeElsewhere('new', { completed: true });
    await board.answer('remove');
    expect(board.notices.at(-1)).toBe('! Failed to undo the change. Changed elsewhere in the meantime.');
    expect(board.rows()).toHaveLength(1);
  });

  it('is of the last change that was made here, not of a waiting task that was sent meanwhile', async () => {
    const board = await setUpStarred();
    const task = { id: 'new', title: 'Buy milk', emoji: null, task_date: MONDAY, user_id: 'user' } as const;
    void board.actions.sendWaiting(task, null);
    await board.answer('add');
    await board.undoLast();
    expect(board.args('update')).toEqual(['a', { starred: false }, was({ starred: true })]);
    await board.answer('update');
    expect(board.titles()).toContain('Buy milk');
  });

  it('does nothing for a change that failed', async () => {
    const board = await setUpStarred();
    void board.actions.pin(aTask({ starred: true }));
    await board.fail('update');
    await board.undoLast();
    expect(board.waiting()).toEqual([]);
  });

  it.each<[string, Failure, string]>([
    ['without a network', 'network', 'You are offline.'],
    [
      'after too many changes',
      { kind: 'rejected', status: 429, message: 'Too many changes. Please try again in 40 seconds.' },
      'Too many changes. Please try again in 40 seconds.',
    ],
  ])('that failed %s can be tried again', async (_, failure, reason) => {
    const board = await setUpStarred();
    if (failure === 'network') board.goOffline();
    await board.undoLast();
    await board.fail('update', failure);
    await board.undoLast();
    await board.answer('update');
    expect(board.notices).toEqual([`! Failed to undo the change. ${reason}`, 'Change undone']);
    expect(board.rows()).toEqual([aTask()]);
  });

  it('of a busy task fails, and can be tried again', async () => {
    const board = await setUpWith(aTask());
    void board.actions.move(aTask(), TUESDAY);
    await board.answer('update');
    void board.actions.toggle(aTask({ task_date: TUESDAY }));
    await board.pressUndo();
    expect(board.notices).toEqual(['Task moved', '! Failed to undo the change']);
    await board.answer('update');
    await board.pressUndo();
    await board.answer('update');
    expect(board.rows()).toEqual([aTask({ completed: true })]);
  });

  it('is not said to the user who signs in meanwhile', async () => {
    const board = await setUpStarred();
    await board.undoLast();
    board.signOut();
    await board.answer('update');
    expect(board.notices).toEqual([]);
  });

  it('of a list takes out what is unchanged, and after a limit the rest the next time', async () => {
    const board = await setUpWith();
    const lines = ['one', 'two', 'three'].map((title) => ({
      id: title,
      title,
      emoji: null,
      completed: false,
      source: title,
    }));
    const adding = board.actions.addAll(lines, MONDAY);
    for (const _ of lines) await board.answer('add');
    expect(await adding).toEqual([]);
    board.changeElsewhere('two', { starred: true });
    await board.undoLast();
    await board.answer('remove');
    await board.answer('remove');
    const message = 'Too many changes. Please try again in 40 seconds.';
    await board.fail('remove', { kind: 'rejected', status: 429, message });
    expect(board.rows().map(({ id }) => id)).toEqual(['two', 'three']);
    expect(board.notices).toEqual([
      '3 tasks added!',
      'Change undone',
      '! Failed to undo the change. 2 of 3 tasks stay as they are. Changed elsewhere in the meantime.',
    ]);
    await board.undoLast();
    expect(
      board
        .calls('remove')
        .slice(3)
        .map(([id]) => id),
    ).toEqual(['three']);
    await board.answer('remove');
    expect(board.rows().map(({ id }) => id)).toEqual(['two']);
  });
});

describe('a title that was changed elsewhere while it was edited', () => {
  async function setUpConflict() {
    const board = await setUpWith(aTask());
    board.changeElsewhere('a', { title: 'Theirs', task_date: TUESDAY });
    const renaming = board.actions.rename(aTask(), 'Mine');
    expect(board.args('update')).toEqual(['a', { title: 'Mine' }, { title: 'Water the plants' }]);
    await board.answer('update');
    expect(await renaming).toEqual({ ok: true });
    return board;
  }
  const conflicts = (board: Awaited<ReturnType<typeof setUpWith>>) => board.store.getState().conflicts;

  it('is not overwritten: theirs is shown, mine is kept, and the save says so', async () => {
    const board = await setUpConflict();
    expect(board.rows()).toMatchObject([{ title: 'Theirs' }]);
    expect(board.store.getState().byDay[TUESDAY]).toMatchObject([{ title: 'Theirs' }]);
    expect(conflicts(board)).toEqual({ a: 'Mine' });
    expect(board.notices).toEqual(['! The title was changed elsewhere. Keep yours or theirs.']);
    // It is no change that could be taken back.
    await board.undoLast();
    expect(board.waiting()).toEqual([]);
  });

  it('becomes mine, by a change that can be taken back, or stays theirs', async () => {
    const board = await setUpConflict();
    const theirs = aTask({ title: 'Theirs', task_date: TUESDAY });
    void board.actions.rename(theirs, 'Mine');
    await board.answer('update');
    expect([board.rows(), conflicts(board)]).toEqual([[{ ...theirs, title: 'Mine' }], {}]);
    await board.undoLast();
    await board.answer('update');
    expect(board.rows()).toEqual([theirs]);

    const other = await setUpConflict();
    other.actions.keepTheirs(theirs);
    expect([other.rows(), conflicts(other), other.waiting()]).toEqual([[theirs], {}, []]);
  });

  it('is refused again if it was changed once more', async () => {
    const board = await setUpConflict();
    board.changeElsewhere('a', { title: 'Theirs, too' });
    void board.actions.rename(aTask({ title: 'Theirs' }), 'Mine');
    await board.answer('update');
    expect(board.rows()).toMatchObject([{ title: 'Theirs, too' }]);
    expect(conflicts(board)).toEqual({ a: 'Mine' });
  });

  it('leaves memory with the session', async () => {
    const board = await setUpConflict();
    board.signOut();
    expect(conflicts(board)).toEqual({});
  });
});
