import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DayKey, Task } from '@space/domain';
import { aTask } from '@space/platform/testing';
import { coversWeek, createWeekStore, tasksOfDay } from './weekStore.ts';

type Services = Parameters<typeof createWeekStore>[0];

const listBetween = vi.fn<Services['tasks']['listBetween']>();
const version = vi.fn<Services['tasks']['version']>();
const kept = { read: vi.fn<Services['kept']['read']>(), write: vi.fn<Services['kept']['write']>() };
const notify = { error: vi.fn<Services['notify']['error']>() };
let isSessionLost: boolean;
let store: ReturnType<typeof createWeekStore>;

const task = (id: string, task_date: DayKey, marks: Partial<Task> = {}) => aTask({ id, task_date, ...marks });

const open = () =>
  createWeekStore({
    tasks: { listBetween, version },
    notify,
    kept,
    clock: () => 5,
    isOnline: () => true,
    isSessionLost: () => isSessionLost,
  });

beforeEach(() => {
  vi.resetAllMocks();
  isSessionLost = false;
  store = open();
});

/** Starts to load a week. The test settles the response. */
function loadDeferred() {
  const deferred = Promise.withResolvers<Task[]>();
  listBetween.mockReturnValueOnce(deferred.promise);
  return { deferred, load: store.getState().load('2026-11-16') };
}

describe('loading a week', () => {
  it('requests the week and both its neighbours', async () => {
    listBetween.mockResolvedValue([]);
    await store.getState().load('2026-11-16');
    expect(listBetween).toHaveBeenCalledExactlyOnceWith('2026-11-09', '2026-11-29');
    const { loaded } = store.getState();
    expect(coversWeek(loaded, '2026-11-09')).toBe(true);
    expect(coversWeek(loaded, '2026-11-23')).toBe(true);
    expect(coversWeek(loaded, '2026-11-30')).toBe(false);
    expect(coversWeek(loaded, '2026-11-02')).toBe(false);
  });

  it('keeps the loaded week if a refresh fails, and shows a notice', async () => {
    listBetween.mockResolvedValueOnce([task('a', '2026-11-16')]).mockRejectedValueOnce(new Error('offline'));
    await store.getState().load('2026-11-16');
    await store.getState().load('2026-11-16');
    expect(store.getState()).toMatchObject({ failedWeek: '2026-11-16', isLoading: false });
    expect(coversWeek(store.getState().loaded, '2026-11-16')).toBe(true);
    expect(notify.error).toHaveBeenCalledExactlyOnceWith('Failed to load tasks');
  });

  it('keeps the week that was requested last if responses arrive in the wrong order', async () => {
    const { load: first, deferred } = loadDeferred();
    listBetween.mockResolvedValueOnce([task('new', '2026-12-21')]);
    await store.getState().load('2026-12-21');
    deferred.resolve([task('old', '2026-11-16')]);
    await first;
    expect(store.getState().loaded?.tasks.map(({ id }) => id)).toEqual(['new']);
  });

  it('drops a response that arrives after the session has ended', async () => {
    const { load, deferred } = loadDeferred();
    store.getState().clear();
    deferred.resolve([task('a', '2026-11-16')]);
    await load;
    expect(store.getState()).toMatchObject({ loaded: null, isLoading: false, failedWeek: null });
  });

  it('reports in one notice a lost session, which clears the week', async () => {
    const { load, deferred } = loadDeferred();
    isSessionLost = true;
    store.getState().clear();
    deferred.reject(Object.assign(new Error('Auth session missing!'), { kind: 'auth' }));
    await load;
    const ended = 'Failed to load tasks. Your session has ended. Please sign in again.';
    expect(notify.error).toHaveBeenCalledExactlyOnceWith(ended);
    expect(store.getState()).toMatchObject({ loaded: null, isLoading: false, failedWeek: null });
  });
});

describe('checking for changes', () => {
  it('reloads the shown week only if the version of the tasks has changed', async () => {
    listBetween.mockResolvedValue([]);
    version.mockResolvedValue('one');
    await store.getState().load('2026-11-16');
    await store.getState().checkForChanges();
    await store.getState().checkForChanges();
    expect(listBetween).toHaveBeenCalledTimes(2);
    version.mockResolvedValue('two');
    await store.getState().load('2026-11-23');
    await store.getState().checkForChanges();
    expect(listBetween.mock.calls.slice(-2)).toEqual([
      ['2026-11-16', '2026-12-06'],
      ['2026-11-16', '2026-12-06'],
    ]);
  });

  it('reloads the week if a change is reported while it is being loaded', async () => {
    version.mockResolvedValue('one');
    const { deferred, load } = loadDeferred();
    listBetween.mockResolvedValueOnce([task('new', '2026-11-16')]);
    await store.getState().checkForChanges();
    deferred.resolve([]);
    await load;
    expect(store.getState()).toMatchObject({ loaded: { tasks: [{ id: 'new' }] }, isLoading: false });
  });

  it('shows no notice for a failed check, and retries a week that failed to load', async () => {
    listBetween.mockRejectedValueOnce(new Error('offline')).mockResolvedValue([]);
    version.mockRejectedValueOnce(new Error('offline')).mockResolvedValue('one');
    await store.getState().load('2026-11-16');
    await store.getState().checkForChanges();
    expect(notify.error).toHaveBeenCalledTimes(1);
    await store.getState().checkForChanges();
    expect(store.getState()).toMatchObject({ failedWeek: null, isLoading: false });
    expect(notify.error).toHaveBeenCalledTimes(1);
  });
});

describe('the week that is saved in this browser', () => {
  it('is shown at once, and replaced by the response', async () => {
    const saved = { form: 1, from: '2026-11-16', readAt: 3, tasks: [task('a', '2026-11-16')] };
    kept.read.mockReturnValue(saved);
    store = open();
    const { loaded } = store.getState();
    expect(loaded).toMatchObject({ savedAt: 3, tasks: saved.tasks });
    expect(coversWeek(loaded, '2026-11-16')).toBe(true);
    expect(coversWeek(loaded, '2026-11-23')).toBe(false);
    listBetween.mockResolvedValue([task('b', '2026-11-17'), task('next', '2026-11-24')]);
    await store.getState().load('2026-11-16');
    expect(store.getState().loaded?.savedAt).toBeUndefined();
    const answered = { ...saved, readAt: 5, tasks: [task('b', '2026-11-17')] };
    expect(kept.write).toHaveBeenCalledExactlyOnceWith('week', answered);
  });
});

describe('the tasks of a day', () => {
  it('are those of that day alone, starred first, then pinned', () => {
    const tasks = [
      task('plain', '2026-11-16'),
      task('pinned', '2026-11-16', { pinned: true }),
      task('elsewhere', '2026-11-17', { starred: true }),
      task('starred', '2026-11-16', { starred: true }),
    ];
    const loaded = { from: '2026-11-09', to: '2026-11-29', tasks } as const;
    expect(tasksOfDay(loaded, '2026-11-16').map(({ id }) => id)).toEqual(['starred', 'pinned', 'plain']);
  });
});
