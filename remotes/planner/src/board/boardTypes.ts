import type { DayKey, NewTask, Task, TaskChange } from '@space/domain';
import type { StoreApi } from 'zustand/vanilla';
import type { ChangeLog } from './changeLog.ts';
import type { Failures } from './failure.ts';
import type { TasksByDay } from './tasksByDay.ts';

export interface BoardState {
  byDay: TasksByDay;
  /** Days the server has answered for; a day that is missing here is not known to be empty. */
  readAt: Readonly<Record<DayKey, number>>;
  /** Tasks with a call under way. */
  busy: Readonly<Record<string, true>>;
  /** What somebody here has put on a day: written, moved, brought back. A fold does not hide it from them. */
  placed: Readonly<Record<string, DayKey>>;
  /** The visible week is being read. */
  isLoading: boolean;
  /** The last reading of the visible week failed; stays true while it is tried again. */
  hasFailed: boolean;
}

/** What became of something a person asked for. `message` has been shown as a notice already. */
export type Outcome = { ok: true } | { ok: false; message: string };

/** What the board needs of `tasks` of the platform. */
export interface TaskSource {
  listBetween(from: DayKey, to: DayKey): Promise<Task[]>;
  add(task: NewTask): Promise<Task>;
  update(id: string, change: TaskChange): Promise<Task>;
  remove(id: string): Promise<void>;
  restore(id: string): Promise<Task>;
}

/** What the board needs of `notify` of the platform. */
export interface Notices {
  success(message: string, options?: { action?: { label: string; onSelect: () => void } }): void;
  error(message: string): void;
}

export interface BoardOptions {
  tasks: TaskSource;
  notify: Notices;
  getUserId: () => string | null;
  isOnline: () => boolean;
  /** The backend has ended the session; nobody signed out. */
  isSessionLost: () => boolean;
  /** Puts off what the first answer to a press need not wait for. */
  afterPaint: (callback: () => void) => void;
}

/** What the parts of the board work on together. */
export interface BoardContext extends BoardOptions {
  store: StoreApi<BoardState>;
  log: ChangeLog;
  failures: Failures;
}
