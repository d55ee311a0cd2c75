import { describe, expect, it } from 'vitest';
import { aTask, type Failure } from '@space/platform/testing';
import { MONDAY, setUpReading, setUpWith } from '../testing/boardHarness.ts';

type Board = Awaited<ReturnType<typeof setUpWith>>;

describe('loading tasks', () => {
  it('loads the visible week first, then each neighbouring week once', async () => {
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

  it('does not show an empty week if loading fails, and stays failed until a retry succeeds', async () => {
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

  it('keeps the loaded tasks if a refresh fails', async () => {
    const board = await setUpWith(aTask({ title: 'Kept' }));
    void board.actions.refresh();
    await board.fail('listBetween');
    expect(board.titles()).toEqual(['Kept']);
  });

  it('shows no notice if preloading a neighbouring week fails', async () => {
    const board = setUpReading();
    await board.answer('listBetween', []);
    await board.fail('listBetween');
    await board.fail('listBetween');
    expect(board.notices).toEqual([]);
    expect(board.store.getState().hasFailed).toBe(false);
  });

  it('sends one request if the same week is requested twice at the same time', () => {
    const board = setUpReading();
    void board.actions.showWeek(MONDAY);
    void board.actions.refresh();
    expect(board.waiting()).toEqual(['listBetween']);
  });

  it('does not report a failed load of a week that is no longer shown', async () => {
    const board = setUpReading();
    void board.actions.showWeek('2026-11-23');
    await board.fail('listBetween');
    expect(board.store.getState()).toMatchObject({ hasFailed: false, isLoading: true });
    expect(board.notices).toEqual([]);
  });

  it('does not let a load that began before a change overwrite the change', async () => {
    const board = await setUpWith(aTask({ title: 'Old' }));
    void board.actions.refresh();
    void board.actions.rename(aTask({ title: 'Old' }), 'New');
    await board.answer('update', aTask({ title: 'New' }));
    await board.answer('listBetween', [aTask({ title: 'Old' })]);
    expect(board.titles()).toEqual(['New']);
  });
});

describe('changing a task', () => {
  it.each([
    ['succeeds', async (board: Board) => board.answer('update', aTask({ title: 'New' }))],
    ['fails', async (board: Board) => board.fail('update')],
  ])(
    'performs an action that was requested during the save of a title once the save %s',
    async (_, settle) => {
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
    },
  );

  it('drops the queued action if the user signs out while a title is being saved', async () => {
    const board = await setUpWith(aTask());
    void board.actions.rename(aTask(), 'New');
    void board.actions.star(aTask());
    board.signOut();
    await board.answer('update', aTask({ title: 'New' }));
    expect(board.waiting()).toEqual([]);
  });

  it('reports that a title was not saved if the task was busy', async () => {
    const board = await setUpWith(aTask());
    void board.actions.star(aTask());
    const message = 'Failed to update task';
    expect(await board.actions.rename(aTask(), 'New')).toEqual({ ok: false, message });
    expect(board.notices).toEqual([`! ${message}`]);
  });

  it('shows a notice for a move, and ignores a move to the same day or of an unknown task', async () => {
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

  it('validates an emoji and a title before sending them', async () => {
    const board = await setUpWith(aTask());
    await board.actions.changeEmoji(aTask(), 'x');
    const renamed = await board.actions.rename(aTask(), 'y'.repeat(201));
    const message = 'Task title must be less than 200 characters';
    expect(renamed).toEqual({ ok: false, message });
    expect(board.notices).toEqual(['! Invalid emoji character', `! ${message}`]);
    expect(board.waiting()).toEqual([]);
  });
});

describe('adding a task', () => {
  const input = { title: '  Buy milk ', emoji: null, task_date: MONDAY } as const;
  const sent = { id: 'new', user_id: 'user', title: 'Buy milk', emoji: null, task_date: MONDAY } as const;

  it('trims the title, and adds the task once the server has stored it', async () => {
    const board = await setUpWith();
    const adding = board.actions.add('new', input);
    expect(board.args('add')).toEqual([sent]);
    expect(board.titles()).toEqual([]);
    await board.answer('add', aTask(sent));
    expect(await adding).toEqual({ ok: true });
    expect(board.titles()).toEqual(['Buy milk']);
    expect(board.notices).toEqual(['Task added!']);
  });

  it('marks a task as placed there only once the server has stored it, if its composer was left', async () => {
    const board = await setUpWith();
    void board.actions.add('new', input);
    board.paint();
    expect([board.pending(), board.placed()]).toEqual([[], []]);
    await board.answer('add', aTask(sent));
    expect(board.placed()).toEqual(['new']);
  });

  it('removes the placeholder if the request fails', async () => {
    const board = await setUpWith();
    void board.actions.add('new', input, { showsPending: true });
    board.paint();
    await board.fail('add');
    expect(board.pending()).toEqual([]);
    // Nor is it there at once on another try that leaves the composer.
    void board.actions.add('new', input);
    board.paint();
    expect(board.pending()).toEqual([]);
  });

  it('shows no placeholder if the response arrives before the next frame', async () => {
    const board = await setUpWith();
    void board.actions.add('new', input, { showsPending: true });
    await board.answer('add', aTask(sent));
    board.paint();
    expect(board.pending()).toEqual([]);
  });

  it('lists all validation errors in one notice and sends nothing', async () => {
    const board = await setUpWith();
    const outcome = await board.actions.add('new', { ...input, title: 'z'.repeat(201), emoji: 'x' });
    const message = 'Task title must be less than 200 characters. Invalid emoji character';
    expect(outcome).toEqual({ ok: false, message });
    expect(board.notices).toEqual([`! ${message}`]);
    expect(board.waiting()).toEqual([]);
  });

  it('sends the same id again after a lost response', async () => {
    const board = await setUpWith();
    void board.actions.add('new', input);
    await board.fail('add');
    expect(board.notices).toEqual(['! Failed to add task. Please try again.']);
    void board.actions.add('new', input);
    expect(board.args('add')).toEqual([sent]);
    await board.answer('add', aTask(sent));
    expect(board.titles()).toEqual(['Buy milk']);
  });

  it('updates the task of a lost response if the text has changed since', async () => {
    const board = await setUpWith();
    void board.actions.add('new', input);
    await board.fail('add');
    void board.actions.add('new', { ...input, title: 'Buy oat milk' });
    expect(board.args('update')).toEqual(['new', { title: 'Buy oat milk', emoji: null }]);
    await board.answer('update', aTask({ ...sent, title: 'Buy oat milk' }));
    expect(board.titles()).toEqual(['Buy oat milk']);
  });

  it('adds the task after all if the first request never arrived', async () => {
    const board = await setUpWith();
    void board.actions.add('new', input);
    await board.fail('add');
    void board.actions.add('new', { ...input, title: 'Buy oat milk' });
    await board.fail('update', 'rejected');
    await board.answer('add', aTask({ ...sent, title: 'Buy oat milk' }));
    expect(board.titles()).toEqual(['Buy oat milk']);
  });
});

describe('deleting a task', () => {
  const task = aTask({ title: 'Important', starred: true, emoji: '🔥' });
  const later = { ...task, id: 'b', emoji: null, created_at: '2026-11-02T08:00:00+00:00' };

  /** A board from whose week the task was deleted. */
  async function setUpDeleted(...others: (typeof task)[]) {
    const board = await setUpWith(task, ...others);
    void board.actions.remove(task);
    await board.answer('remove');
    return board;
  }

  it('offers Undo, which restores the same row in its original position', async () => {
    const board = await setUpDeleted(later);
    expect(board.store.getState().byDay[MONDAY]).toEqual([later]);
    await board.pressUndo();
    expect(board.args('restore')).toEqual(['a']);
    await board.answer('restore', task);
    expect(board.store.getState().byDay[MONDAY]).toEqual([task, later]);
    expect(board.notices).toEqual(['Task deleted', 'Task restored']);
    expect(board.waiting()).toEqual([]);
  });

  it('shows a placeholder while a task is restored, then marks the task so that no fold hides it', async () => {
    const board = await setUpDeleted();
    await board.pressUndo();
    board.paint();
    expect(board.pending()).toEqual(['a']);
    await board.answer('restore', task);
    expect([board.pending(), board.placed()]).toEqual([[], ['a']]);
  });

  it.each<[Failure, string]>([
    ['network', '! Failed to undo the change'],
    [
      { kind: 'rejected', status: 410, message: 'This task can no longer be restored.' },
      '! Failed to undo the change. This task can no longer be restored.',
    ],
  ])('reports that a deletion could not be undone: %j', async (failure, notice) => {
    const board = await setUpDeleted();
    await board.pressUndo();
    await board.fail('restore', failure);
    expect(board.notices.at(-1)).toBe(notice);
    expect(board.titles()).toEqual([]);
  });

  it('does not undo after the user has signed out', async () => {
    const board = await setUpDeleted();
    board.signOut();
    await board.pressUndo();
    expect(board.waiting()).toEqual([]);
  });
});

describe('the end of a session', () => {
  it('clears all data, and ignores responses that arrive afterwards', async () => {
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

  it('shows no notice for a request that fails afterwards', async () => {
    const board = await setUpWith(aTask());
    void board.actions.remove(aTask());
    board.signOut();
    await board.fail('remove', 'auth');
    expect(board.notices).toEqual([]);
  });
});
