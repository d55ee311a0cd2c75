import type { NewTask } from '@space/domain';
import { beforeEach, expect, it, vi } from 'vitest';
import { sendTasks } from './sendTasks.ts';

const TASKS = Array.from({ length: 203 }, (_, index): NewTask => {
  const id = String(index);
  return { id, title: id, emoji: null, task_date: '2026-11-16', user_id: 'ada' };
});
const ALL = TASKS.map(({ id }) => id);
/** The requests of all tasks: the first and the last task, and how many. */
const BATCHES = ['0–99: 100', '100–199: 100', '200–202: 3'];
const rejectWith = (failure: object) => Promise.reject(Object.assign(new Error('no'), failure));
const TOO_MANY = { kind: 'rejected', status: 429 };
const REFUSAL = { kind: 'rejected', status: 400 };

let sent: string[];
/** Called with the ids of each request. */
const respond = vi.fn<(ids: readonly string[]) => unknown>();
const added = vi.fn<(ids: readonly string[]) => void>();
const refused = vi.fn<(id: string) => void>();
const pause = vi.fn<() => void>();
const wait = vi.fn<(milliseconds: number) => Promise<void>>(async () => {});

beforeEach(() => {
  vi.resetAllMocks();
  sent = [];
});

const send = (shouldContinue = () => true) =>
  sendTasks(TASKS, {
    async add({ id }) {
      sent.push(id);
      await respond([id]);
    },
    async addMany(tasks) {
      const ids = tasks.map(({ id }) => id);
      sent.push(`${ids[0]}–${ids.at(-1)}: ${ids.length}`);
      await respond(ids);
    },
    shouldContinue,
    onAdded: (tasks) => added(tasks.map(({ id }) => id)),
    onRefused: ({ id }) => refused(id),
    onPause: pause,
    wait,
  });
const addedIds = () => added.mock.calls.flatMap(([ids]) => ids);

it('sends a hundred tasks with one request, one request after another', async () => {
  expect(await send()).toBeNull();
  expect(sent).toEqual(BATCHES);
  expect(addedIds()).toEqual(ALL);
});

it('sends each task of a refused request by itself, in order, and reports those that are refused', async () => {
  respond.mockImplementation((ids) => (ids.includes('101') ? rejectWith(REFUSAL) : null));
  expect(await send()).toBeNull();
  expect(sent).toEqual([BATCHES[0], BATCHES[1], ...ALL.slice(100, 200), BATCHES[2]]);
  expect(refused.mock.calls).toEqual([['101']]);
  expect(addedIds()).toEqual(ALL.filter((id) => id !== '101'));
});

it.each([{ kind: 'network' }, { kind: 'auth', status: 401 }, { kind: 'rejected', status: 500 }])(
  'sends no further tasks after %j',
  async (failure) => {
    respond.mockImplementation((ids) => (ids.includes('100') ? rejectWith(failure) : null));
    expect(await send()).toMatchObject(failure);
    expect(sent).toEqual(BATCHES.slice(0, 2));
    expect(addedIds()).toEqual(ALL.slice(0, 100));
    expect(refused).not.toHaveBeenCalled();
  },
);

it('waits after a response of too many requests, and then sends the same tasks again', async () => {
  respond.mockImplementationOnce(() => rejectWith(TOO_MANY));
  expect(await send()).toBeNull();
  expect(pause).toHaveBeenCalledOnce();
  expect(wait).toHaveBeenCalledExactlyOnceWith(10_000);
  expect(sent).toEqual([BATCHES[0], ...BATCHES]);
  expect(addedIds()).toEqual(ALL);
});

it('stops when it is cancelled, also during a pause', async () => {
  let shouldContinue = true;
  respond.mockImplementation(() => rejectWith(TOO_MANY));
  wait.mockImplementationOnce(async () => {
    shouldContinue = false;
  });
  expect(await send(() => shouldContinue)).toBeNull();
  expect(sent).toEqual([BATCHES[0]]);
});
