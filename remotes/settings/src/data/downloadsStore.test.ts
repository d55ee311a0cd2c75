import { beforeEach, expect, it, vi } from 'vitest';
import { aTask } from '@space/platform/testing';
import { createDownloadsStore } from './downloadsStore.ts';

type Services = Parameters<typeof createDownloadsStore>[0];

const FAILED = 'Failed to download your data. Please try again.';
const INSTANT = '2026-11-01T08:00:00Z';
const TASK = aTask({ title: 'Plan', task_date: '2026-11-20' });
const ACCOUNT = {
  id: 'ada',
  email: 'ada@example.com',
  created_at: INSTANT,
  email_confirmed_at: null,
  last_sign_in_at: null,
  providers: ['email'],
};

const listAll = vi.fn<Services['tasks']['listAll']>();
const getAccount = vi.fn<Services['account']['get']>();
const saveFile = vi.fn<Services['saveFile']>();
const notify = {
  success: vi.fn<Services['notify']['success']>(),
  error: vi.fn<Services['notify']['error']>(),
};
let isSessionLost: boolean;
let store: ReturnType<typeof createDownloadsStore>;

beforeEach(() => {
  vi.resetAllMocks();
  isSessionLost = false;
  listAll.mockResolvedValue([TASK]);
  getAccount.mockResolvedValue(ACCOUNT);
  store = createDownloadsStore({
    account: { get: getAccount },
    profiles: { get: async (id) => ({ id, display_name: 'Ada', created_at: INSTANT }) },
    tasks: { listAll },
    notify,
    saveFile,
    isOnline: () => true,
    isSessionLost: () => isSessionLost,
    now: () => new Date(2026, 10, 21, 23, 59),
  });
});

it('saves everything in a file that is named after the local date', async () => {
  await store.getState().downloadEverything('ada');
  const file = ['better-space-2026-11-21.json', 'application/json'] as const;
  expect(saveFile).toHaveBeenCalledExactlyOnceWith(...file, expect.stringContaining('"title": "Plan"'));
  expect(notify.success).toHaveBeenCalledExactlyOnceWith('Your data was downloaded');
  expect(store.getState().underWay).toBeNull();
});

it('saves the tasks as a calendar', async () => {
  await store.getState().downloadCalendar();
  const file = ['better-space-2026-11-21.ics', 'text/calendar'] as const;
  expect(saveFile).toHaveBeenCalledExactlyOnceWith(...file, expect.stringContaining('SUMMARY:Plan'));
});

it('says that there are no tasks for a calendar, and saves no file', async () => {
  listAll.mockResolvedValue([]);
  await store.getState().downloadCalendar();
  expect(saveFile).not.toHaveBeenCalled();
  expect(notify.error).toHaveBeenCalledExactlyOnceWith('There are no tasks to download yet.');
});

it.each([
  ['the tasks', () => listAll.mockRejectedValue(new Error('a page is missing'))],
  ['the account', () => getAccount.mockRejectedValue(new Error('no'))],
])('saves no file at all if %s cannot be read, and works again afterwards', async (_, breakIt) => {
  breakIt();
  await store.getState().downloadEverything('ada');
  expect(saveFile).not.toHaveBeenCalled();
  expect(notify.error).toHaveBeenCalledExactlyOnceWith(FAILED);
  listAll.mockResolvedValue([TASK]);
  getAccount.mockResolvedValue(ACCOUNT);
  await store.getState().downloadEverything('ada');
  expect(saveFile).toHaveBeenCalledOnce();
});

it('saves one file for two presses', async () => {
  const presses = [store.getState().downloadCalendar(), store.getState().downloadCalendar()];
  expect(store.getState().underWay).toBe('calendar');
  await Promise.all(presses);
  expect(saveFile).toHaveBeenCalledOnce();
});

it('reports a lost session although its user’s page is already closed', async () => {
  const deferred = Promise.withResolvers<(typeof TASK)[]>();
  listAll.mockReturnValue(deferred.promise);
  const download = store.getState().downloadCalendar();
  isSessionLost = true;
  store.getState().clear();
  deferred.reject(Object.assign(new Error('Auth session missing!'), { kind: 'auth' }));
  await download;
  const ended = `${FAILED} Your session has ended. Please sign in again.`;
  expect(notify.error).toHaveBeenCalledExactlyOnceWith(ended);
});

it('saves no file of a user who has signed out', async () => {
  const deferred = Promise.withResolvers<(typeof TASK)[]>();
  listAll.mockReturnValue(deferred.promise);
  const download = store.getState().downloadEverything('ada');
  store.getState().clear();
  deferred.resolve([TASK]);
  await download;
  expect(saveFile).not.toHaveBeenCalled();
  expect(store.getState().underWay).toBeNull();
});
