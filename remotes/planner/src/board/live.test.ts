import { describe, expect, it } from 'vitest';
import { aTask } from '@space/platform/testing';
import { MONDAY, setUp, setUpReading, setUpWith } from '../testing/boardHarness.ts';

/** Looks at the version of the tasks, which the server says. */
async function look({ actions, answer }: ReturnType<typeof setUp>, version: string): Promise<void> {
  void actions.look();
  await answer('version', version);
}

describe('looking again', () => {
  it('reads the week only when the tasks have another version', async () => {
    const board = await setUpWith(aTask());
    const asked = () => board.calls('listBetween').length;
    const before = asked();
    await look(board, 'one');
    await board.answer('listBetween');
    await look(board, 'one');
    expect(asked()).toBe(before + 1);
    await look(board, 'two');
    await board.answer('listBetween', [aTask({ title: 'From another device' })]);
    expect(board.titles()).toEqual(['From another device']);
    expect(board.waiting()).toEqual([]);
  });

  it('says nothing of a question that failed, and reads a week that could not be read before, without saying so again', async () => {
    const board = await setUpWith(aTask());
    void board.actions.look();
    await board.fail('version');
    expect(board.notices).toEqual([]);
    expect(board.store.getState().hasFailed).toBe(false);

    void board.actions.showWeek(MONDAY);
    await board.fail('listBetween');
    expect(board.notices).toEqual(['! Failed to load tasks']);
    await look(board, 'one');
    await board.fail('listBetween');
    expect(board.notices).toHaveLength(1);
    await look(board, 'one');
    await board.answer('listBetween');
    expect(board.store.getState()).toMatchObject({ hasFailed: false, isLoading: false });
  });

  it('reads a week that could not be read once more for a change that it is told of meanwhile', async () => {
    const board = setUpReading();
    await board.fail('listBetween');
    await look(board, 'one');
    void board.actions.look();
    await board.answer('listBetween', [aTask({ title: 'The first' })]);
    for (const _ of ['next week', 'last week']) await board.answer('listBetween');
    await board.answer('version', 'two');
    const second = aTask({ id: 'b', title: 'The second' });
    await board.answer('listBetween', [aTask({ title: 'The first' }), second]);
    expect(board.titles()).toEqual(['The first', 'The second']);
  });

  it('tells who finds the session lost by it', async () => {
    const board = await setUpWith(aTask());
    void board.actions.look();
    board.loseSession();
    await board.fail('version', 'auth');
    expect(board.notices).toEqual(['! Failed to load tasks. Your session has ended. Please sign in again.']);
  });

  it.each([
    ['changed', [aTask({ title: 'Changed elsewhere' })], ['Changed elsewhere']],
    ['deleted', [], []],
    ['moved away', [aTask({ task_date: '2026-11-17' })], []],
  ])(
    'leaves a task that is in hand, and shows that it was %s once it is let go',
    async (_, answer, after) => {
      const board = await setUpWith(aTask({ title: 'In hand' }));
      const letGo = board.actions.hold('a');
      await look(board, 'two');
      await board.answer('listBetween', [...answer, aTask({ id: 'b', title: 'New' })]);
      expect(board.titles()).toEqual(['In hand', 'New']);
      letGo();
      await board.answer('version', 'two');
      await board.answer('listBetween', [...answer, aTask({ id: 'b', title: 'New' })]);
      expect(board.titles()).toEqual([...after, 'New']);
    },
  );

  it('asks nothing when a task that was in hand is let go and no answer has met it', async () => {
    const board = await setUpWith(aTask());
    board.actions.hold('a')();
    expect(board.waiting()).toEqual([]);
  });

  it('shows what was changed here of a task in hand', async () => {
    const board = await setUpWith(aTask());
    board.actions.hold('a');
    void board.actions.refresh();
    void board.actions.rename(aTask(), 'New');
    await board.answer('update', aTask({ title: 'New' }));
    await board.answer('listBetween', [aTask()]);
    expect(board.titles()).toEqual(['New']);
  });
});

describe('the saved week', () => {
  function setUpSaved() {
    const board = setUp();
    board.actions.showSaved({ form: 1, from: MONDAY, readAt: 5, tasks: [aTask({ title: 'Saved' })] });
    return board;
  }

  it('is shown until the server has answered, and confirmed by the answer alone', async () => {
    const board = setUpSaved();
    void board.actions.showWeek(MONDAY);
    expect(board.titles()).toEqual(['Saved']);
    expect(board.store.getState()).toMatchObject({ savedAt: 5, confirmed: null, readAt: { [MONDAY]: 0 } });
    await board.fail('listBetween');
    expect(board.titles()).toEqual(['Saved']);
    expect(board.store.getState().confirmed).toBeNull();
    await look(board, 'one');
    await board.answer('listBetween', [aTask({ title: 'As it is now' })]);
    expect(board.titles()).toEqual(['As it is now']);
    expect(board.store.getState().confirmed).toEqual({ from: MONDAY, at: 1_000 });
    expect(board.store.getState().readAt[MONDAY]).toBeGreaterThan(0);
  });

  it('takes a change that the server confirms before it answers for the week', async () => {
    const board = setUpSaved();
    void board.actions.showWeek(MONDAY);
    void board.actions.star(aTask({ title: 'Saved' }));
    await board.answer('update', aTask({ title: 'Saved', starred: true }));
    await board.answer('listBetween', [aTask({ title: 'Saved' })]);
    expect(board.store.getState().byDay[MONDAY]).toEqual([aTask({ title: 'Saved', starred: true })]);
  });

  it('goes with its user', () => {
    const board = setUpSaved();
    board.signOut();
    expect(board.store.getState()).toMatchObject({ byDay: {}, readAt: {}, savedAt: null });
  });
});

describe('a new task without an answer', () => {
  const input = { title: 'Buy milk', emoji: null, task_date: MONDAY } as const;
  const task = { ...input, id: 'new', user_id: 'user' };
  const noAnswer = { kind: 'network', code: 'no_answer' } as const;

  it.each([
    ['there is no network', true, 'network'],
    ['the time for it has run out', false, noAnswer],
  ] as const)('waits to be sent where %s', async (_, isOffline, failure) => {
    const board = await setUpWith();
    if (isOffline) board.goOffline();
    const adding = board.actions.add('new', input, { keepsPlace: true });
    board.paint();
    await board.fail('add', failure);
    expect(await adding).toEqual({ ok: true });
    expect(board.keptTasks).toEqual([task]);
    expect(board.pending()).toEqual([]);
    expect(board.titles()).toEqual([]);
    expect(board.notices).toEqual(['No connection: the task waits to be sent']);
  });

  it.each([
    ['the connection breaks', 'network'],
    ['the server refuses it', { kind: 'rejected', status: 400 }],
    ['the session is over', 'auth'],
  ] as const)('stays with its notice where %s', async (_, failure) => {
    const board = await setUpWith();
    const adding = board.actions.add('new', input);
    await board.fail('add', failure);
    expect(await adding).toMatchObject({ ok: false });
    expect(board.keptTasks).toEqual([]);
  });

  it('is added like any other when it is sent, and a failure says nothing', async () => {
    const board = await setUpWith();
    const first = board.actions.sendWaiting(task, null);
    await board.fail('add');
    expect(await first).toBe('waiting');
    const busy = board.actions.sendWaiting(task, null);
    await board.fail('add', { kind: 'rejected', status: 429 });
    expect(await busy).toBe('waiting');
    expect(board.notices).toEqual([]);
    const last = board.actions.sendWaiting(task, null);
    await board.answer('add');
    expect(await last).toBe('sent');
    expect(board.titles()).toEqual(['Buy milk']);
    expect(board.notices).toEqual(['Task added!']);
  });

  it.each([
    ['other words of it were sent on an earlier visit', { title: 'Buy mlik', emoji: null }, 0],
    ['the server has the words of an attempt before the last one', task, 1],
  ])('is corrected, and not made twice, where %s', async (_, sentBefore, attempts) => {
    const board = await setUpWith(aTask({ id: 'new', title: 'Buy mlik' }));
    const sending = board.actions.sendWaiting(task, sentBefore);
    if (attempts > 0) await board.fail('add', { kind: 'rejected', status: 409, code: '23505' });
    await board.answer('update');
    expect(await sending).toBe('sent');
    expect(board.calls('add')).toHaveLength(attempts);
    expect(board.titles()).toEqual(['Buy milk']);
  });

  it('keeps the sentence of its refusal', async () => {
    const board = await setUpWith();
    const message = 'A day holds 2,000 tasks at most. Delete some to add new ones.';
    const sending = board.actions.sendWaiting(task, null);
    await board.fail('add', { kind: 'rejected', status: 400, message });
    expect(await sending).toEqual({ refusal: `Failed to add task. Please try again. ${message}` });
    expect(board.notices).toEqual([]);
  });
});
