import type { DayKey, NewTask, Task } from '@space/domain';
import { createFakeBackend, createUndo } from '@space/platform/testing';
import { createBoard } from '../board/createBoard.ts';
import { locallyPlacedIds, pendingTaskIds } from '../board/selectors.ts';

/** The Monday of the week that the board shows. */
export const MONDAY = '2026-11-16';

async function flush(takeBack?: () => void): Promise<void> {
  takeBack?.();
  await new Promise((resolve) => setTimeout(resolve));
}

/** For tests of the board alone: the test controls the server, the notices and the frames. */
export function setUp() {
  const server = createFakeBackend();
  const notices: string[] = [];
  const undos: (() => void)[] = [];
  const frames: (() => void)[] = [];
  let userId: string | null = 'user';
  let isOnline = true;
  let isSessionLost = false;
  let time = 1_000;
  let endSession = () => {};
  const history = createUndo((callback) => (endSession = callback));
  const steps: (() => void)[] = [];
  const storedTasks: NewTask[] = [];
  server.hold();
  const store = createBoard({
    tasks: server.backend.tasks,
    notify: {
      success: (message, options) => {
        notices.push(message);
        if (options?.action) undos.push(options.action.onSelect);
      },
      error: (message) => notices.push(`! ${message}`),
    },
    record: (step) => {
      const takeBack = history.record(step);
      steps.push(takeBack);
      return takeBack;
    },
    getUserId: () => userId,
    clock: () => time,
    saveForLater: (task) => storedTasks.push(task) > 0,
    isOnline: () => isOnline,
    isSessionLost: () => isSessionLost,
    afterPaint: (callback) => frames.push(callback),
  });
  return {
    store,
    actions: store.getState(),
    notices,
    /** The tasks that were stored to be sent later. */
    storedTasks,
    /** Presses the button of the latest notice that has one. */
    pressUndo: () => flush(undos.at(-1)),
    /** Takes back the last change, like Ctrl+Z. */
    undoLast: () => flush(steps.at(-1)),
    changeElsewhere: server.changeElsewhere,
    rows: server.rows,
    plant: server.plant,
    calls: server.calls,
    waiting: server.waiting,
    answer: server.answer,
    fail: server.fail,
    paint: () => {
      for (const callback of frames.splice(0)) callback();
    },
    pending: () => pendingTaskIds(MONDAY)(store.getState()),
    placed: (day: DayKey = MONDAY) => locallyPlacedIds(day)(store.getState()),
    args: (name: string) => server.calls(name).at(-1),
    titles: () => store.getState().byDay[MONDAY]?.map((task) => task.title),
    /** Advances the device's clock. */
    advance: (milliseconds: number) => {
      time += milliseconds;
    },
    goOffline: () => {
      isOnline = false;
    },
    /** Ends the session as the client does: it reports the end before it rejects the request that revealed it. */
    loseSession: () => {
      userId = null;
      isSessionLost = true;
      endSession();
      store.getState().clear();
    },
    signOut: () => {
      userId = null;
      endSession();
      store.getState().clear();
    },
  };
}

/** Creates a board that is loading its week. */
export function setUpReading(...tasks: Task[]) {
  const board = setUp();
  board.plant(...tasks);
  void board.actions.showWeek(MONDAY);
  return board;
}

/** Creates a board that has loaded its week, with these tasks in it, and both neighbours. */
export async function setUpWith(...tasks: Task[]) {
  const board = setUpReading(...tasks);
  for (let week = 0; week < 3; week += 1) await board.answer('listBetween');
  return board;
}
