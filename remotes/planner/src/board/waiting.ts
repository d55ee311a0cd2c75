import {
  MESSAGES,
  failureReason,
  titleSchema,
  validate,
  withReason,
  type Outcome,
  type WaitingTask,
} from '@space/domain';
import { kept, onReturn, session } from '@space/platform';
import { acceptAdded, discardWaiting, readWaiting, sendInOrder, showWaiting, writeWaiting } from './add.ts';
import { board } from './board.ts';
import { isPaused, pauseUpdates } from './load.ts';
import { isRefusal, refuse, request } from './request.ts';

const messages = MESSAGES.tasks;
const LOCK = 'better-space-waiting';

/** Sends a stored task; returns whether the next one may be sent. */
async function sendStored({ id }: WaitingTask): Promise<boolean> {
  // Read again: another tab may have sent, changed or discarded the task.
  const stored = readWaiting(id);
  if (stored === null || stored.refusal !== null || isPaused(id)) return true;
  const { title, emoji, task_date } = stored;

  /** Another tab may have changed the title meanwhile: it is sent next. A discarded task does not come back. */
  function settle(wasAdded: boolean, refusal: string | null): void {
    const current = readWaiting(id);
    const isChanged = current !== null && current.title !== title;
    if (wasAdded && !isChanged) discardWaiting(id);
    else if (current !== null)
      writeWaiting({ ...current, sent: { title, emoji }, refusal: isChanged ? null : refusal });
  }

  // Not recorded for Ctrl+Z: no one has pressed anything now.
  const result = await request(
    id,
    () => sendInOrder({ id, title, emoji, task_date }, stored.sent),
    (added) => {
      settle(true, null);
      return acceptAdded(added);
    },
    (error) => {
      const reason = failureReason(error, navigator.onLine);
      settle(false, isRefusal(error) ? withReason(messages.addFailed, reason) : null);
    },
  );
  return result.ok || result.error === null || isRefusal(result.error);
}

async function sendAll(): Promise<void> {
  for (const task of board.getState().waiting) if (!(await sendStored(task))) return;
}

/** Sends the waiting tasks in order, until one gets no response. Only one tab sends at a time. */
export async function sendWaiting(): Promise<void> {
  if (board.getState().waiting.every(({ refusal }) => refusal !== null)) return;
  // Without locks, on an insecure origin, every tab may send: the server creates one task.
  const locks: LockManager | undefined = navigator.locks;
  await (locks ? locks.request(LOCK, sendAll) : sendAll());
}

/** Leaves a task as it is while the user edits it. Returns the function that ends this: then it is sent, if it waits. */
export function pauseTask(id: string): () => void {
  const resume = pauseUpdates(id);
  return () => {
    resume();
    void sendWaiting();
  };
}

export async function renameWaiting(id: string, text: string): Promise<Outcome> {
  const checked = validate(titleSchema, text);
  if (!checked.ok) return refuse(checked.message);
  const task = readWaiting(id);
  const isStored = task === null || writeWaiting({ ...task, title: checked.value, refusal: null });
  return isStored ? { ok: true } : refuse(messages.updateFailed);
}

export async function retryWaiting(id: string): Promise<void> {
  const task = readWaiting(id);
  if (task) writeWaiting({ ...task, refusal: null });
  await sendWaiting();
}

function showAndSend(): void {
  showWaiting();
  void sendWaiting();
}

// Until the document unloads, whatever page is shown. The dashboard also sends each minute. Node, where a build's pages are
// found, has no document.
kept.onChange(showWaiting);
if (globalThis.document) onReturn(() => void sendWaiting());
session.subscribe(({ user }, previous) => {
  if (user?.id !== previous.user?.id) showAndSend();
});
showAndSend();
