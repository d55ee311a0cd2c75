import { describe, expect, it } from 'vitest';
import { aTask, type Failure } from '@space/platform/testing';
import { MONDAY, setUpReading, setUpWith } from '../testing/boardHarness.ts';

type Board = Awaited<ReturnType<typeof setUpWith>>;

describe('reading', () => {
  it('reads the visible week first, then both neighbours once', async () => {
    const board = setUpReading();
    expect(board.calls('listBetween')).toEqual([['2026-11-16', '2026-11-22']]);
    await board.answer('listBetween', [aTask()]);
    await board.answer('listBetween', []);
    await board.answer('listBetween', []);
    expect(board.calls('listBetween').slice(1)).toEqual([
      ['2026-11-23', '2026-11-29'],
      ['2026-11-09', '2026-11-15'],
    ]);
    void board.actions.refresh();
    await board.answer('listBetween', [aTask()]);
    expect(board.waiting()).toEqual([]);
  });

  it('does not claim an empty week when reading failed, and says so until trying again worked', async () => {
    const board = setUpReading();
    await board.fail('listBetween');
    expect(board.store.getState()).toMatchObject({
      byDay: {},
      readAt: {},
      hasFailed: true,
      isLoading: false,
    });
    expect(board.notices).toEqual(['! Failed to load tasks']);
    void board.actions.refresh();
    expect(board.store.getState()).toMatchObject({ hasFailed: true, isLoading: true });
    await board.answer('listBetween', []);
    expect(board.store.getState()).toMatchObject({ hasFailed: false, isLoading: false });
  });

  it('keeps what was read when a later reading fails', async () => {
    const board = await setUpWith(aTask({ title: 'Kept' }));
    void board.actions.refresh();
    await board.fail('listBetween');
    expect(board.titles()).toEqual(['Kept']);
  });

  it('says nothing of a neighbour that could not be read in advance', async () => {
    const board = setUpReading();
    await board.answer('listBetween', []);
    await board.fail('listBetween');
    await board.fail('listBetween');
    expect(board.notices).toEqual([]);
    expect(board.store.getState().hasFailed).toBe(false);
  });

  it('asks once when the same week is wanted twice at the same time', () => {
    const board = setUpReading();
    void board.actions.showWeek(MONDAY);
    void board.actions.refresh();
    expect(board.waiting()).toEqual(['listBetween']);
  });

  it('lets no failure of a week that was left speak for the week that is shown', async () => {
    const board = setUpReading();
    void board.actions.showWeek('2026-11-23');
    await board.fail('listBetween');
    expect(board.store.getState()).toMatchObject({ hasFailed: false, isLoading: true });
    expect(board.notices).toEqual([]);
  });

  it('lets a reading that began before a change not undo it', async () => {
    const board = await setUpWith(aTask({ title: 'Old' }));
    void board.actions.refresh();
    void board.actions.rename(aTask({ title: 'Old' }), 'New');
    await board.answer('update', aTask({ title: 'New' }));
    await board.answer('listBetween', [aTask({ title: 'Old' })]);
    expect(board.titles()).toEqual(['New']);
  });
});

describe('changing', () => {
  it.each([
    ['works', async (board: Board) => board.answer('update', aTask({ title: 'New' }))],
    ['fails', async (board: Board) => board.fail('update')],
  ])('does what was pressed while a title was being saved, once saving %s', async (_, settle) => {
    const board = await setUpWith(aTask());
    void board.actions.rename(aTask(), 'New');
    void board.actions.star(aTask());
    void board.actions.star(aTask());
    expect(board.waiting()).toEqual(['update']);
    await settle(board);
    expect(board.args('update')).toEqual(['a', { starred: true }]);
    await board.answer('update', aTask({ title: 'New', starred: true }));
    expect(board.store.getState().byDay[MONDAY]).toEqual([aTask({ title: 'New', starred: true })]);
    expect(board.waiting()).toEqual([]);
  });

  it('does nothing more for who signed out while a title was being saved', async () => {
    const board = await setUpWith(aTask());
    void board.actions.rename(aTask(), 'New');
    void board.actions.star(aTask());
    board.signOut();
    await board.answer('update', aTask({ title: 'New' }));
    expect(board.waiting()).toEqual([]);
  });

  it('says that a title was not saved when the task was busy', async () => {
    const board = await setUpWith(aTask());
    void board.actions.star(aTask());
    const message = 'Failed to update task';
    expect(await board.actions.rename(aTask(), 'New')).toEqual({ ok: false, message });
    expect(board.notices).toEqual([`! ${message}`]);
  });

  it('moves with a notice, and not to the day the task is on', async () => {
    const board = await setUpWith(aTask());
    await board.actions.move(aTask(), MONDAY);
    void board.actions.moveById('a', '2026-11-17');
    await board.answer('update', aTask({ task_date: '2026-11-17' }));
    expect(board.notices).toEqual(['Task moved']);
    expect(board.placed('2026-11-17')).toEqual(['a']);
    expect(board.titles()).toEqual([]);
    await board.actions.moveById('unknown', MONDAY);
    expect(board.waiting()).toEqual([]);
  });

  it('checks an emoji and a title before it sends them', async () => {
    const board = await setUpWith(aTask());
    await board.actions.changeEmoji(aTask(), 'x');
    const renamed = await board.actions.rename(aTask(), 'y'.repeat(201));
    const message = 'Task title must be less than 200 characters';
    expect(renamed).toEqual({ ok: false, message });
    expect(board.notices).toEqual(['! Invalid emoji character', `! ${message}`]);
    expect(board.waiting()).toEqual([]);
  });
});

describe('adding', () => {
  const input = { title: '  Buy milk ', emoji: null, task_date: MONDAY } as const;
  const sent = { id: 'new', user_id: 'user', title: 'Buy milk', emoji: null, task_date: MONDAY } as const;

  it('adds the trimmed task once the server has it', async () => {
    const board = await setUpWith();
    const adding = board.actions.add('new', input);
    expect(board.args('add')).toEqual([sent]);
    expect(board.titles()).toEqual([]);
    await board.answer('add', aTask(sent));
    expect(await adding).toEqual({ ok: true });
    expect(board.titles()).toEqual(['Buy milk']);
    expect(board.notices).toEqual(['Task added!']);
  });

  it('counts a task whose composer was left as put there, once the server has it', async () => {
    const board = await setUpWith();
    void board.actions.add('new', input);
    board.paint();
    expect([board.pending(), board.placed()]).toEqual([[], []]);
    await board.answer('add', aTask(sent));
    expect(board.placed()).toEqual(['new']);
  });

  it('gives the place up when the server says no', async () => {
    const board = await setUpWith();
    void board.actions.add('new', input, { keepsPlace: true });
    board.paint();
    await board.fail('add');
    expect(board.pending()).toEqual([]);
    // Nor is it there at once on another try that leaves the composer.
    void board.actions.add('new', input);
    board.paint();
    expect(board.pending()).toEqual([]);
  });

  it('keeps none for what was answered before the next frame', async () => {
    const board = await setUpWith();
    void board.actions.add('new', input, { keepsPlace: true });
    await board.answer('add', aTask(sent));
    board.paint();
    expect(board.pending()).toEqual([]);
  });

  it('says every broken rule in one notice and sends nothing', async () => {
    const board = await setUpWith();
    const outcome = await board.actions.add('new', { ...input, title: 'z'.repeat(201), emoji: 'x' });
    const message = 'Task title must be less than 200 characters. Invalid emoji character';
    expect(outcome).toEqual({ ok: false, message });
    expect(board.notices).toEqual([`! ${message}`]);
    expect(board.waiting()).toEqual([]);
  });

  it('sends the same id again after a lost answer', async () => {
    const board = await setUpWith();
    void board.actions.add('new', input);
    await board.fail('add');
    expect(board.notices).toEqual(['! Failed to add task. Please try again.']);
    void board.actions.add('new', input);
    expect(board.args('add')).toEqual([sent]);
    await board.answer('add', aTask(sent));
    expect(board.titles()).toEqual(['Buy milk']);
  });

  it('corrects the task of a lost answer when the text changed meanwhile', async () => {
    const board = await setUpWith();
    void board.actions.add('new', input);
    await board.fail('add');
    void board.actions.add('new', { ...input, title: 'Buy oat milk' });
    expect(board.args('update')).toEqual(['new', { title: 'Buy oat milk', emoji: null }]);
    await board.answer('update', aTask({ ...sent, title: 'Buy oat milk' }));
    expect(board.titles()).toEqual(['Buy oat milk']);
  });

  it('makes it after all when the first attempt never arrived', async () => {
    const board = await setUpWith();
    void board.actions.add('new', input);
    await board.fail('add');
    void board.actions.add('new', { ...input, title: 'Buy oat milk' });
    await board.fail('update', 'rejected');
    await board.answer('add', aTask({ ...sent, title: 'Buy oat milk' }));
    expect(board.titles()).toEqual(['Buy oat milk']);
  });
});

describe('deleting', () => {
  const task = aTask({ title: 'Important', starred: true, emoji: '🔥' });
  const later = { ...task, id: 'b', emoji: null, created_at: '2026-11-02T08:00:00+00:00' };

  /** A board from whose week the task was deleted. */
  async function setUpDeleted(...others: (typeof task)[]) {
    const board = await setUpWith(task, ...others);
    void board.actions.remove(task);
    await board.answer('remove');
    return board;
  }

  it('offers to undo it: the server gives the very row back, to its place among its equals', async () => {
    const board = await setUpDeleted(later);
    expect(board.store.getState().byDay[MONDAY]).toEqual([later]);
    board.undos[0]?.();
    expect(board.args('restore')).toEqual(['a']);
    await board.answer('restore', task);
    expect(board.store.getState().byDay[MONDAY]).toEqual([task, later]);
    expect(board.notices).toEqual(['Task deleted', 'Task restored']);
    expect(board.waiting()).toEqual([]);
  });

  it('keeps a place for what comes back, until the answer, and no fold hides it then', async () => {
    const board = await setUpDeleted();
    board.undos[0]?.();
    board.paint();
    expect(board.pending()).toEqual(['a']);
    await board.answer('restore', task);
    expect([board.pending(), board.placed()]).toEqual([[], ['a']]);
  });

  it.each<[Failure, string]>([
    ['network', '! Failed to add task. Please try again.'],
    [
      { kind: 'rejected', status: 410, message: 'This task can no longer be restored.' },
      '! Failed to add task. Please try again. This task can no longer be restored.',
    ],
  ])('says when it could not be undone: %j', async (failure, notice) => {
    const board = await setUpDeleted();
    board.undos[0]?.();
    await board.fail('restore', failure);
    expect(board.notices.at(-1)).toBe(notice);
    expect(board.titles()).toEqual([]);
  });

  it('does not undo for another user', async () => {
    const board = await setUpDeleted();
    board.signOut();
    board.undos[0]?.();
    expect(board.waiting()).toEqual([]);
  });
});

describe('the end of a session', () => {
  it('takes everything along, answers still under way included', async () => {
    const board = await setUpWith(aTask());
    void board.actions.toggle(aTask());
    void board.actions.refresh();
    board.signOut();
    await board.answer('update', aTask({ completed: true }));
    await board.answer('listBetween', [aTask()]);
    const nothing = { byDay: {}, readAt: {}, busy: {}, placed: {} };
    expect(board.store.getState()).toMatchObject({ ...nothing, isLoading: false, hasFailed: false });
    expect(board.notices).toEqual([]);
  });

  it('raises no notice for a call that fails afterwards', async () => {
    const board = await setUpWith(aTask());
    void board.actions.remove(aTask());
    board.signOut();
    await board.fail('remove', 'auth');
    expect(board.notices).toEqual([]);
  });
});
