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
import { create } from 'zustand';
import { reportFailure, sameUser } from '../failure.ts';
import { UnreadableFile, type LeftOut, type ParsedFile } from './parsedFile.ts';
import { planImport, type Choices, type ImportPlan } from './planImport.ts';
import { readFile } from './readFile.ts';

/** The most tasks that the server takes with one request. */
const BATCH_SIZE = 100;
/** How long to wait after a 429 response, in milliseconds. */
const RETRY_DELAY = 10_000;

interface ImportState {
  phase: 'closed' | 'reading' | 'unreadable' | 'preview' | 'sending' | 'stopped' | 'done';
  fileName: string;
  /** Why the file cannot be read, or why the import has stopped. Null if the user stopped it, or if it is unknown. */
  reason: string | null;
  /** Reads the file again, if something could not be loaded. */
  retry: (() => void) | null;
  plan: ImportPlan | null;
  choices: Choices;
  added: number;
  refused: LeftOut[];
  /** The server has answered 429 (too many requests). */
  isPausing: boolean;
}

/** The import of one file. */
interface Job {
  userId: string;
  parsed: ParsedFile | null;
  /** The ids of all tasks that the user has. */
  existing: ReadonlySet<string>;
  /** The tasks that are not answered yet, as they are sent: each list with one request. */
  queue: NewTask[][];
  added: NewTask[];
  sending: Promise<void> | null;
  /** Ends the import for the history of Ctrl+Z, where all of it is one change. */
  end: () => void;
}

const parts = new Intl.DateTimeFormat(undefined, { dateStyle: 'short' }).formatToParts();
/** Whether this device writes the month of a date before the day: the first guess where a file leaves it open. */
const isMonthFirst = parts.find(({ type }) => type === 'day' || type === 'month')?.type === 'month';

export const useImport = create<ImportState>()(() => ({
  phase: 'closed',
  fileName: '',
  reason: null,
  retry: null,
  plan: null,
  choices: { isUndatedToday: false, isMonthFirst, isEverything: null },
  added: 0,
  refused: [],
  isPausing: false,
}));

const { getState: get, setState: set, getInitialState } = useImport;
let current: Job | null = null;

// An import of one user must not continue in the session of the next.
onSessionEnd(() => closeImport());

/** Discards the file and ends a running import: no further request is sent. */
export function closeImport(): void {
  current?.end();
  current = null;
  set(getInitialState());
}

function reasonOf(error: unknown): string | null {
  // If the session was lost, the dialog is gone with the page, and only a notice can report it.
  reportFailure(MESSAGES.tasks.addFailed, error, false);
  return failureReason(error, navigator.onLine) ?? (navigator.onLine ? null : MESSAGES.offline.reason);
}

/** Reads a file and shows a preview of the import; adds nothing. */
export async function openFile(file: File, userId: string): Promise<void> {
  closeImport();
  const sent = { queue: [], added: [], sending: null, end: () => {} };
  const job: Job = { userId, parsed: null, existing: new Set(), ...sent };
  current = job;
  set({ phase: 'reading', fileName: file.name });
  try {
    job.parsed = await readFile(file, toDayKey(new Date()));
    if (current !== job) return;
    const all = await tasks.listAll();
    if (current !== job) return;
    job.existing = new Set(all.map(({ id }) => id));
    set({ phase: 'preview' });
    choose({});
  } catch (error) {
    const isUnreadable = error instanceof UnreadableFile;
    const reason = isUnreadable ? error.message : withReason(MESSAGES.imports.readFailed, reasonOf(error));
    const retry = isUnreadable ? null : () => void openFile(file, userId);
    if (current === job) set({ phase: 'unreadable', reason, retry });
  }
}

/** Changes what is added, in the preview. */
export function choose(changed: Partial<Choices>): void {
  if (!current?.parsed) return;
  const choices = { ...get().choices, ...changed };
  set({ choices, plan: planImport(current.parsed, { ...current, today: toDayKey(new Date()), ...choices }) });
}

/** Adds the tasks of the preview; after a stop, those that remain. */
export function startImport(): void {
  const { phase, plan } = get();
  const job = current;
  if (!job || !plan || (phase !== 'preview' && phase !== 'stopped')) return;
  if (phase === 'preview') {
    for (let start = 0; start < plan.toAdd.length; start += BATCH_SIZE)
      job.queue.push(plan.toAdd.slice(start, start + BATCH_SIZE));
    // Recorded when it begins; it can be taken back once its dialog is closed.
    const isSignedIn = sameUser();
    const ended = new Promise<void>((resolve) => (job.end = resolve)).then(() => job.sending);
    undo.record(ended.then(() => (job.added.length > 0 ? takeBack(job.added, isSignedIn) : null)));
  }
  set({ phase: 'sending', reason: null });
  // After a stop, the request that was under way may not be answered yet: then it goes on from there.
  job.sending ??= send(job).finally(() => (job.sending = null));
}

export function stopImport(): void {
  if (get().phase === 'sending') set({ phase: 'stopped' });
}

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

/**
 * Sends the tasks in their order, because a day keeps the order in which its tasks were created. If the server refuses one
 * of a hundred, it adds none of them, and each is sent by itself.
 */
async function send(job: Job): Promise<void> {
  const { queue, added } = job;
  const update = (change: Partial<ImportState>) => {
    if (current === job) set(change);
  };
  const isRunning = () => current === job && get().phase === 'sending';
  for (let [batch] = queue; batch && isRunning(); [batch] = queue) {
    const [task] = batch;
    try {
      if (!(await isTaken(tasks.addMany(batch), () => update({ isPausing: true })))) continue;
      queue.shift();
      added.push(...batch);
      update({ added: added.length, isPausing: false });
    } catch (error) {
      if (!isRefusal(error)) {
        const reason = reasonOf(error);
        if (isRunning()) set({ phase: 'stopped', reason });
      } else if (task && batch.length === 1) {
        queue.shift();
        const reason = failureReason(error, navigator.onLine) ?? IMPORT_MESSAGES.refused;
        update({ refused: [...get().refused, { title: task.title, reason }], isPausing: false });
      } else queue.splice(0, 1, ...batch.map((each) => [each]));
    }
  }
  if (isRunning()) set({ phase: 'done' });
}

/** Whether a task is still as the import has added it. */
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
