import type { DayKey, NewTask } from '@space/domain';
import { beforeEach, expect, it, vi } from 'vitest';
import { sendTasks } from './sendTasks.ts';

const task = (task_date: DayKey, id: string): NewTask => ({
  id,
  title: id,
  emoji: null,
  task_date,
  user_id: 'ada',
});
const WEEK = [
  task('2026-11-16', 'a'),
  task('2026-11-17', 'b'),
  task('2026-11-16', 'c'),
  task('2026-11-16', 'd'),
  task('2026-11-17', 'e'),
];
const rejectWith = (failure: object) => Promise.reject(Object.assign(new Error('no'), failure));

let sent: string[];
let responses: Map<string, () => Promise<unknown>>;
const callbacks = {
  added: vi.fn<(id: string) => void>(),
  refused: vi.fn<(id: string) => void>(),
  pause: vi.fn<() => void>(),
};
const wait = vi.fn<(milliseconds: number) => Promise<void>>(async () => {});

beforeEach(() => {
  vi.clearAllMocks();
  sent = [];
  responses = new Map();
});

const send = (shouldContinue = () => true) =>
  sendTasks(WEEK, {
    add: ({ id }) => {
      sent.push(id);
      return responses.get(id)?.() ?? Promise.resolve();
    },
    shouldContinue,
    onAdded: ({ id }) => callbacks.added(id),
    onRefused: ({ id }) => callbacks.refused(id),
    onPause: callbacks.pause,
    wait,
  });

it('sends days in parallel, and the tasks of a day one after another', async () => {
  const deferred = Promise.withResolvers<void>();
  responses.set('a', () => deferred.promise);
  const sending = send();
  await vi.waitFor(() => expect(sent).toEqual(['a', 'b', 'e']));
  deferred.resolve();
  expect(await sending).toBeNull();
  expect(sent).toEqual(['a', 'b', 'e', 'c', 'd']);
});

it('reports a rejected task, and sends the others', async () => {
  responses.set('c', () => rejectWith({ kind: 'rejected', status: 400 }));
  expect(await send()).toBeNull();
  expect(callbacks.refused.mock.calls).toEqual([['c']]);
  expect(callbacks.added).toHaveBeenCalledTimes(4);
});

it.each([{ kind: 'network' }, { kind: 'auth', status: 401 }, { kind: 'rejected', status: 500 }])(
  'sends no further tasks after %j',
  async (failure) => {
    responses.set('a', () => rejectWith(failure));
    expect(await send()).toMatchObject(failure);
    expect(sent).not.toContain('c');
    expect(callbacks.refused).not.toHaveBeenCalled();
  },
);

it('waits after a response of too many requests, and then sends the same task again', async () => {
  let isBusy = true;
  responses.set('a', () => (isBusy ? rejectWith({ kind: 'rejected', status: 429 }) : Promise.resolve()));
  wait.mockImplementationOnce(async () => {
    isBusy = false;
  });
  expect(await send()).toBeNull();
  expect(callbacks.pause).toHaveBeenCalledOnce();
  expect(wait).toHaveBeenCalledExactlyOnceWith(10_000);
  expect(sent.filter((id) => id === 'a')).toHaveLength(2);
  expect(callbacks.added).toHaveBeenCalledTimes(5);
});

it('stops when it is cancelled, also during a pause', async () => {
  let shouldContinue = true;
  responses.set('a', () => rejectWith({ kind: 'rejected', status: 429 }));
  wait.mockImplementationOnce(async () => {
    shouldContinue = false;
  });
  expect(await send(() => shouldContinue)).toBeNull();
  expect(sent.filter((id) => id === 'a')).toHaveLength(1);
  expect(sent).not.toContain('c');
});
