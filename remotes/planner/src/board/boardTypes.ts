import type { DayKey, FailureServices, NewTask, Task, TaskChange } from '@space/domain';
import type { ChangeLog } from './changeLog.ts';
import type { HeldTasks } from './heldTasks.ts';
import type { TasksByDay } from './tasksByDay.ts';

export interface BoardState {
  byDay: TasksByDay;
  /**
   * When each day was requested, by the board's logical clock; 0 if its tasks come from the saved week. A day without an
   * entry is not loaded: it is not known to be empty.
   */
  readAt: Readonly<Record<DayKey, number>>;
  /** The ids of tasks with a request in flight. */
  busy: Readonly<Record<string, true>>;
  /** The day of each task that was added, moved or restored on this page. A fold does not hide these tasks. */
  placed: Readonly<Record<string, DayKey>>;
  /** The titles that were not saved because another device had changed them, by task id (rule edit-and-undo). */
  conflicts: Readonly<Record<string, string>>;
  /** Whether the visible week is being loaded. */
  isLoading: boolean;
  /** Whether the last load of the visible week failed; stays true during a retry. */
  hasFailed: boolean;
  /** When the saved week was loaded, by the device's clock. It may be shown until the server responds. */
  savedAt: number | null;
  /** The week that the server confirmed last, and the time of that by the device's clock. */
  confirmed: { from: DayKey; at: number } | null;
}

export interface TaskSource {
  listBetween(from: DayKey, to: DayKey): Promise<Task[]>;
  add(task: NewTask): Promise<Task>;
  update(id: string, change: TaskChange, expected?: TaskChange): Promise<Task>;
  remove(id: string, expected?: TaskChange): Promise<void>;
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
  /** Records a change that is being sent, for Ctrl+Z; returns what takes it back (`undo.record` of the platform). */
  record: (step: Promise<(() => Promise<boolean>) | null>) => () => void;
  /** Stores a new task that got no response, to be sent later; returns whether this browser could store it. */
  saveForLater: (task: NewTask) => boolean;
  /** The device's time, in milliseconds. */
  clock: () => number;
  /** Defers work that the first visual feedback to a press need not wait for. */
  afterPaint: (callback: () => void) => void;
}

/** The state and services that the parts of the board share. */
export interface BoardContext extends BoardOptions {
  store: {
    getState: () => BoardState;
    setState: (change: Partial<BoardState> | ((state: BoardState) => Partial<BoardState>)) => void;
  };
  log: ChangeLog;
  held: HeldTasks;
}
