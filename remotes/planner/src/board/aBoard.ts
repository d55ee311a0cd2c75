import type { DayKey, NewTask, Task, TaskChange } from '@space/domain';
import { awaitedOn } from './awaitedOn.ts';
import { createBoard } from './createBoard.ts';
import { placedOn } from './placedOn.ts';

/** The Monday of the week that the board shows. */
export const MONDAY = '2026-11-16';

/** What a call fails with: the fields of a BackendError that the board looks at. */
interface Failure {
  kind: string;
  message?: string;
  status?: number;
}

const failure = ({ message = '', ...fields }: Failure) => Object.assign(new Error(message), fields);

/** A call whose answer the test decides on. */
interface Call<Answer> {
  answer: (value: Answer) => void;
  fail: (error: unknown) => void;
}

/** For tests: a board whose server, notices and frames the test plays. */
export function setUp() {
  const calls: { name: string; args: unknown[]; call: Call<never> }[] = [];
  const notices: string[] = [];
  const undos: (() => void)[] = [];
  const frames: (() => void)[] = [];
  let userId: string | null = 'user';
  let isOnline = true;
  let isSessionLost = false;
  const ask = <Answer>(name: string, ...args: unknown[]) =>
    new Promise<Answer>((answer, fail) => {
      calls.push({ name, args, call: { answer, fail } });
    });
  const board = createBoard({
    tasks: {
      listBetween: (from, to) => ask<Task[]>('list', from, to),
      add: (task: NewTask) => ask<Task>('add', task),
      update: (id: string, change: TaskChange) => ask<Task>('update', id, change),
      remove: (id: string) => ask<void>('remove', id),
      restore: (id: string) => ask<Task>('restore', id),
    },
    notify: {
      success: (message, options) => {
        notices.push(message);
        if (options?.action) undos.push(options.action.onSelect);
      },
      error: (message) => notices.push(`! ${message}`),
    },
    getUserId: () => userId,
    isOnline: () => isOnline,
    isSessionLost: () => isSessionLost,
    afterPaint: (callback) => {
      frames.push(callback);
    },
  });
  const next = (name: string) => {
    const index = calls.findIndex((call) => call.name === name);
    const [found] = index < 0 ? [] : calls.splice(index, 1);
    if (!found) throw new Error(`No call of ${name} is waiting`);
    return found;
  };
  return {
    ...board,
    notices,
    undos,
    paint: () => {
      for (const callback of frames.splice(0)) callback();
    },
    awaited: () => awaitedOn(board.store.getState(), MONDAY),
    placed: (day: DayKey = MONDAY) => placedOn(board.store.getState(), day),
    waiting: () => calls.map(({ name }) => name),
    args: (name: string) => calls.find((call) => call.name === name)?.args,
    answer: async (name: string, value?: unknown) => {
      (next(name).call as Call<unknown>).answer(value);
      await settled();
    },
    fail: async (name: string, kind: string | Failure = 'network') => {
      next(name).call.fail(failure(typeof kind === 'string' ? { kind } : kind));
      await settled();
    },
    goOffline: () => {
      isOnline = false;
    },
    /** The server ends the session, as the client tells it before it fails the call that found out. */
    loseSession: () => {
      userId = null;
      isSessionLost = true;
      board.clear();
    },
    titles: () => board.store.getState().byDay[MONDAY]?.map((task) => task.title),
    signOut: () => {
      userId = null;
      board.clear();
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** For tests: a board that has read its week, with these tasks in it, and both neighbours. */
export async function setUpWith(...tasks: Task[]) {
  const board = setUp();
  void board.actions.showWeek(MONDAY);
  await board.answer('list', tasks);
  await board.answer('list', []);
  await board.answer('list', []);
  return board;
}
