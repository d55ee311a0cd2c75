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

/** Each task is kept by itself, so that two tabs never write over what the other has added. */
const PREFIX = 'waiting:';
const LOCK = 'better-space-waiting';

interface WaitingServices {
  kept: Kept;
  send: Board['sendWaiting'];
  getUserId: () => string | null;
  /** The device's time, in milliseconds. */
  clock: () => number;
  /** None on an insecure origin: then every tab may send, and the server makes one task of it (rule add-once). */
  locks: Pick<LockManager, 'request'> | undefined;
}

export interface Waiting {
  /** The oldest first. */
  tasks: readonly WaitingTask[];
  /** The task that is being sent. */
  sendingId: string | null;
}

/** Tasks that were typed without a network: kept in this browser, sent once when it is back (rule waiting-tasks). */
export function createWaiting({ kept, send, getUserId, clock, locks }: WaitingServices) {
  const read = (id: string) => readWaitingTask(kept.read(`${PREFIX}${id}`));
  /** Another tab may be sending by itself; this one sends once at a time. */
  let isSending = false;
  /** It was asked for since the last attempt began: that one may still hang in a network that has come back. */
  let isWanted = false;
  /** Tasks whose words are being changed here: they are sent once that is over. */
  const inHand = new Set<string>();
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
      // As it is now: another tab may have sent, changed or discarded it.
      const task = read(id);
      const user_id = getUserId();
      if (task === null || task.refusal !== null || user_id === null || inHand.has(id)) return true;
      const { title, emoji, task_date } = task;
      set({ sendingId: id });
      const answer = await send({ id, user_id, title, emoji, task_date }, task.sent);
      set({ sendingId: null });
      if (getUserId() !== user_id) return false;
      // Another tab may have changed its words meanwhile: those are sent next. One that was discarded does not come back.
      const now = read(id);
      const isChanged = now !== null && now.title !== title;
      if (answer === 'sent' && !isChanged) kept.remove(`${PREFIX}${id}`);
      else if (now !== null)
        write({ ...now, sent: { title, emoji }, ...(isChanged || typeof answer === 'string' ? {} : answer) });
      show();
      return answer !== 'waiting';
    }

    async function sendAll(): Promise<void> {
      for (const task of get().tasks) if (!(await sendOne(task))) return;
    }

    /** Sends what waits, in order, until one gets no answer. One tab does it at a time, and the others leave it to that one. */
    async function sendUnrefused(): Promise<void> {
      isWanted = true;
      if (isSending) return;
      isSending = true;
      try {
        while (isWanted && get().tasks.some(({ refusal }) => refusal === null)) {
          isWanted = false;
          if (!locks) await sendAll();
          else await locks.request(LOCK, { ifAvailable: true }, (lock) => (lock ? sendAll() : undefined));
        }
      } finally {
        isSending = false;
      }
    }

    return {
      /** Looks again at what this browser keeps: another tab has changed it, or another user is signed in. */
      show,
      keep({ id, title, emoji, task_date }: NewTask): boolean {
        const sent = { title, emoji };
        const isKept = write({ id, title, emoji, task_date, typedAt: clock(), sent, refusal: null });
        show();
        return isKept;
      },
      send: sendUnrefused,
      /** A person changes the words of a task that waits: it is not sent away from under them. Returns what lets it go. */
      hold(id: string): () => void {
        inHand.add(id);
        return () => {
          inHand.delete(id);
          void sendUnrefused();
        };
      },
      /** Changes the words of a task that waits; it is sent the next time, also where it was refused. */
      async rename(id: string, text: string): Promise<Outcome> {
        const checked = validate(titleSchema, text);
        if (!checked.ok) return checked;
        const task = read(id);
        const isKept = task === null || write({ ...task, title: checked.value, refusal: null });
        show();
        return isKept ? { ok: true } : { ok: false, message: MESSAGES.tasks.updateFailed };
      },
      /** Lets a task that was refused be sent again as it is. */
      allow(id: string): void {
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
