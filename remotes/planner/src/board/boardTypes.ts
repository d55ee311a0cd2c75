import type { DayKey, FailureServices, NewTask, Task, TaskChange } from '@space/domain';
import type { ChangeLog } from './changeLog.ts';
import type { HeldTasks } from './heldTasks.ts';
import type { TasksByDay } from './tasksByDay.ts';

export interface BoardState {
  byDay: TasksByDay;
  /**
   * Days the server has answered for, by the board's own clock; 0 where this browser's saved week speaks for it. A day that
   * is missing here is not known to be empty.
   */
  readAt: Readonly<Record<DayKey, number>>;
  /** Tasks with a call under way. */
  busy: Readonly<Record<string, true>>;
  /** Tasks that were written on, moved to or restored to a day on this page. A fold does not hide them. */
  placed: Readonly<Record<string, DayKey>>;
  /** The visible week is being read. */
  isLoading: boolean;
  /** The last reading of the visible week failed; stays true while it is tried again. */
  hasFailed: boolean;
  /** When the saved week was read, by the device's clock. It may be shown until the server has answered. */
  savedAt: number | null;
  /** The week that the server has confirmed last, and when, by the device's clock. */
  confirmed: { from: DayKey; at: number } | null;
}

export interface TaskSource {
  listBetween(from: DayKey, to: DayKey): Promise<Task[]>;
  add(task: NewTask): Promise<Task>;
  update(id: string, change: TaskChange): Promise<Task>;
  remove(id: string): Promise<void>;
  restore(id: string): Promise<Task>;
  version(): Promise<string | null>;
}

export interface Notices {
  success(message: string, options?: { action?: { label: string; onSelect: () => void } }): void;
  error(message: string): void;
}

export interface BoardOptions extends FailureServices {
  tasks: TaskSource;
  notify: Notices;
  getUserId: () => string | null;
  /** Keeps a new task for which no answer came, to be sent later; returns whether this browser could keep it. */
  keepWaiting: (task: NewTask) => boolean;
  /** The device's time, in milliseconds. */
  clock: () => number;
  /** Puts off what the first answer to a press need not wait for. */
  afterPaint: (callback: () => void) => void;
}

/** What the parts of the board work on together. */
export interface BoardContext extends BoardOptions {
  store: {
    getState: () => BoardState;
    setState: (change: Partial<BoardState> | ((state: BoardState) => Partial<BoardState>)) => void;
  };
  log: ChangeLog;
  held: HeldTasks;
}
