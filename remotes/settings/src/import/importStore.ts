import {
  IMPORT_MESSAGES,
  MESSAGES,
  countNotUndone,
  failureKind,
  failureReason,
  toDayKey,
  withReason,
  type NewTask,
} from '@space/domain';
import { notify, onSessionEnd, tasks, undo } from '@space/platform';
import { createStore } from 'zustand';
import { reportFailure, sameUser } from '../failure.ts';
import { UnreadableFile, type LeftOut, type ParsedFile } from './parsedFile.ts';
import { planImport, type Choices, type ImportPlan } from './planImport.ts';
import { readFile } from './readFile.ts';

/** The most tasks that the server takes with one request. */
const BATCH_SIZE = 100;
/** How long to wait after a 429 response, in milliseconds. */
const RETRY_DELAY = 10_000;

const parts = new Intl.DateTimeFormat(undefined, { dateStyle: 'short' }).formatToParts();

type Phase = 'closed' | 'reading' | 'unreadable' | 'preview' | 'sending' | 'stopped' | 'done';

const READING = {
  phase: 'reading' as Phase,
  /** Why the file cannot be read, or why the import has stopped. Null if the user stopped it, or if it is unknown. */
  reason: null as string | null,
  /** Whether something could not be loaded, so that reading the file again may help. */
  canRetry: false,
  plan: null as ImportPlan | null,
  choices: {
    isUndatedToday: false,
    // As this device writes dates.
    isMonthFirst: parts.find(({ type }) => type === 'day' || type === 'month')?.type === 'month',
    isEverything: null,
  } as Choices,
  added: [] as NewTask[],
  refused: [] as LeftOut[],
  /** The server has answered 429 (too many requests). */
  isPausing: false,
};

const statusOf = (error: unknown): number =>
  error instanceof Object && 'status' in error ? Number(error.status) : 400;
const isRefusal = (error: unknown): boolean => failureKind(error) === 'rejected' && statusOf(error) < 500;

/** Sends a request. After a 429 response it waits; returns whether the request was taken. Throws on another failure. */
async function isTaken(request: Promise<unknown>, onPause = () => {}): Promise<boolean> {
  try {
    await request;
    return true;
  } catch (error) {
    if (statusOf(error) !== 429) throw error;
    onPause();
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY));
    return false;
  }
}

function reasonOf(error: unknown): string | null {
  // If the session was lost, the dialog is gone with the page, and only a notice can report it.
  reportFailure(MESSAGES.tasks.addFailed, error, false);
  return failureReason(error, navigator.onLine) ?? (navigator.onLine ? null : MESSAGES.offline.reason);
}

export type Import = ReturnType<typeof createImport>;

/** Creates the import of one file. It reads the file at once, and adds nothing before `start` is called. */
export function createImport(file: File, userId: string) {
  const store = createStore(() => READING);
  const { getState: get, setState: set } = store;
  let parsed: ParsedFile | null = null;
  let existing: ReadonlySet<string> = new Set();
  let sending: Promise<void> | null = null;
  /** Tasks before it are sent each by itself. */
  let singlesEnd = 0;
  let handleEnd = () => {};

  const isOpen = () => get().phase !== 'closed';
  const isSending = () => get().phase === 'sending';
  const stop = () => set({ phase: 'stopped' });
  /** Ends the import: no further request is sent. */
  function close(): void {
    set({ phase: 'closed' });
    handleEnd();
    ignoreSession();
  }
  // An import of one user must not continue in the session of the next.
  const ignoreSession = onSessionEnd(close);

  async function read(): Promise<void> {
    set(READING);
    try {
      parsed = await readFile(file, toDayKey(new Date()));
      const all = isOpen() ? await tasks.listAll() : [];
      existing = new Set(all.map(({ id }) => id));
      if (!isOpen()) return;
      set({ phase: 'preview' });
      choose({});
    } catch (error) {
      const canRetry = !(error instanceof UnreadableFile);
      const reason = canRetry ? withReason(MESSAGES.imports.readFailed, reasonOf(error)) : error.message;
      if (isOpen()) set({ phase: 'unreadable', reason, canRetry });
    }
  }

  function choose(changed: Partial<Choices>): void {
    const choices = { ...get().choices, ...changed };
    const today = toDayKey(new Date());
    set({ choices, plan: parsed && planImport(parsed, { userId, existing, today, ...choices }) });
  }

  /**
   * Sends the tasks in their order, because a day keeps the order in which its tasks were created. If the server refuses one
   * of a hundred, it adds none of them, and each is sent by itself.
   */
  async function send(toAdd: readonly NewTask[]): Promise<void> {
    while (isSending()) {
      const { added, refused } = get();
      const first = added.length + refused.length;
      const batch = toAdd.slice(first, first + (first < singlesEnd ? 1 : BATCH_SIZE));
      const [task] = batch;
      if (!task) return set({ phase: 'done' });
      try {
        if (await isTaken(tasks.addMany(batch), () => set({ isPausing: true })))
          set({ added: [...added, ...batch], isPausing: false });
      } catch (error) {
        if (!isRefusal(error)) {
          const reason = reasonOf(error);
          if (isSending()) set({ phase: 'stopped', reason });
        } else if (batch.length > 1) singlesEnd = first + batch.length;
        else {
          const reason = failureReason(error, navigator.onLine) ?? IMPORT_MESSAGES.refused;
          set({ refused: [...refused, { title: task.title, reason }], isPausing: false });
        }
      }
    }
  }

  /** Adds the tasks of the preview; after a stop, those that remain. */
  function start(): void {
    const { phase, plan } = get();
    if (phase === 'preview') {
      // Recorded when it begins, as one change; it can be taken back once its dialog is closed.
      const isSignedIn = sameUser();
      const ended = new Promise<void>((resolve) => (handleEnd = resolve)).then(() => sending);
      undo.record(ended.then(() => (get().added.length > 0 ? takeBack(get().added, isSignedIn) : null)));
    }
    set({ phase: 'sending', reason: null });
    // After a stop, the request that was under way may not be answered yet: then it goes on from there.
    sending ??= send(plan?.toAdd ?? []).finally(() => (sending = null));
  }

  void read();
  return { store, fileName: file.name, read, choose, start, stop, close };
}

const isUnchanged = (added: NewTask, row: object = {}): boolean =>
  Object.entries(added).every(([name, value]) => Reflect.get(row, name) === value);

/**
 * Creates the step that takes back an import: it deletes the added tasks that are unchanged since, a hundred with one
 * request. The step returns whether it is over; what a missing network has left is deleted the next time.
 */
function takeBack(added: readonly NewTask[], isSignedIn: () => boolean): () => Promise<boolean> {
  let left = added;
  return async () => {
    const count = left.length;
    try {
      const rows = new Map((await tasks.listAll()).map((row) => [row.id, row]));
      const present = left.filter(({ id }) => rows.has(id));
      left = present.filter((task) => isUnchanged(task, rows.get(task.id)));
      const changed = present.length - left.length;
      while (left.length > 0 && isSignedIn()) {
        const ids = left.slice(0, BATCH_SIZE).map(({ id }) => id);
        if (await isTaken(tasks.removeMany(ids))) left = left.slice(BATCH_SIZE);
      }
      if (!isSignedIn()) return true;
      if (changed === 0) notify.success(MESSAGES.tasks.undone);
      else notify.error(withReason(countNotUndone(changed, count), MESSAGES.tasks.changedElsewhere));
      return true;
    } catch (error) {
      reportFailure(countNotUndone(left.length, count), error, isSignedIn());
      return isRefusal(error);
    }
  };
}
