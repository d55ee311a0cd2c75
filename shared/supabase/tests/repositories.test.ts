import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { json } from '../testing/index.ts';
import type { Backend } from '../src/types.ts';
import { clearStoredSession, readStoredSession } from '../src/storedSession.ts';
import { PASSWORD, WEEK, newTask, startWorld, type World } from './world.ts';

const world = startWorld();
const list = ({ tasks }: Backend) => tasks.listBetween(...WEEK);
const GONE = { kind: 'rejected', code: 'no_row' };

// Who may read and change which rows: shared/server/tests/database.test.ts.

let tab: Awaited<ReturnType<World['openSignedInTab']>>;
let backend: Backend;
let userId: string;
beforeEach(async () => {
  // The embedded backend runs in this process and logs every row that the database refuses.
  vi.spyOn(console, 'error').mockRestore();
  tab = await world().openSignedInTab();
  ({ backend, userId } = tab);
});

describe('tasks', () => {
  it('adds a task and lists it with every field', async () => {
    const task = { ...newTask(userId, 'Lift 🏋️ <b>'), emoji: '🏋️' };
    const added = await backend.tasks.add(task);
    expect(added).toMatchObject({ ...task, completed: false, starred: false, pinned: false });
    expect(added.created_at).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/);
    expect(await list(backend)).toEqual([added]);
  });

  it('adds a task that already has marks', async () => {
    const marks = { completed: true, starred: true, pinned: true };
    expect(await backend.tasks.add({ ...newTask(userId), ...marks })).toMatchObject(marks);
  });

  it('lists only the days asked for, both ends included, oldest first', async () => {
    for (const task_date of ['2026-11-22', '2026-11-23', '2026-11-16', '2026-11-15'] as const)
      await backend.tasks.add({ ...newTask(userId), task_date });
    const days = (await list(backend)).map((task) => task.task_date);
    expect(days).toEqual(['2026-11-22', '2026-11-16']);
  });

  it('changes a task and returns the changed row', async () => {
    const { id } = await backend.tasks.add(newTask(userId));
    const marks = { completed: true, starred: true, pinned: true };
    for (const change of [
      { ...marks, emoji: '☕', task_date: '2026-11-21' } as const,
      { emoji: null, title: 'New' },
    ])
      expect(await backend.tasks.update(id, change)).toMatchObject({ id, ...change });
  });

  it('deletes a task, and refuses to change or delete it once it is gone', async () => {
    const { id } = await backend.tasks.add(newTask(userId));
    await backend.tasks.remove(id);
    expect(await list(backend)).toEqual([]);
    await expect(backend.tasks.update(id, { starred: true })).rejects.toMatchObject(GONE);
    await expect(backend.tasks.remove(id)).rejects.toMatchObject(GONE);
  });

  it('sends nothing but the fields of a new task', async () => {
    const created_at = '2001-01-01T00:00:00Z';
    const added = await backend.tasks.add({ ...newTask(userId), ...{ created_at } });
    expect(added.created_at).not.toContain('2001');
  });

  it('distinguishes a title or a name that the database refuses from a network fault', async () => {
    const { id } = await backend.tasks.add(newTask(userId));
    for (const refused of [
      () => backend.tasks.add(newTask(userId, 'x'.repeat(201))),
      () => backend.tasks.update(id, { title: '   ' }),
      () => backend.tasks.update('not-a-uuid', { title: 'a' }),
      () => backend.profiles.updateDisplayName(userId, 'a@b'),
    ])
      await expect(refused()).rejects.toMatchObject({ kind: 'rejected' });
  });

  it('reports a rate limit with the server’s message, code and status', async () => {
    const message = 'Too many changes. Please try again in 20 seconds.';
    const refusal = { code: 'over_request_rate_limit', message };
    const fault = json(429, JSON.stringify(refusal));
    world().proxy.rule({ path: '/rest/v1/', fault });
    const expected = { kind: 'rejected', status: 429, ...refusal };
    await expect(backend.tasks.add(newTask(userId))).rejects.toMatchObject(expected);
    await expect(backend.profiles.updateDisplayName(userId, 'Ada')).rejects.toMatchObject(expected);
  });

  it('keeps text that looks like a filter, markup or SQL as it is', async () => {
    for (const title of [`a,b.c(d)"e'`, '<img src=x onerror=alert(1)>', "'; drop table tasks; --", '={1+1}'])
      expect(await backend.tasks.add(newTask(userId, title))).toMatchObject({ title });
  });
});

describe('a change that depends on what the task is', () => {
  const ELSEWHERE = { kind: 'rejected', code: 'changed', message: 'Changed elsewhere in the meantime.' };

  it.each([
    'Plain',
    `a,b.c(d)"e'f`,
    '"quoted"',
    '%25 100% *_?',
    'eq.null&title=is.null#+ ;\\',
    'null',
    'true',
    '007',
    '{"a":1}',
    '👩‍👩‍👧‍👦 Grüße, 你好',
    'two\nlines\tand a tab',
    '🚀'.repeat(200),
  ])('touches the task with this title, and no other: %s', async (title) => {
    const task = await backend.tasks.add({ ...newTask(userId, title), emoji: '🏋️' });
    const { completed, starred, pinned, emoji, task_date } = task;
    const all = { title, completed, starred, pinned, emoji, task_date };
    const other = { ...all, title: `${title.slice(0, -2)}.` };
    await expect(backend.tasks.update(task.id, { starred: true }, other)).rejects.toMatchObject({
      ...ELSEWHERE,
      cause: task,
    });
    await expect(backend.tasks.remove(task.id, other)).rejects.toMatchObject(ELSEWHERE);
    const starredTask = { ...task, starred: true };
    expect(await backend.tasks.update(task.id, { starred: true }, all)).toEqual(starredTask);
    await backend.tasks.remove(task.id, { ...all, starred: true });
    expect(await list(backend)).toEqual([]);
  });

  it.each([
    [{ emoji: null }, { emoji: '☕' }],
    [{ emoji: '☕' }, { emoji: null }],
    [{ completed: true }, { completed: false }],
    [{ starred: true }, { starred: false }],
    [{ pinned: true }, { pinned: false }],
    [{ task_date: '2026-11-21' }, { task_date: '2026-11-20' }],
  ] as const)('%j is expected, not %j', async (was, wrong) => {
    const { id } = await backend.tasks.add(newTask(userId));
    await backend.tasks.update(id, was);
    await expect(backend.tasks.update(id, { title: 'New' }, wrong)).rejects.toMatchObject(ELSEWHERE);
    expect(await backend.tasks.update(id, { title: 'New' }, was)).toMatchObject({ title: 'New' });
  });

  it('is made once if its first response was lost, and finds a task that is gone', async () => {
    const { id } = await backend.tasks.add(newTask(userId, 'Old'));
    const rename = () => backend.tasks.update(id, { title: 'New' }, { title: 'Old' });
    world().proxy.rule({ method: 'PATCH', path: '/rest/v1/tasks', fault: 'drop-answer', times: 1 });
    await expect(rename()).rejects.toMatchObject({ kind: 'network' });
    expect(await rename()).toMatchObject({ title: 'New' });
    await backend.tasks.remove(id, { title: 'New' });
    await expect(rename()).rejects.toMatchObject(GONE);
    await expect(backend.tasks.remove(id, { title: 'New' })).rejects.toMatchObject(GONE);
  });
});

describe('adding twice', () => {
  it('makes one task when the first response was lost', async () => {
    const task = newTask(userId);
    world().proxy.rule({ method: 'POST', path: '/rest/v1/tasks', fault: 'drop-answer', times: 1 });
    await expect(backend.tasks.add(task)).rejects.toMatchObject({ kind: 'network' });
    const added = await backend.tasks.add(task);
    expect(added).toMatchObject(task);
    expect(await list(backend)).toEqual([added]);
  });

  it('makes one task when both are sent at once', async () => {
    const task = newTask(userId);
    const [first, second] = await Promise.all([backend.tasks.add(task), backend.tasks.add(task)]);
    expect(first).toEqual(second);
  });

  it('refuses an id that another task already has', async () => {
    const task = newTask(userId);
    await backend.tasks.add(task);
    const taken = { kind: 'rejected', code: '23505' };
    for (const other of [{ title: 'Something else' }, { emoji: '☕' }, { task_date: '2026-11-21' } as const])
      await expect(backend.tasks.add({ ...task, ...other })).rejects.toMatchObject(taken);
    // It also refuses another user, without showing them the task.
    const ben = await world().openSignedInTab();
    await expect(ben.backend.tasks.add({ ...task, user_id: ben.userId })).rejects.toMatchObject(taken);
  });
});

describe('many tasks with one request', () => {
  const hundred = () =>
    Array.from({ length: 100 }, (_, index) => newTask(userId, `${index}`.padEnd(200, '語')));
  const titlesOf = (tasks: readonly { title: string }[]) => tasks.map(({ title }) => title);

  it('adds a hundred, in their order, with all fields and with nothing else', async () => {
    const tasks = hundred();
    const marked = { ...newTask(userId), emoji: '☕', completed: true, starred: true, pinned: true };
    const sent = [...tasks.slice(1), { ...marked, ...{ created_at: '2001-01-01T00:00:00Z' } }];
    expect(await backend.tasks.addMany(sent)).toHaveLength(100);
    const listed = await list(backend);
    expect(titlesOf(listed)).toEqual(titlesOf(sent));
    expect(listed.at(-1)).toMatchObject(marked);
    expect(listed.at(-1)?.created_at).not.toContain('2001');
    expect(new Set(listed.map(({ created_at }) => created_at)).size).toBe(100);
  });

  it('leaves tasks that are there already as they are, and adds the others', async () => {
    const [first, second, third] = [
      newTask(userId, 'First'),
      newTask(userId, 'Second'),
      newTask(userId, 'Third'),
    ];
    world().proxy.rule({ method: 'POST', path: '/rest/v1/tasks', fault: 'drop-answer', times: 1 });
    await expect(backend.tasks.addMany([first, second])).rejects.toMatchObject({ kind: 'network' });
    await backend.tasks.update(first.id, { title: 'Changed' });
    expect(titlesOf(await backend.tasks.addMany([first, second, third]))).toEqual(['Third']);
    expect(titlesOf(await list(backend))).toEqual(['Changed', 'Second', 'Third']);
    expect(await backend.tasks.addMany([first])).toEqual([]);
  });

  it('refuses more than a hundred, a task of another user, and one that breaks a rule; nothing is added then', async () => {
    const ben = await world().openSignedInTab();
    for (const refused of [
      [...hundred(), newTask(userId)],
      [newTask(userId), newTask(ben.userId)],
      [newTask(userId), newTask(userId, ' ')],
      [],
    ])
      await expect(backend.tasks.addMany(refused)).rejects.toMatchObject({ kind: 'rejected' });
    expect(await list(backend)).toEqual([]);
    expect(await list(ben.backend)).toEqual([]);
  });

  it('deletes a hundred, also if some are gone or another user’s, and says which were there', async () => {
    const ben = await world().openSignedInTab();
    const tasks = hundred();
    await backend.tasks.addMany(tasks);
    const ids = tasks.map(({ id }) => id);
    const [bens, kept] = [
      await ben.backend.tasks.add(newTask(ben.userId)),
      await backend.tasks.add(newTask(userId)),
    ];
    await backend.tasks.remove(ids[0] ?? '');
    expect(new Set(await backend.tasks.removeMany([...ids.slice(0, 99), bens.id]))).toEqual(
      new Set(ids.slice(1, 99)),
    );
    expect(await list(backend)).toEqual([expect.objectContaining({ id: ids[99] }), kept]);
    expect(await list(ben.backend)).toEqual([bens]);
    await expect(backend.tasks.removeMany([...ids, kept.id])).rejects.toMatchObject({ kind: 'rejected' });
    await expect(backend.tasks.removeMany([])).rejects.toMatchObject({ kind: 'rejected' });
  });
});

// Restoring twice, after ten minutes, and many tasks: shared/server/tests/database.test.ts.
describe('restoring a deleted task', () => {
  it('restores it unchanged, in its former position', async () => {
    const first = await backend.tasks.add({ ...newTask(userId), emoji: '☕' });
    const second = await backend.tasks.add(newTask(userId));
    const marked = await backend.tasks.update(first.id, { completed: true, starred: true, pinned: true });
    await backend.tasks.remove(first.id);
    expect(await list(backend)).toEqual([second]);
    expect(await backend.tasks.restore(first.id)).toEqual(marked);
    expect(await list(backend)).toEqual([marked, second]);
  });

  it('is refused with a message for users if there is nothing to restore, and for another user', async () => {
    const ben = await world().openSignedInTab();
    const task = await backend.tasks.add(newTask(userId));
    await backend.tasks.remove(task.id);
    const gone = { kind: 'rejected', status: 410, message: 'This task can no longer be restored.' };
    await expect(ben.backend.tasks.restore(task.id)).rejects.toMatchObject(gone);
    await expect(backend.tasks.restore(randomUUID())).rejects.toMatchObject(gone);
    expect(await backend.tasks.restore(task.id)).toEqual(task);
  });
});

// After each kind of SQL statement: shared/server/tests/database.test.ts.
describe('the version of the tasks', () => {
  it('changes with each change, and otherwise stays the same', async () => {
    expect(await backend.tasks.version()).toBeNull();
    await backend.tasks.add(newTask(userId));
    const version = await backend.tasks.version();
    expect(version).not.toBeNull();
    expect(await backend.tasks.version()).toBe(version);
  });
});

describe('profiles', () => {
  it('reads and renames the user’s own profile', async () => {
    expect(await backend.profiles.get(userId)).toMatchObject({ id: userId, display_name: null });
    const renamed = { display_name: 'José 李' };
    expect(await backend.profiles.updateDisplayName(userId, 'José 李')).toMatchObject(renamed);
    expect(await backend.profiles.get(userId)).toMatchObject(renamed);
  });

  it('requests only what a page shows, as a single row', async () => {
    await backend.profiles.updateDisplayName(userId, 'Ada');
    world().proxy.seen.length = 0;
    expect(await backend.profiles.getDisplayName(userId)).toBe('Ada');
    const { created_at, ...rest } = await backend.profiles.get(userId);
    expect(rest).toEqual({ id: userId, display_name: 'Ada' });
    expect(created_at).toMatch(/^20\d\d-\d\d-\d\d/);
    const single = 'application/vnd.pgrst.object+json';
    expect(world().proxy.seen.map(({ path, accept }) => [decodeURIComponent(path), accept])).toEqual([
      [`/rest/v1/profiles?select=display_name&id=eq.${userId}`, single],
      [`/rest/v1/profiles?select=display_name,created_at&id=eq.${userId}`, single],
    ]);
  });

  it.each([
    ['a list', '[]'],
    ['a number', '7'],
    ['null', 'null'],
    ['another object', '{"login":true}'],
  ])('treats %s in place of the row as a network error', async (_name, body) => {
    world().proxy.rule({ path: '/profiles', fault: json(200, body) });
    await expect(backend.profiles.get(userId)).rejects.toMatchObject({ kind: 'network' });
    await expect(backend.profiles.getDisplayName(userId)).rejects.toMatchObject({ kind: 'network' });
  });

  it('refuses a row with fields of another type', async () => {
    const body = '{"display_name":7,"created_at":7}';
    world().proxy.rule({ path: '/profiles', fault: json(200, body) });
    const unreadable = { kind: 'rejected', code: 'unreadable_row' };
    await expect(backend.profiles.get(userId)).rejects.toMatchObject(unreadable);
    await expect(backend.profiles.getDisplayName(userId)).rejects.toMatchObject(unreadable);
  });

  it('refuses to read or rename the profile of another user', async () => {
    const ben = await world().openSignedInTab();
    const gone = { ...GONE, status: 406 };
    await expect(ben.backend.profiles.get(userId)).rejects.toMatchObject(gone);
    await expect(ben.backend.profiles.getDisplayName(userId)).rejects.toMatchObject(gone);
    await expect(ben.backend.profiles.updateDisplayName(userId, 'Ben')).rejects.toMatchObject(gone);
  });
});

describe('the account', () => {
  it('is what the server stores about it', async () => {
    const { email } = tab;
    const instant: unknown = expect.stringMatching(/^20\d\d-\d\d-\d\d[T ]/);
    expect(await backend.account.get()).toEqual({
      id: userId,
      email,
      created_at: instant,
      email_confirmed_at: instant,
      last_sign_in_at: instant,
      providers: ['email'],
    });
  });

  it('cannot be read without a session or without a network', async () => {
    await expect(world().openTab().backend.account.get()).rejects.toMatchObject({ kind: 'auth' });
    world().proxy.rule({ method: 'GET', path: '/auth/v1/user', fault: { status: 502 } });
    await expect(backend.account.get()).rejects.toMatchObject({ kind: 'network' });
  });
});

describe('deleting the account', () => {
  it('deletes it, and leaves it to the caller to end the session here', async () => {
    const { email, safe } = tab;
    await backend.tasks.add(newTask(userId));
    await backend.account.remove(userId);
    expect(readStoredSession(safe)?.id).toBe(userId);
    await expect(backend.tasks.listAll()).rejects.toMatchObject({ kind: 'auth' });
    await expect(backend.account.get()).rejects.toMatchObject({ kind: 'auth' });
    await expect(backend.auth.signIn({ email, password: PASSWORD })).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
  });

  it('refuses when this user is not signed in any more', async () => {
    const other = await world().openSignedInTab();
    await expect(tab.backend.account.remove(other.userId)).rejects.toMatchObject({ code: 'no_session' });
    clearStoredSession(tab.safe);
    await expect(tab.backend.account.remove(tab.userId)).rejects.toMatchObject({ code: 'no_session' });
    expect(await other.backend.account.get()).toMatchObject({ id: other.userId });
  });

  it('fails and deletes nothing if the server cannot be reached, and can be retried', async () => {
    const task = await backend.tasks.add(newTask(userId));
    world().proxy.rule({ method: 'POST', path: '/rest/v1/rpc', fault: { status: 503 } });
    await expect(backend.account.remove(userId)).rejects.toMatchObject({ kind: 'network' });
    world().proxy.reset();
    expect(await backend.tasks.listAll()).toEqual([task]);
    await backend.account.remove(userId);
    await backend.account.remove(userId); // as after a lost answer
    expect(await world().server.query('select 1 from public.tasks where id = $1', [task.id])).toEqual([]);
  });
});

describe('the calendar feed', () => {
  it('has an address from its creation to its withdrawal, and a new secret with each renewal', async () => {
    const { calendarFeed } = backend;
    expect(await calendarFeed.since()).toBeNull();
    const [first, second] = [await calendarFeed.renew(), await calendarFeed.renew()];
    expect([first, second]).toEqual([1, 2].map(() => expect.stringMatching(/^[0-9a-f]{64}$/) as unknown));
    expect(first).not.toBe(second);
    expect(await calendarFeed.since()).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/);
    await calendarFeed.withdraw();
    await calendarFeed.withdraw();
    expect(await calendarFeed.since()).toBeNull();
  });
});
