import {
  MESSAGES,
  readWaitingTask,
  titleSchema,
  validate,
  type NewTask,
  type Outcome,
  type WaitingTask,
} from '@space/domain';
import type { Kept } from '@space/platform';
import { createStore } from 'zustand/vanilla';
import type { Board } from '../board/createBoard.ts';

/** Each task has its own storage entry, so that two tabs never overwrite each other's tasks. */
const PREFIX = 'waiting:';
const LOCK = 'better-space-waiting';

interface WaitingServices {
  kept: Kept;
  send: Board['sendWaiting'];
  getUserId: () => string | null;
  /** The device's time, in milliseconds. */
  clock: () => number;
  /** Undefined on an insecure origin: then every tab may send, and the server creates one task (rule add-once). */
  locks: Pick<LockManager, 'request'> | undefined;
}

export interface Waiting {
  /** The oldest first. */
  tasks: readonly WaitingTask[];
  /** The task that is being sent. */
  sendingId: string | null;
}

/** Tasks that were typed without a network: stored in this browser, sent once the network is back (rule waiting-tasks). */
export function createWaiting({ kept, send, getUserId, clock, locks }: WaitingServices) {
  const read = (id: string) => readWaitingTask(kept.read(`${PREFIX}${id}`));
  /** Whether this tab is sending. `locks` keeps two tabs from sending at once. */
  let isSending = false;
  /** Whether sending was requested since the last attempt began, which may hang although the network is back. */
  let isRequested = false;
  /** The ids of tasks that are being edited here: they are sent once editing ends. */
  const heldIds = new Set<string>();
  const write = (task: WaitingTask) => kept.write(`${PREFIX}${task.id}`, task);

  return createStore<Waiting & ReturnType<typeof createActions>>()((set, get) => ({
    tasks: readAll(),
    sendingId: null,
    ...createActions(set, get),
  }));

  function readAll(): WaitingTask[] {
    return kept
      .names()
      .flatMap((name) => (name.startsWith(PREFIX) ? (read(name.slice(PREFIX.length)) ?? []) : []))
      .sort((one, other) => one.typedAt - other.typedAt);
  }

  function createActions(set: (change: Partial<Waiting>) => void, get: () => Waiting) {
    const show = () => set({ tasks: readAll() });

    async function sendOne({ id }: WaitingTask): Promise<boolean> {
      // Read again: another tab may have sent, changed or discarded the task.
      const task = read(id);
      const user_id = getUserId();
      if (task === null || task.refusal !== null || user_id === null || heldIds.has(id)) return true;
      const { title, emoji, task_date } = task;
      set({ sendingId: id });
      const result = await send({ id, user_id, title, emoji, task_date }, task.sent);
      set({ sendingId: null });
      if (getUserId() !== user_id) return false;
      // Another tab may have changed the title meanwhile: it is sent next. A discarded task does not come back.
      const row = read(id);
      const isChanged = row !== null && row.title !== title;
      if (result === 'sent' && !isChanged) kept.remove(`${PREFIX}${id}`);
      else if (row !== null)
        write({ ...row, sent: { title, emoji }, ...(isChanged || typeof result === 'string' ? {} : result) });
      show();
      return result !== 'waiting';
    }

    async function sendAll(): Promise<void> {
      for (const task of get().tasks) if (!(await sendOne(task))) return;
    }

    /** Sends the waiting tasks in order, until one gets no response. Only one tab sends at a time; the others skip. */
    async function sendWaiting(): Promise<void> {
      isRequested = true;
      if (isSending) return;
      isSending = true;
      try {
        while (isRequested && get().tasks.some(({ refusal }) => refusal === null)) {
          isRequested = false;
          if (!locks) await sendAll();
          else await locks.request(LOCK, { ifAvailable: true }, (lock) => (lock ? sendAll() : undefined));
        }
      } finally {
        isSending = false;
      }
    }

    return {
      /** Reads the stored tasks again: another tab has changed them, or another user is signed in. */
      show,
      save({ id, title, emoji, task_date }: NewTask): boolean {
        const sent = { title, emoji };
        // Tasks that were typed one after the other may fail in the same millisecond.
        const typedAt = Math.max(clock(), 1 + (get().tasks.at(-1)?.typedAt ?? 0));
        const isStored = write({ id, title, emoji, task_date, typedAt, sent, refusal: null });
        show();
        return isStored;
      },
      send: sendWaiting,
      /** Keeps a waiting task from being sent while the user edits it. Returns the function that releases it. */
      hold(id: string): () => void {
        heldIds.add(id);
        return () => {
          heldIds.delete(id);
          void sendWaiting();
        };
      },
      /** Changes the title of a waiting task; it is sent the next time, even if it was refused. */
      async rename(id: string, text: string): Promise<Outcome> {
        const checked = validate(titleSchema, text);
        if (!checked.ok) return checked;
        const task = read(id);
        const isStored = task === null || write({ ...task, title: checked.value, refusal: null });
        show();
        return isStored ? { ok: true } : { ok: false, message: MESSAGES.tasks.updateFailed };
      },
      /** Lets a refused task be sent again unchanged. */
      clearRefusal(id: string): void {
        const task = read(id);
        if (task) write({ ...task, refusal: null });
        show();
      },
      discard(id: string): void {
        kept.remove(`${PREFIX}${id}`);
        show();
      },
    };
  }
}
