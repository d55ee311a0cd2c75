import { IMPORT_MESSAGES, MESSAGES, failureReason, toDayKey, withReason, type NewTask } from '@space/domain';
import { onSessionEnd, session, tasks, undo } from '@space/platform';
import { create } from 'zustand';
import { reportFailure } from '../failure.ts';
import { UnreadableFile, type LeftOut, type ParsedFile } from './parsedFile.ts';
import { planImport, type Choices, type ImportPlan } from './planImport.ts';
import { readFile } from './readFile.ts';
import { BATCH_SIZE, isRefusal, isTooMany, pause, takeBack } from './takeBackImport.ts';

interface ImportState {
  phase: 'closed' | 'reading' | 'unreadable' | 'preview' | 'sending' | 'stopped' | 'done';
  fileName: string;
  /** Why the file cannot be read, or why the import has stopped. Null if the user stopped it, or if it is unknown. */
  reason: string | null;
  /** Something could not be loaded: reading the file again may help. */
  canRetry: boolean;
  parsed: ParsedFile | null;
  plan: ImportPlan | null;
  choices: Choices;
  added: number;
  refused: LeftOut[];
  /** The server has answered 429 (too many requests). */
  isPausing: boolean;
}

/** The import of one file. */
interface Job {
  file: File;
  userId: string;
  /** The ids of all tasks that the user has. */
  existing: ReadonlySet<string>;
  /** The tasks that are not answered yet, as they are sent: each list with one request. */
  queue: NewTask[][];
  added: NewTask[];
  sending: Promise<void> | null;
  /** Ends the import for the history of Ctrl+Z, where all of it is one change. */
  end: () => void;
}

/** Whether this device writes the month of a date before the day: the first guess where a file leaves it open. */
function isMonthFirst(): boolean {
  const parts = new Intl.DateTimeFormat(undefined, { dateStyle: 'short' }).formatToParts();
  return parts.find(({ type }) => type === 'day' || type === 'month')?.type === 'month';
}

export const useImport = create<ImportState>()(() => ({
  phase: 'closed',
  fileName: '',
  reason: null,
  canRetry: false,
  parsed: null,
  plan: null,
  choices: { isUndatedToday: false, isMonthFirst: isMonthFirst(), isEverything: null },
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

function preview({ userId, existing }: Job, parsed: ParsedFile, choices: Choices): void {
  const options = { userId, existing, today: toDayKey(new Date()), ...choices };
  set({ phase: 'preview', choices, parsed, plan: planImport(parsed, options) });
}

/** Reads a file and shows a preview of the import; adds nothing. */
export async function openFile(file: File, userId: string): Promise<void> {
  closeImport();
  const job: Job = { file, userId, existing: new Set(), queue: [], added: [], sending: null, end: () => {} };
  current = job;
  set({ phase: 'reading', fileName: file.name });
  try {
    const parsed = await readFile(file, toDayKey(new Date()));
    if (current !== job) return;
    const all = await tasks.listAll();
    if (current !== job) return;
    job.existing = new Set(all.map(({ id }) => id));
    preview(job, parsed, get().choices);
  } catch (error) {
    const canRetry = !(error instanceof UnreadableFile);
    const reason = canRetry ? withReason(MESSAGES.imports.readFailed, reasonOf(error)) : error.message;
    if (current === job) set({ phase: 'unreadable', reason, canRetry });
  }
}

export function retryImport(): void {
  if (current) void openFile(current.file, current.userId);
}

/** Changes what is added, in the preview. */
export function choose(changed: Partial<Choices>): void {
  const { parsed, choices } = get();
  if (parsed && current) preview(current, parsed, { ...choices, ...changed });
}

/** Adds the tasks of the preview; after a stop, those that remain. */
export function startImport(): void {
  const { phase, plan } = get();
  const job = current;
  if (!job || !plan || (phase !== 'preview' && phase !== 'stopped')) return;
  if (phase === 'preview') {
    for (let start = 0; start < plan.toAdd.length; start += BATCH_SIZE)
      job.queue.push(plan.toAdd.slice(start, start + BATCH_SIZE));
    record(job);
  }
  set({ phase: 'sending', reason: null });
  // After a stop, the request that was under way may not be answered yet: then it goes on from there.
  job.sending ??= send(job).finally(() => (job.sending = null));
}

export function stopImport(): void {
  if (get().phase === 'sending') set({ phase: 'stopped' });
}

/** Records the import when it begins. It can be taken back once its dialog is closed. */
function record(job: Job): void {
  const isSignedIn = () => session.getState().user?.id === job.userId;
  const ended = new Promise<void>((resolve) => (job.end = resolve)).then(() => job.sending);
  undo.record(ended.then(() => (job.added.length > 0 ? takeBack(job.added, isSignedIn) : null)));
}

/**
 * Sends the tasks in their order, because a day keeps the order in which its tasks were created. If the server refuses one
 * of a hundred, it adds none of them, and each is sent by itself.
 */
async function send(job: Job): Promise<void> {
  const { queue, added } = job;
  const update = (change: (state: ImportState) => Partial<ImportState>) => {
    if (current === job) set(change);
  };
  const isRunning = () => current === job && get().phase === 'sending';
  for (let [batch] = queue; batch && isRunning(); [batch] = queue) {
    const [task] = batch;
    try {
      await tasks.addMany(batch);
      queue.shift();
      added.push(...batch);
      update(() => ({ added: added.length, isPausing: false }));
    } catch (error) {
      if (isTooMany(error)) {
        update(() => ({ isPausing: true }));
        await pause();
      } else if (!isRefusal(error)) {
        const reason = reasonOf(error);
        if (isRunning()) set({ phase: 'stopped', reason });
      } else if (task && batch.length === 1) {
        queue.shift();
        const reason = failureReason(error, navigator.onLine) ?? IMPORT_MESSAGES.refused;
        update(({ refused }) => ({ refused: [...refused, { title: task.title, reason }], isPausing: false }));
      } else queue.splice(0, 1, ...batch.map((each) => [each]));
    }
  }
  if (isRunning()) set({ phase: 'done' });
}
