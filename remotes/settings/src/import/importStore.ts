import {
  IMPORT_MESSAGES,
  MESSAGES,
  failureReason,
  latestOnly,
  notifyFailure,
  withReason,
  type DayKey,
  type FailureServices,
  type NewTask,
} from '@space/domain';
import type { notify, tasks, undo } from '@space/platform';
import { createStore } from 'zustand/vanilla';
import { planImport, type Choices, type ImportPlan } from './planImport.ts';
import type { readFile } from './readFile.ts';
import type { LeftOut, ParsedFile } from './parsedFile.ts';
import { sendTasks } from './sendTasks.ts';
import { createImportUndo } from './takeBackImport.ts';

interface ImportServices extends FailureServices {
  tasks: Pick<typeof tasks, 'listAll' | 'add' | 'addMany' | 'removeMany'>;
  notify: typeof notify;
  record: typeof undo.record;
  getUserId: () => string | null;
  readFile: typeof readFile;
  today: () => DayKey;
  wait: (milliseconds: number) => Promise<void>;
}

/** The chosen file, and the user who has chosen it. */
interface ChosenFile {
  file: File;
  userId: string;
}

interface ImportData {
  phase: 'closed' | 'reading' | 'unreadable' | 'preview' | 'sending' | 'stopped' | 'done';
  fileName: string;
  /** Why the file cannot be read. */
  message: string;
  /** A retry may help: the file, the import code or the existing tasks could not be loaded. */
  canRetry: boolean;
  parsed: ParsedFile | null;
  plan: ImportPlan | null;
  choices: Choices;
  added: number;
  refused: LeftOut[];
  /** The import waits, because the server has answered 429 (too many requests). */
  isPausing: boolean;
  /** Why the import has stopped; null if the user stopped it, or if the reason is unknown. */
  reason: string | null;
}

export interface ImportState extends ImportData {
  /** Reads a file and shows a preview of the import; adds nothing (rule import-files). */
  open(file: File, userId: string): Promise<void>;
  /** Reads the same file again. */
  retry(): Promise<void>;
  /** Changes what is added, in the preview. */
  choose(choices: Partial<Choices>): void;
  /** Adds the tasks of the preview; after a stop, those that remain (rule import-run). */
  start(): Promise<void>;
  stop(): void;
  /** Discards the file and ends a running import: no further request is sent. */
  close(): void;
}

/** Whether this device writes the month of a date before the day: the first guess where a file leaves it open. */
function isMonthFirst(): boolean {
  const parts = new Intl.DateTimeFormat(undefined, { dateStyle: 'short' }).formatToParts();
  return parts.find(({ type }) => type === 'day' || type === 'month')?.type === 'month';
}

const EMPTY: ImportData = {
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

export function createImportStore(services: ImportServices) {
  const { tasks, readFile, today, wait, isOnline } = services;
  const begin = latestOnly();
  let isCurrent = () => false;
  let chosen: ChosenFile | null = null;
  let existing = new Set<string>();
  /** The tasks without a response yet, in order. */
  let pending = new Set<NewTask>();
  /** The tasks of this file that were added. */
  let imported = new Set<NewTask>();
  /** The runs, and what ends the import for the history of Ctrl+Z: all runs of a file are one change. */
  let running: Promise<unknown> = Promise.resolve();
  let endImport = () => {};
  /** Identifies the current run. Responses to requests of an earlier run are still counted. */
  let currentRun: object | null = null;

  const reasonOf = (error: unknown) => {
    // If the session was lost, the dialog is gone with the page, and only a notice can report it.
    notifyFailure(services, MESSAGES.tasks.addFailed, error, false);
    return failureReason(error, isOnline()) ?? (isOnline() ? null : MESSAGES.offline.reason);
  };

  return createStore<ImportState>()((set, get) => {
    function plan(parsed: ParsedFile, choices: Choices): Partial<ImportData> {
      const options = { userId: chosen?.userId ?? '', existing, today: today(), ...choices };
      return { choices, parsed, plan: planImport(parsed, options) };
    }

    async function read({ file, userId }: ChosenFile): Promise<void> {
      chosen = { file, userId };
      const isLatest = begin();
      isCurrent = isLatest;
      set({ ...EMPTY, phase: 'reading', fileName: file.name });
      try {
        const outcome = await readFile(file, today());
        if (!isLatest()) return;
        if (!outcome.ok) return set({ phase: 'unreadable', message: outcome.message });
        const all = await tasks.listAll();
        if (!isLatest()) return;
        existing = new Set(all.map(({ id }) => id));
        set({ phase: 'preview', ...plan(outcome.parsed, get().choices) });
      } catch (error) {
        const message = withReason(MESSAGES.imports.readFailed, reasonOf(error));
        if (isLatest()) set({ phase: 'unreadable', message, canRetry: true });
      }
    }

    async function send(): Promise<void> {
      const [thisRun, isSameFile, added] = [{}, isCurrent, imported];
      currentRun = thisRun;
      set({ phase: 'sending', reason: null });
      // A task that was under way at a stop is sent again by the next run, and answered twice.
      const settle = (
        sent: readonly NewTask[],
        change: (state: ImportData, count: number) => Partial<ImportData>,
      ) => {
        if (!isSameFile()) return;
        const { length } = sent.filter((task) => pending.delete(task));
        if (length > 0) set((state) => ({ ...change(state, length), isPausing: false }));
      };
      const failure = await sendTasks([...pending], {
        add: tasks.add,
        addMany: tasks.addMany,
        shouldContinue: () => currentRun === thisRun && isSameFile(),
        onAdded(sent) {
          for (const task of sent) added.add(task);
          settle(sent, (state, count) => ({ added: state.added + count }));
        },
        onRefused(task, error) {
          const reason = failureReason(error, isOnline()) ?? IMPORT_MESSAGES.refused;
          settle([task], ({ refused }) => ({ refused: [...refused, { title: task.title, reason }] }));
        },
        onPause: () => isSameFile() && set({ isPausing: true }),
        wait,
      });
      const reason = failure === null ? null : reasonOf(failure);
      if (currentRun !== thisRun || !isSameFile()) return;
      set({ phase: failure === null ? 'done' : 'stopped', isPausing: false, reason });
    }

    /** Records the import when it begins. It can be taken back once its dialog is closed. */
    function recordImport(userId: string): void {
      const added = (imported = new Set());
      running = Promise.resolve();
      const isSignedIn = () => services.getUserId() === userId;
      const ended = new Promise<void>((resolve) => (endImport = resolve)).then(() => running);
      services.record(
        ended.then(() => (added.size > 0 ? createImportUndo(services, [...added], isSignedIn) : null)),
      );
    }

    return {
      ...EMPTY,
      open: (file, userId) => read({ file, userId }),
      async retry() {
        if (chosen) await read(chosen);
      },
      choose(changed) {
        const { phase, parsed, choices } = get();
        if (phase === 'preview' && parsed) set(plan(parsed, { ...choices, ...changed }));
      },
      async start() {
        const { phase, plan } = get();
        if (phase === 'preview' && chosen) {
          pending = new Set(plan?.toAdd);
          recordImport(chosen.userId);
        }
        if (phase !== 'preview' && phase !== 'stopped') return;
        const run = send();
        running = Promise.all([running, run]);
        await run;
      },
      stop() {
        currentRun = null;
        if (get().phase === 'sending') set({ phase: 'stopped', isPausing: false, reason: null });
      },
      close() {
        begin();
        endImport();
        currentRun = null;
        chosen = null;
        existing = new Set();
        pending = new Set();
        set(EMPTY);
      },
    };
  });
}
