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
const failing = (failure: object) => Promise.reject(Object.assign(new Error('no'), failure));

let sent: string[];
let answers: Map<string, () => Promise<unknown>>;
const heard = {
  added: vi.fn<(id: string) => void>(),
  refused: vi.fn<(id: string) => void>(),
  pause: vi.fn<() => void>(),
};
const wait = vi.fn<(milliseconds: number) => Promise<void>>(async () => {});

beforeEach(() => {
  vi.clearAllMocks();
  sent = [];
  answers = new Map();
});

const send = (isWanted = () => true) =>
  sendTasks(WEEK, {
    add: ({ id }) => {
      sent.push(id);
      return answers.get(id)?.() ?? Promise.resolve();
    },
    isWanted,
    onAdded: ({ id }) => heard.added(id),
    onRefused: ({ id }) => heard.refused(id),
    onPause: heard.pause,
    wait,
  });

it('days go side by side, and the tasks of a day one after another', async () => {
  const held = Promise.withResolvers<void>();
  answers.set('a', () => held.promise);
  const sending = send();
  await vi.waitFor(() => expect(sent).toEqual(['a', 'b', 'e']));
  held.resolve();
  expect(await sending).toBeNull();
  expect(sent).toEqual(['a', 'b', 'e', 'c', 'd']);
});

it('one that is refused is named, and the others go on', async () => {
  answers.set('c', () => failing({ kind: 'rejected', status: 400 }));
  expect(await send()).toBeNull();
  expect(heard.refused.mock.calls).toEqual([['c']]);
  expect(heard.added).toHaveBeenCalledTimes(4);
});

it.each([{ kind: 'network' }, { kind: 'auth', status: 401 }, { kind: 'rejected', status: 500 }])(
  'nothing further is sent after %j',
  async (failure) => {
    answers.set('a', () => failing(failure));
    expect(await send()).toMatchObject(failure);
    expect(sent).not.toContain('c');
    expect(heard.refused).not.toHaveBeenCalled();
  },
);

it('a server that is asked too often is left alone for a while, and then asked for the same', async () => {
  let isBusy = true;
  answers.set('a', () => (isBusy ? failing({ kind: 'rejected', status: 429 }) : Promise.resolve()));
  wait.mockImplementationOnce(async () => {
    isBusy = false;
  });
  expect(await send()).toBeNull();
  expect(heard.pause).toHaveBeenCalledOnce();
  expect(wait).toHaveBeenCalledExactlyOnceWith(10_000);
  expect(sent.filter((id) => id === 'a')).toHaveLength(2);
  expect(heard.added).toHaveBeenCalledTimes(5);
});

it('ends when it is not wanted any more, in a pause as well', async () => {
  let isWanted = true;
  answers.set('a', () => failing({ kind: 'rejected', status: 429 }));
  wait.mockImplementationOnce(async () => {
    isWanted = false;
  });
  expect(await send(() => isWanted)).toBeNull();
  expect(sent.filter((id) => id === 'a')).toHaveLength(1);
  expect(sent).not.toContain('c');
});
