import { describe, expect, it } from 'vitest';
import { aTask } from '@space/platform/testing';
import { MONDAY, setUp, setUpReading, setUpWith } from '../testing/boardHarness.ts';

/** Checks for changes; the server responds with this version of the tasks. */
async function check({ actions, answer }: ReturnType<typeof setUp>, version: string): Promise<void> {
  void actions.checkForChanges();
  await answer('version', version);
}

describe('checking for changes', () => {
  it('reloads the week only if the version of the tasks has changed', async () => {
    const board = await setUpWith(aTask());
    const loads = () => board.calls('listBetween').length;
    const before = loads();
    await check(board, 'one');
    await board.answer('listBetween');
    await check(board, 'one');
    expect(loads()).toBe(before + 1);
    await check(board, 'two');
    await board.answer('listBetween', [aTask({ title: 'From another device' })]);
    expect(board.titles()).toEqual(['From another device']);
    expect(board.waiting()).toEqual([]);
  });

  it('shows no notice for a failed check, and retries a week that failed to load without another notice', async () => {
    const board = await setUpWith(aTask());
    void board.actions.checkForChanges();
    await board.fail('version');
    expect(board.notices).toEqual([]);
    expect(board.store.getState().hasFailed).toBe(false);

    void board.actions.showWeek(MONDAY);
    await board.fail('listBetween');
    expect(board.notices).toEqual(['! Failed to load tasks']);
    await check(board, 'one');
    await board.fail('listBetween');
    expect(board.notices).toHaveLength(1);
    await check(board, 'one');
    await board.answer('listBetween');
    expect(board.store.getState()).toMatchObject({ hasFailed: false, isLoading: false });
  });

  it('reloads a failed week a second time if a change is reported during its retry', async () => {
    const board = setUpReading();
    await board.fail('listBetween');
    await check(board, 'one');
    void board.actions.checkForChanges();
    await board.answer('listBetween', [aTask({ title: 'The first' })]);
    for (const _ of ['next week', 'last week']) await board.answer('listBetween');
    await board.answer('version', 'two');
    const second = aTask({ id: 'b', title: 'The second' });
    await board.answer('listBetween', [aTask({ title: 'The first' }), second]);
    expect(board.titles()).toEqual(['The first', 'The second']);
  });

  it('does not confirm the week with a reload that failed while a newer one was under way', async () => {
    const board = await setUpWith(aTask());
    board.advance(500);
    await check(board, 'two');
    void board.actions.rename(aTask(), 'New');
    await board.fail('update', 'rejected');
    await board.fail('listBetween');
    expect(board.store.getState().confirmed).toEqual({ from: MONDAY, at: 1_000 });
    await board.answer('listBetween');
    expect(board.store.getState().confirmed).toEqual({ from: MONDAY, at: 1_500 });
  });

  it('reports that the session has ended if the check finds it lost', async () => {
    const board = await setUpWith(aTask());
    void board.actions.checkForChanges();
    board.loseSession();
    await board.fail('version', 'auth');
    expect(board.notices).toEqual(['! Failed to load tasks. Your session has ended. Please sign in again.']);
  });

  it.each([
    ['changed', [aTask({ title: 'Changed elsewhere' })], ['Changed elsewhere']],
    ['deleted', [], []],
    ['moved away', [aTask({ task_date: '2026-11-17' })], []],
  ])('does not touch a held task, and shows that it was %s once it is released', async (_, answer, after) => {
    const board = await setUpWith(aTask({ title: 'In hand' }));
    const release = board.actions.hold('a');
    await check(board, 'two');
    await board.answer('listBetween', [...answer, aTask({ id: 'b', title: 'New' })]);
    expect(board.titles()).toEqual(['In hand', 'New']);
    release();
    await board.answer('version', 'two');
    await board.answer('listBetween', [...answer, aTask({ id: 'b', title: 'New' })]);
    expect(board.titles()).toEqual([...after, 'New']);
  });

  it('sends no request when a held task is released and no response has arrived meanwhile', async () => {
    const board = await setUpWith(aTask());
    board.actions.hold('a')();
    expect(board.waiting()).toEqual([]);
  });

  it('applies local changes to a held task', async () => {
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

  it('is shown until the server responds, and only the response confirms it', async () => {
    const board = setUpSaved();
    void board.actions.showWeek(MONDAY);
    expect(board.titles()).toEqual(['Saved']);
    expect(board.store.getState()).toMatchObject({ savedAt: 5, confirmed: null, readAt: { [MONDAY]: 0 } });
    await board.fail('listBetween');
    expect(board.titles()).toEqual(['Saved']);
    expect(board.store.getState().confirmed).toBeNull();
    await check(board, 'one');
    await board.answer('listBetween', [aTask({ title: 'As it is now' })]);
    expect(board.titles()).toEqual(['As it is now']);
    expect(board.store.getState().confirmed).toEqual({ from: MONDAY, at: 1_000 });
    expect(board.store.getState().readAt[MONDAY]).toBeGreaterThan(0);
  });

  it('keeps a change that the server confirms before it responds with the week', async () => {
    const board = setUpSaved();
    void board.actions.showWeek(MONDAY);
    void board.actions.star(aTask({ title: 'Saved' }));
    await board.answer('update', aTask({ title: 'Saved', starred: true }));
    await board.answer('listBetween', [aTask({ title: 'Saved' })]);
    expect(board.store.getState().byDay[MONDAY]).toEqual([aTask({ title: 'Saved', starred: true })]);
  });

  it('is removed when its user signs out', () => {
    const board = setUpSaved();
    board.signOut();
    expect(board.store.getState()).toMatchObject({ byDay: {}, readAt: {}, savedAt: null });
  });
});

describe('a new task without a response', () => {
  const input = { title: 'Buy milk', emoji: null, task_date: MONDAY } as const;
  const task = { ...input, id: 'new', user_id: 'user' };
  const noAnswer = { kind: 'network', code: 'no_answer' } as const;

  it.each([
    ['there is no network', true, 'network'],
    ['the request has timed out', false, noAnswer],
  ] as const)('waits to be sent if %s', async (_, isOffline, failure) => {
    const board = await setUpWith();
    if (isOffline) board.goOffline();
    const adding = board.actions.add('new', input, { showsPending: true });
    board.paint();
    await board.fail('add', failure);
    expect(await adding).toEqual({ ok: true });
    expect(board.storedTasks).toEqual([task]);
    expect(board.pending()).toEqual([]);
    expect(board.titles()).toEqual([]);
    expect(board.notices).toEqual(['No connection: the task waits to be sent']);
  });

  it('takes the tasks that were typed after it along, without a request for each', async () => {
    const board = await setUpWith();
    const both = [
      board.actions.add('new', input),
      board.actions.add('next', { ...input, title: 'Post the letter' }),
    ];
    await board.fail('add', noAnswer);
    expect(await Promise.all(both)).toEqual([{ ok: true }, { ok: true }]);
    expect(board.storedTasks).toEqual([task, { ...task, id: 'next', title: 'Post the letter' }]);
    expect(board.calls('add')).toHaveLength(1);
  });

  it.each([
    ['the connection breaks', 'network'],
    ['the server rejects it', { kind: 'rejected', status: 400 }],
    ['the session has ended', 'auth'],
  ] as const)('fails and does not wait to be sent if %s', async (_, failure) => {
    const board = await setUpWith();
    const adding = board.actions.add('new', input);
    await board.fail('add', failure);
    expect(await adding).toMatchObject({ ok: false });
    expect(board.storedTasks).toEqual([]);
  });

  it('is added as usual when it is sent later, and a failure to send it shows no notice', async () => {
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
    ['another title was sent on an earlier visit', { title: 'Buy mlik', emoji: null }, 0],
    ['the server has stored the title of an earlier attempt', task, 1],
  ])('is updated, not created twice, if %s', async (_, sentBefore, attempts) => {
    const board = await setUpWith(aTask({ id: 'new', title: 'Buy mlik' }));
    const sending = board.actions.sendWaiting(task, sentBefore);
    if (attempts > 0) await board.fail('add', { kind: 'rejected', status: 409, code: '23505' });
    await board.answer('update');
    expect(await sending).toBe('sent');
    expect(board.calls('add')).toHaveLength(attempts);
    expect(board.titles()).toEqual(['Buy milk']);
  });

  it('returns the reason of its rejection, without a notice', async () => {
    const board = await setUpWith();
    const message = 'A day holds 2,000 tasks at most. Delete some to add new ones.';
    const sending = board.actions.sendWaiting(task, null);
    await board.fail('add', { kind: 'rejected', status: 400, message });
    expect(await sending).toEqual({ refusal: `Failed to add task. Please try again. ${message}` });
    expect(board.notices).toEqual([]);
  });
});
