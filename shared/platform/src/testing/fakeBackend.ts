import {
  backendError,
  type Account,
  type Backend,
  type SessionUser,
  type TaskRepository,
} from '@space/supabase';
import { MESSAGES, type NewTask, type Profile, type Task, type TaskChange } from '@space/domain';
import { aTask } from './aTask.ts';
import { createFakeCalls } from './fakeCalls.ts';

/** The user who is signed in at the beginning of each test. */
export const USER: SessionUser = { id: 'user', email: 'ada@example.com' };

const byAge = (one: Task, other: Task) => (one.created_at < other.created_at ? -1 : 1);

const byDay = (one: Task, other: Task) => (one.task_date < other.task_date ? -1 : 1);

/** Folds case and accents like the database, as far as tests need it. */
const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
const words = (text: string) => folded(text).split(/\s+/).filter(Boolean);

function fakeTasks({ request }: ReturnType<typeof createFakeCalls>) {
  let rows: Task[] = [];
  let deleted: Task[] = [];
  let version = 0;
  /** Runs a change on the server's tasks and raises their version. */
  const withNewVersion = <Result>(act: () => Result) => {
    const result = act();
    version += 1;
    return result;
  };
  const rowOf = (id: string) => {
    const found = rows.find((row) => row.id === id);
    if (!found) throw backendError('rejected', 'Expected one row, got 0', { code: 'no_row' });
    return found;
  };
  const insert = (task: NewTask) => {
    const created_at = new Date(Date.UTC(2026, 10, 2) + rows.length).toISOString();
    const made = rows.find((row) => row.id === task.id) ?? aTask({ created_at, ...task });
    rows = [...rows.filter((row) => row !== made), made];
    return made;
  };
  /** Throws what the repository throws if the row no longer has the expected fields. */
  const unchanged = (row: Task, expected: TaskChange = {}) => {
    const isSame = Object.entries(expected).every(([name, value]) => Reflect.get(row, name) === value);
    if (isSame) return row;
    throw backendError('rejected', MESSAGES.tasks.changedElsewhere, { code: 'changed', cause: row });
  };
  const repository: TaskRepository = {
    listBetween: (from, to) =>
      request('listBetween', [from, to], () =>
        rows.filter((row) => row.task_date >= from && row.task_date <= to).sort(byAge),
      ),
    listAll: () => request('listAll', [], () => [...rows].sort(byAge)),
    listUndone: (before) =>
      request('listUndone', [before], () =>
        rows
          .filter((row) => !row.completed && row.task_date < before)
          .sort(byDay)
          .slice(0, 101),
      ),
    search: (text) =>
      request('search', [text], () =>
        rows
          .filter((row) =>
            words(text).every((word) => folded(`${row.title} ${row.emoji ?? ''}`).includes(word)),
          )
          .sort((one, other) => byDay(other, one))
          .slice(0, 50),
      ),
    version: () => request('version', [], () => (version === 0 ? null : String(version))),
    add: (task) => request('add', [task], () => withNewVersion(() => insert(task))),
    addMany: (tasks) =>
      request('addMany', [tasks], () =>
        withNewVersion(() => tasks.filter(({ id }) => !rows.some((row) => row.id === id)).map(insert)),
      ),
    update: (...args) =>
      request('update', args, () =>
        withNewVersion(() => {
          const [id, change, expected] = args;
          const row = unchanged(rowOf(id), expected);
          const changed = { ...row, ...change };
          rows = rows.map((other) => (other === row ? changed : other));
          return changed;
        }),
      ),
    remove: (...args) =>
      request('remove', args, () =>
        withNewVersion(() => {
          const [id, expected] = args;
          const row = unchanged(rowOf(id), expected);
          rows = rows.filter((other) => other !== row);
          deleted = [...deleted, row];
        }),
      ),
    removeMany: (ids) =>
      request('removeMany', [ids], () =>
        withNewVersion(() => {
          const removed = rows.filter(({ id }) => ids.includes(id));
          rows = rows.filter((row) => !removed.includes(row));
          deleted = [...deleted, ...removed];
          return removed.map(({ id }) => id);
        }),
      ),
    restore: (id) =>
      request('restore', [id], () =>
        withNewVersion(() => {
          const row = deleted.find((other) => other.id === id);
          if (!row) throw backendError('rejected', 'This task can no longer be restored.', { status: 410 });
          deleted = deleted.filter((other) => other !== row);
          rows = [...rows, row];
          return row;
        }),
      ),
  };
  return {
    repository,
    rows: () => [...rows].sort(byAge),
    /** Changes a task as another device does. */
    changeElsewhere(id: string, change: TaskChange): void {
      withNewVersion(() => {
        rows = rows.map((row) => (row.id === id ? { ...row, ...change } : row));
      });
    },
    insertTasks(...tasks: readonly Task[]): void {
      withNewVersion(() => {
        rows = [...rows, ...tasks];
      });
    },
    reset(): void {
      rows = [];
      deleted = [];
      version = 0;
    },
  };
}

/** Creates a backend in memory, with one account; a test controls how and when its calls return. */
export function createFakeBackend() {
  const { request, reset, ...control } = createFakeCalls();
  const tasks = fakeTasks({ request, reset, ...control });
  const created_at = '2026-11-01T08:00:00+00:00';
  let profile: Profile = { id: USER.id, display_name: null, created_at };
  const account: Account = {
    id: USER.id,
    email: USER.email,
    created_at,
    email_confirmed_at: created_at,
    last_sign_in_at: created_at,
    providers: ['email'],
  };
  let feed: { since: string; secret: string } | null = null;
  let feeds = 0;
  const callVoid = (name: string, ...args: unknown[]) => request(name, args, () => undefined);
  const user = (name: string, ...args: unknown[]) => request(name, args, () => USER);
  const backend: Backend = {
    tasks: tasks.repository,
    profiles: {
      get: (userId) => request('getProfile', [userId], () => profile),
      getDisplayName: (userId) => request('getDisplayName', [userId], () => profile.display_name),
      updateDisplayName: (userId, name) =>
        request('updateDisplayName', [userId, name], () => (profile = { ...profile, display_name: name })),
    },
    account: {
      get: () => request('getAccount', [], () => account),
      remove: (userId) => callVoid('removeAccount', userId),
    },
    calendarFeed: {
      since: () => request('feedSince', [], () => feed?.since ?? null),
      renew: () =>
        request('renewFeed', [], () => {
          feeds += 1;
          feed = { since: created_at, secret: String(feeds).padStart(64, '0') };
          return feed.secret;
        }),
      withdraw: () => request('withdrawFeed', [], () => void (feed = null)),
    },
    auth: {
      onChange: () => () => {},
      signIn: (credentials) => user('signIn', credentials),
      signUp: (credentials, redirectTo) => user('signUp', credentials, redirectTo),
      googleAddress: (redirectTo) => request('googleAddress', [redirectTo], () => '/google'),
      redeemCode: (code) =>
        request('redeemCode', [code], () => ({ user: USER, outcome: 'signed-in' as const })),
      redeemLink: (link) =>
        request('redeemLink', [link], () => ({ user: USER, outcome: 'signed-in' as const })),
      finishRecovery: (password) => user('finishRecovery', password),
      resendConfirmation: (email) => callVoid('resendConfirmation', email),
      requestPasswordReset: (email) => callVoid('requestPasswordReset', email),
      changePassword: (password) => callVoid('changePassword', password),
      endSession: () => callVoid('endSession'),
    },
    dispose: () => {},
  };
  return {
    backend,
    ...control,
    /** The server's tasks, the oldest first. */
    rows: tasks.rows,
    /** Adds tasks to the server. */
    insertTasks: tasks.insertTasks,
    changeElsewhere: tasks.changeElsewhere,
    reset(): void {
      reset();
      tasks.reset();
      profile = { ...profile, display_name: null };
      feed = null;
      feeds = 0;
    },
  };
}
