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
import type { tasks } from '@space/platform';
import { createStore } from 'zustand/vanilla';
import { planImport, type ImportPlan } from './planImport.ts';
import type { readFile } from './readFile.ts';
import type { LeftOut, Reading } from './reading.ts';
import { sendTasks } from './sendTasks.ts';

interface ImportServices extends FailureServices {
  tasks: Pick<typeof tasks, 'listAll' | 'add'>;
  readFile: typeof readFile;
  today: () => DayKey;
  wait: (milliseconds: number) => Promise<void>;
}

/** A file that a person has chosen, and whose it is. */
interface Chosen {
  file: File;
  userId: string;
}

interface ImportData {
  at: 'closed' | 'reading' | 'unreadable' | 'preview' | 'sending' | 'stopped' | 'done';
  fileName: string;
  /** Why the file cannot be read. */
  sentence: string;
  /** The file itself may be good: it, the code that reads it, or the tasks did not come. */
  canRetry: boolean;
  reading: Reading | null;
  plan: ImportPlan | null;
  isUndatedToday: boolean;
  added: number;
  refused: LeftOut[];
  /** The server has asked to wait. */
  isPausing: boolean;
  /** Why the sending has stopped; null where the person stopped it, or no more is known. */
  reason: string | null;
}

export interface ImportState extends ImportData {
  /** Reads a file and shows what would come of it; adds nothing (rule import-files). */
  choose(file: File, userId: string): Promise<void>;
  /** Reads the same file again. */
  retry(): Promise<void>;
  setUndatedToday(isUndatedToday: boolean): void;
  /** Adds what the preview shows, or what is left of it after a stop (rule import-run). */
  start(): Promise<void>;
  stop(): void;
  /** Forgets the file and what is under way: nothing further is sent. */
  close(): void;
}

const EMPTY: ImportData = {
  at: 'closed',
  fileName: '',
  sentence: '',
  canRetry: false,
  reading: null,
  plan: null,
  isUndatedToday: false,
  added: 0,
  refused: [],
  isPausing: false,
  reason: null,
};

export function createImportStore(services: ImportServices) {
  const { tasks, readFile, today, wait, isOnline } = services;
  const begin = latestOnly();
  let isCurrent = () => false;
  let chosen: Chosen | null = null;
  let existing = new Set<string>();
  /** What is not answered yet, in its order. */
  let rest = new Set<NewTask>();
  /** The sending that is wanted; answers to an earlier one count all the same. */
  let run: object | null = null;

  const reasonOf = (error: unknown) => {
    // Without the page where the file was chosen a lost session is told by a notice alone.
    notifyFailure(services, MESSAGES.tasks.addFailed, error, false);
    return failureReason(error, isOnline()) ?? (isOnline() ? null : MESSAGES.offline.reason);
  };

  return createStore<ImportState>()((set, get) => {
    function plan(reading: Reading, isUndatedToday: boolean): Partial<ImportData> {
      const userId = chosen?.userId ?? '';
      const options = { userId, existing, today: today(), isUndatedToday };
      return { isUndatedToday, reading, plan: planImport(reading, options) };
    }

    async function read({ file, userId }: Chosen): Promise<void> {
      chosen = { file, userId };
      const isLatest = begin();
      isCurrent = isLatest;
      set({ ...EMPTY, at: 'reading', fileName: file.name });
      try {
        const outcome = await readFile(file, today());
        if (!isLatest()) return;
        if (!outcome.ok) return set({ at: 'unreadable', sentence: outcome.message });
        const all = await tasks.listAll();
        if (!isLatest()) return;
        existing = new Set(all.map(({ id }) => id));
        set({ at: 'preview', ...plan(outcome.reading, false) });
      } catch (error) {
        const sentence = withReason(MESSAGES.imports.readFailed, reasonOf(error));
        if (isLatest()) set({ at: 'unreadable', sentence, canRetry: true });
      }
    }

    async function send(): Promise<void> {
      const [mine, isMine] = [{}, isCurrent];
      run = mine;
      set({ at: 'sending', reason: null });
      const answered = (task: NewTask, change: (state: ImportData) => Partial<ImportData>) => {
        if (isMine() && rest.delete(task)) set((state) => ({ ...change(state), isPausing: false }));
      };
      const failure = await sendTasks([...rest], {
        add: tasks.add,
        isWanted: () => run === mine && isMine(),
        onAdded: (task) => answered(task, ({ added }) => ({ added: added + 1 })),
        onRefused(task, error) {
          const reason = failureReason(error, isOnline()) ?? IMPORT_MESSAGES.refused;
          answered(task, ({ refused }) => ({ refused: [...refused, { title: task.title, reason }] }));
        },
        onPause: () => isMine() && set({ isPausing: true }),
        wait,
      });
      const reason = failure === null ? null : reasonOf(failure);
      if (run !== mine || !isMine()) return;
      set({ at: failure === null ? 'done' : 'stopped', isPausing: false, reason });
    }

    return {
      ...EMPTY,
      choose: (file, userId) => read({ file, userId }),
      async retry() {
        if (chosen) await read(chosen);
      },
      setUndatedToday(isUndatedToday) {
        const { at, reading } = get();
        if (at === 'preview' && reading) set(plan(reading, isUndatedToday));
      },
      async start() {
        const { at, plan } = get();
        if (at === 'preview') rest = new Set(plan?.toAdd);
        if (at === 'preview' || at === 'stopped') await send();
      },
      stop() {
        run = null;
        if (get().at === 'sending') set({ at: 'stopped', isPausing: false, reason: null });
      },
      close() {
        begin();
        run = null;
        chosen = null;
        existing = new Set();
        rest = new Set();
        set(EMPTY);
      },
    };
  });
}
