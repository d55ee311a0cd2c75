import { randomUUID } from 'node:crypto';
import type { DayKey, Task } from '@space/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Backend } from '../src/types.ts';
import { json } from '../testing/index.ts';
import { WEEK, newTask, startWorld } from './world.ts';

// Who may read and change which rows, restoring in all its cases, and the version after each kind of SQL statement:
// shared/server/tests/database.test.ts.

const world = startWorld();
const list = ({ tasks }: Backend) => tasks.listBetween(...WEEK);
const titlesOf = (tasks: readonly { title: string }[]) => tasks.map(({ title }) => title);
const insert = (rows: string) =>
  world().server.query(`insert into public.tasks (title, task_date, user_id, created_at) select ${rows}`, [
    userId,
  ]);
const GONE = { kind: 'rejected', code: 'no_row' };
const LOST_ANSWER = { path: '/rest/v1/tasks', fault: 'drop-answer', times: 1 } as const;

let backend: Backend;
let userId: string;
beforeEach(async () => {
  ({ backend, userId } = await world().openSignedInTab());
});

describe('task-fields, touched-row: a task', () => {
  it('is added with every field and no other, listed, changed and deleted', async () => {
    const task = { ...newTask(userId, 'Lift 🏋️ <b>'), emoji: '🏋️', completed: true };
    const added = await backend.tasks.add({ ...task, ...{ created_at: '2001-01-01T00:00:00Z' } });
    expect(added).toMatchObject({ ...task, starred: false, pinned: false });
    expect(added.created_at).toMatch(/^202\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/);
    expect(await list(backend)).toEqual([added]);
    const { id } = added;
    const marks = { completed: false, starred: true, pinned: true };
    for (const change of [
      { ...marks, emoji: '☕', task_date: '2026-11-21' } as const,
      { emoji: null, title: 'New' },
    ])
      expect(await backend.tasks.update(id, change)).toMatchObject({ id, ...change });
    await backend.tasks.remove(id);
    expect(await list(backend)).toEqual([]);
    await expect(backend.tasks.update(id, { starred: true })).rejects.toMatchObject(GONE);
    await expect(backend.tasks.remove(id)).rejects.toMatchObject(GONE);
  });

  it('is restored unchanged, in its former position, only for its user and only once deleted', async () => {
    const [first, second] = [
      await backend.tasks.add({ ...newTask(userId), emoji: '☕', starred: true }),
      await backend.tasks.add(newTask(userId)),
    ];
    await backend.tasks.remove(first.id);
    const gone = { kind: 'rejected', status: 410, message: 'This task can no longer be restored.' };
    const ben = await world().openSignedInTab();
    await expect(ben.backend.tasks.restore(first.id)).rejects.toMatchObject(gone);
    await expect(backend.tasks.restore(randomUUID())).rejects.toMatchObject(gone);
    expect(await backend.tasks.restore(first.id)).toEqual(first);
    expect(await list(backend)).toEqual([first, second]);
  });

  it('that the database refuses is no fault of the network, and a limit has the server’s message', async () => {
    const { id } = await backend.tasks.add(newTask(userId));
    for (const refused of [
      () => backend.tasks.add(newTask(userId, 'x'.repeat(201))),
      () => backend.tasks.update(id, { title: '   ' }),
      () => backend.tasks.update('not-a-uuid', { title: 'a' }),
    ])
      await expect(refused()).rejects.toMatchObject({ kind: 'rejected' });
    const limit = {
      code: 'over_request_rate_limit',
      message: 'Too many changes. Please try again in 20 seconds.',
    };
    world().proxy.rule({ path: '/rest/v1/', fault: json(429, JSON.stringify(limit)) });
    const expected = { kind: 'rejected', status: 429, ...limit };
    await expect(backend.tasks.add(newTask(userId))).rejects.toMatchObject(expected);
  });

  it('live-update: changes the version of all, which otherwise stays the same', async () => {
    expect(await backend.tasks.version()).toBeNull();
    await backend.tasks.add(newTask(userId));
    const version = await backend.tasks.version();
    expect(version).not.toBeNull();
    expect(await backend.tasks.version()).toBe(version);
  });
});

describe('a change that depends on what the task is', () => {
  const ELSEWHERE = { kind: 'rejected', code: 'changed', message: 'Changed elsewhere in the meantime.' };

  it.each([
    `a,b.c(d)"e'f`,
    '"quoted"',
    '%25 100% *_?',
    'eq.null&title=is.null#+ ;\\',
    'null',
    '007',
    '👩‍👩‍👧‍👦 Grüße, 你好',
    'two\nlines\tand a tab',
    '🚀'.repeat(200),
  ])('touches the task with this title, and no other: %s', async (title) => {
    const task = await backend.tasks.add({ ...newTask(userId, title), emoji: '🏋️' });
    const { completed, starred, pinned, emoji, task_date } = task;
    const all = { title, completed, starred, pinned, emoji, task_date };
    const other = { ...all, title: `${title.slice(0, -2)}.` };
    const changed = backend.tasks.update(task.id, { starred: true }, other);
    await expect(changed).rejects.toMatchObject({ ...ELSEWHERE, cause: task });
    await expect(backend.tasks.remove(task.id, other)).rejects.toMatchObject(ELSEWHERE);
    const expected = { ...task, starred: true };
    expect(await backend.tasks.update(task.id, { starred: true }, all)).toEqual(expected);
    await backend.tasks.remove(task.id, { ...all, starred: true });
    expect(await list(backend)).toEqual([]);
  });

  it.each([
    [{ emoji: null }, { emoji: '☕' }],
    [{ completed: true }, { completed: false }],
    [{ task_date: '2026-11-21' }, { task_date: '2026-11-20' }],
  ] as const)('expects %j, not %j', async (was, wrong) => {
    const { id } = await backend.tasks.add(newTask(userId));
    await backend.tasks.update(id, was);
    await expect(backend.tasks.update(id, { title: 'New' }, wrong)).rejects.toMatchObject(ELSEWHERE);
    expect(await backend.tasks.update(id, { title: 'New' }, was)).toMatchObject({ title: 'New' });
  });

  it('is made once if its first response was lost, and finds a task that is gone', async () => {
    const { id } = await backend.tasks.add(newTask(userId, 'Old'));
    const rename = () => backend.tasks.update(id, { title: 'New' }, { title: 'Old' });
    world().proxy.rule({ method: 'PATCH', ...LOST_ANSWER });
    await expect(rename()).rejects.toMatchObject({ kind: 'network' });
    expect(await rename()).toMatchObject({ title: 'New' });
    await backend.tasks.remove(id, { title: 'New' });
    await expect(rename()).rejects.toMatchObject(GONE);
  });
});

describe('add-once', () => {
  it('one task is made when both requests are sent at once, or the first response was lost', async () => {
    const task = newTask(userId);
    world().proxy.rule({ method: 'POST', ...LOST_ANSWER });
    await expect(backend.tasks.add(task)).rejects.toMatchObject({ kind: 'network' });
    const [first, second] = await Promise.all([backend.tasks.add(task), backend.tasks.add(task)]);
    expect(first).toEqual(second);
    expect(await list(backend)).toEqual([first]);
  });

  it('an id that another task already has is refused, and not shown to another user', async () => {
    const task = newTask(userId);
    await backend.tasks.add(task);
    const taken = { kind: 'rejected', code: '23505' };
    await expect(backend.tasks.add({ ...task, title: 'Other' })).rejects.toMatchObject(taken);
    const ben = await world().openSignedInTab();
    await expect(ben.backend.tasks.add({ ...task, user_id: ben.userId })).rejects.toMatchObject(taken);
  });

  it('many tasks are added in their order; those that are there already stay as they are', async () => {
    const tasks = Array.from({ length: 100 }, (_, n) => newTask(userId, `${n}`.padEnd(200, '語')));
    const [first, second] = tasks as [(typeof tasks)[0], (typeof tasks)[0]];
    world().proxy.rule({ method: 'POST', ...LOST_ANSWER });
    await expect(backend.tasks.addMany([first, second])).rejects.toMatchObject({ kind: 'network' });
    await backend.tasks.update(first.id, { title: 'Changed' });
    expect(titlesOf(await backend.tasks.addMany(tasks))).toEqual(titlesOf(tasks.slice(2)));
    expect(titlesOf(await list(backend))).toEqual(['Changed', ...titlesOf(tasks.slice(1))]);
  });

  it('many tasks are refused whole: more than a hundred, one of another user, one that breaks a rule', async () => {
    const ben = await world().openSignedInTab();
    for (const refused of [
      Array.from({ length: 101 }, () => newTask(userId)),
      [newTask(userId), newTask(ben.userId)],
      [newTask(userId), newTask(userId, ' ')],
      [],
    ])
      await expect(backend.tasks.addMany(refused)).rejects.toMatchObject({ kind: 'rejected' });
    expect([await list(backend), await list(ben.backend)]).toEqual([[], []]);
  });

  it('many tasks are deleted, also if some are gone or another user’s; the answer says which were there', async () => {
    const ben = await world().openSignedInTab();
    const tasks = Array.from({ length: 100 }, () => newTask(userId));
    const ids = tasks.map(({ id }) => id);
    await backend.tasks.addMany(tasks);
    const bens = await ben.backend.tasks.add(newTask(ben.userId));
    await backend.tasks.remove(ids[0] ?? '');
    const removed = await backend.tasks.removeMany([...ids.slice(0, 99), bens.id]);
    expect(new Set(removed)).toEqual(new Set(ids.slice(1, 99)));
    expect(await list(backend)).toMatchObject([{ id: ids[99] }]);
    expect(await list(ben.backend)).toEqual([bens]);
    await expect(backend.tasks.removeMany([...ids, bens.id])).rejects.toMatchObject({ kind: 'rejected' });
  });
});

describe('task-query: a list', () => {
  /** Inserts many tasks at once, like an import: every ten share one timestamp. */
  const insertMany = (count: number, days = 7) =>
    insert(`'Task ' || n, '2026-11-16'::date + n % ${days}, $1::uuid, timestamptz '2026-11-01' + (n / 10) * interval '1 microsecond'
      from generate_series(1, ${count}) n`);
  /** Whether these are so many different tasks, the oldest first. */
  const areAll = (tasks: readonly Task[], count: number) => {
    const keys = tasks.map(({ created_at, id }) => `${created_at} ${id}`);
    return keys.length === count && keys.join() === [...new Set(keys)].sort().join();
  };

  it('has all of 50, 999, 1000, 1001 and 2003 tasks although the server returns at most 1,000 rows', async () => {
    let inserted = 0;
    for (const count of [50, 999, 1000, 1001, 2003]) {
      await insertMany(count - inserted);
      inserted = count;
      world().proxy.reset();
      expect(areAll(await list(backend), count)).toBe(true);
      expect(world().proxy.seen).toHaveLength(Math.ceil(count / 1000));
    }
  });

  it.each([false, true])(
    'has all tasks of all days with another limit (no total count: %s)',
    async (hidesCount) => {
      await insertMany(300, 100);
      world().proxy.rule({ method: 'GET', path: '/rest/v1/tasks', cap: 77, hidesCount });
      expect(areAll(await backend.tasks.listAll(), 300)).toBe(true);
    },
  );

  it('fails instead of leaving tasks out when a later page fails', async () => {
    await insertMany(1005);
    world().proxy.rule({ method: 'GET', path: 'or=', fault: { status: 502 } });
    await expect(list(backend)).rejects.toMatchObject({ kind: 'network' });
  });

  it('has the days asked for, both ends included; leftovers: at most 101 unfinished tasks, the earliest first', async () => {
    const add = async (task_date: DayKey, completed = false) =>
      (await backend.tasks.add({ ...newTask(userId), task_date, completed })).id;
    const late = await add('2026-11-22');
    await add('2026-11-23');
    await add('2026-11-18', true);
    const early = await add('2026-11-16');
    await add('2026-11-15', true);
    expect((await list(backend)).map(({ task_date }) => task_date)).toEqual([
      '2026-11-22',
      '2026-11-18',
      '2026-11-16',
    ]);
    expect(await backend.tasks.listUndone('2026-11-23')).toEqual([
      { id: early, task_date: '2026-11-16' },
      { id: late, task_date: '2026-11-22' },
    ]);
    await insert(`'Plan', date '2020-01-01' + n, $1::uuid, now() from generate_series(1, 150) n`);
    expect(await backend.tasks.listUndone('2026-11-20')).toHaveLength(101);
  });
});

describe('task-search', () => {
  const search = async (text: string) => titlesOf(await backend.tasks.search(text));

  it('finds words in any script, whatever their case and accents, and emoji, in no other user’s tasks', async () => {
    const titles = ['Zähne beim Arzt', 'Café (später)', 'Ёлка купить', '東京へ行く', 'שָׁלוֹם לך'];
    const more = ['Straße nach Łódź', 'Größe: 100% a_b c\\d', 'Family 👩‍👩‍👧 day'];
    await backend.tasks.addMany([...titles, ...more].map((title) => newTask(userId, title)));
    await backend.tasks.add({ ...newTask(userId, 'Ship it'), emoji: '🏋️' });
    const ben = await world().openSignedInTab();
    await ben.backend.tasks.add(newTask(ben.userId, 'Zähne'));
    for (const [text, ...found] of [
      ['zahne', 'Zähne beim Arzt'],
      ['ARZT zähn', 'Zähne beim Arzt'],
      ['hne', 'Zähne beim Arzt'],
      ['cafe spater', 'Café (später)'],
      ['cafe\u0301', 'Café (später)'],
      ['елка', 'Ёлка купить'],
      ['京', '東京へ行く'],
      ['שלום', 'שָׁלוֹם לך'],
      ['strasse lodz', 'Straße nach Łódź'],
      ['grosse 100', 'Größe: 100% a_b c\\d'],
      ['🏋', 'Ship it'],
      ['👩‍👧', 'Family 👩‍👩‍👧 day'],
      ['sp', 'Café (später)'], // two letters are only found at the beginning of a word
      ['hn'],
      ['zahne cafe'],
      ...['', '  ', '%', '_', '\\', '.*', 'p%n', "'; drop table tasks; --"].map((text) => [text]),
    ])
      expect([text, ...(await search(text ?? ''))]).toEqual([text, ...found]);
  });

  it('returns the newest days first, and 50 tasks at most, a rare word among many too', async () => {
    await backend.tasks.add({ ...newTask(userId, 'A rare quokka'), task_date: '2001-01-01' });
    await insert(
      `'Weekly report ' || n, date '2020-01-01' + n, $1::uuid, now() from generate_series(1, 1200) n`,
    );
    expect(await search('quokka')).toEqual(['A rare quokka']);
    const newest = Array.from({ length: 50 }, (_, n) => `Weekly report ${1200 - n}`);
    expect(await search('weekly report')).toEqual(newest);
  });
});
