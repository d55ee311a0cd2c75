import { IMPORT_MESSAGES, MESSAGES, failureReason, toDayKey, withReason, type NewTask } from '@space/domain';
import { onSessionEnd, session, tasks, undo } from '@space/platform';
import { create } from 'zustand';
import { reportFailure } from '../failure.ts';
import type { LeftOut, ParsedFile } from './parsedFile.ts';
import { planImport, type Choices, type ImportPlan } from './planImport.ts';
import { readFile } from './readFile.ts';
import { BATCH_SIZE, isRefusal, isTooMany, pause, takeBack } from './takeBackImport.ts';

interface ImportState {
  phase: 'closed' | 'reading' | 'unreadable' | 'preview' | 'sending' | 'stopped' | 'done';
  fileName: string;
  /** Why the file cannot be read; a retry may help if something could not be loaded. */
  message: string;
  canRetry: boolean;
  parsed: ParsedFile | null;
  plan: ImportPlan | null;
  choices: Choices;
  added: number;
  refused: LeftOut[];
  /** The server has answered 429 (too many requests). */
  isPausing: boolean;
  /** Why the import has stopped; null if the user stopped it, or if the reason is unknown. */
  reason: string | null;
}

/** The import of one file. */
interface Job {
  file: File;
  userId: string;
  /** The ids of all tasks that the user has. */
  existing: ReadonlySet<string>;
  /** The tasks without a response yet, in order. */
  pending: Set<NewTask>;
  added: Set<NewTask>;
  /** Identifies the current run. Responses to requests of an earlier one are still counted. */
  run: object | null;
  running: Promise<unknown>;
  /** Ends the import for the history of Ctrl+Z: all its runs are one change. */
  end: () => void;
}

/** Whether this device writes the month of a date before the day: the first guess where a file leaves it open. */
function isMonthFirst(): boolean {
  const parts = new Intl.DateTimeFormat(undefined, { dateStyle: 'short' }).formatToParts();
  return parts.find(({ type }) => type === 'day' || type === 'month')?.type === 'month';
}

const EMPTY: ImportState = {
  phase: 'closed',
  fileName: '',
  message: '',
  canRetry: false,
  parsed: null,
  plan: null,
  choices: { isUndatedToday: false, isMonthFirst: isMonthFirst(), isEverything: null },
  added: 0,
  refused: [],
  isPausing: false,
  reason: null,
};

export const useImport = create<ImportState>()(() => EMPTY);

const { getState: get, setState: set } = useImport;
let current: Job | null = null;

// An import of one user must not continue in the session of the next.
onSessionEnd(() => closeImport());

/** Discards the file and ends a running import: no further request is sent. */
export function closeImport(): void {
  current?.end();
  current = null;
  set(EMPTY);
}

function reasonOf(error: unknown): string | null {
  // If the session was lost, the dialog is gone with the page, and only a notice can report it.
  reportFailure(MESSAGES.tasks.addFailed, error, false);
  return failureReason(error, navigator.onLine) ?? (navigator.onLine ? null : MESSAGES.offline.reason);
}

function plan({ userId, existing }: Job, parsed: ParsedFile, choices: Choices): void {
  const options = { userId, existing, today: toDayKey(new Date()), ...choices };
  set({ phase: 'preview', choices, parsed, plan: planImport(parsed, options) });
}

/** Reads a file and shows a preview of the import; adds nothing. */
export async function openFile(file: File, userId: string): Promise<void> {
  const sets = { existing: new Set<string>(), pending: new Set<NewTask>(), added: new Set<NewTask>() };
  const job: Job = { file, userId, ...sets, run: null, running: Promise.resolve(), end: () => {} };
  current?.end();
  current = job;
  set({ ...EMPTY, phase: 'reading', fileName: file.name });
  try {
    const outcome = await readFile(file, toDayKey(new Date()));
    if (current !== job) return;
    if (!outcome.ok) return set({ phase: 'unreadable', message: outcome.message });
    const all = await tasks.listAll();
    if (current !== job) return;
    job.existing = new Set(all.map(({ id }) => id));
    plan(job, outcome.parsed, get().choices);
  } catch (error) {
    const message = withReason(MESSAGES.imports.readFailed, reasonOf(error));
    if (current === job) set({ phase: 'unreadable', message, canRetry: true });
  }
}

export function retryImport(): void {
  if (current) void openFile(current.file, current.userId);
}

/** Changes what is added, in the preview. */
export function choose(changed: Partial<Choices>): void {
  const { phase, parsed, choices } = get();
  if (phase === 'preview' && parsed && current) plan(current, parsed, { ...choices, ...changed });
}

/** Adds the tasks of the preview; after a stop, those that remain. */
export function startImport(): void {
  const { phase, plan } = get();
  if (!current || (phase !== 'preview' && phase !== 'stopped')) return;
  if (phase === 'preview') {
    current.pending = new Set(plan?.toAdd);
    record(current);
  }
  current.running = Promise.all([current.running, send(current)]);
}

export function stopImport(): void {
  if (current) current.run = null;
  if (get().phase === 'sending') set({ phase: 'stopped', isPausing: false, reason: null });
}

/** Records the import when it begins. It can be taken back once its dialog is closed. */
function record(job: Job): void {
  const isSignedIn = () => session.getState().user?.id === job.userId;
  const ended = new Promise<void>((resolve) => (job.end = resolve)).then(() => job.running);
  undo.record(ended.then(() => (job.added.size > 0 ? takeBack([...job.added], isSignedIn) : null)));
}

/**
 * Sends the pending tasks in their order, because a day keeps the order in which its tasks were created: a hundred with one
 * request. If one of them is refused, the server adds none of the hundred, and each is sent by itself.
 */
async function send(job: Job): Promise<void> {
  const run = (job.run = {});
  const isRunning = () => current === job && job.run === run;
  let failure: unknown = null;
  set({ phase: 'sending', reason: null });

  /** Takes tasks that the server has answered. One that was under way at a stop is sent again, and answered twice. */
  function settle(sent: readonly NewTask[], change: (state: ImportState) => Partial<ImportState>): void {
    if (current !== job) return;
    const { length } = sent.filter((task) => job.pending.delete(task));
    if (length > 0)
      set((state) => ({ ...change({ ...state, added: state.added + length }), isPausing: false }));
  }

  /** Returns the error with which the server has refused the tasks; null if it has not. */
  async function add(batch: readonly NewTask[]): Promise<unknown> {
    while (failure === null && isRunning()) {
      try {
        await tasks.addMany(batch);
        for (const task of batch) job.added.add(task);
        settle(batch, ({ added }) => ({ added }));
        return null;
      } catch (error) {
        if (isRefusal(error)) return error;
        if (isTooMany(error)) {
          if (isRunning()) set({ isPausing: true });
          await pause();
        } else failure = error;
      }
    }
    return null;
  }

  const all = [...job.pending];
  for (let start = 0; start < all.length; start += BATCH_SIZE) {
    const batch = all.slice(start, start + BATCH_SIZE);
    if ((await add(batch)) === null) continue;
    for (const task of batch) {
      const refusal = await add([task]);
      const reason = failureReason(refusal, navigator.onLine) ?? IMPORT_MESSAGES.refused;
      const item = { title: task.title, reason };
      if (refusal !== null) settle([task], ({ refused }) => ({ refused: [...refused, item] }));
    }
  }
  const reason = failure === null ? null : reasonOf(failure);
  if (isRunning()) set({ phase: failure === null ? 'done' : 'stopped', isPausing: false, reason });
}
