import type { BackupState } from '@space/store';
import pLimit from 'p-limit';
import { backupError, isBackupError } from './backupError.ts';
import { fileFor, forgetOld, listBackups, newestIn, type Kind } from './backupFiles.ts';
import { saveFiles, type Save, type Saved, type Source } from './saveFiles.ts';

const MINUTE = 60_000;
/** After the start: first come the people who have waited for it. */
const FIRST_LOOK = 10 * MINUTE;
const LOOKS_EVERY = 60 * MINUTE;

interface Parts {
  dataDir: string;
  /** false: none each day and before a change of the schema, for development and tests. */
  isOn?: boolean | undefined;
  now?: () => Date;
  /** Writes a backup; for tests of the days. */
  write?: typeof saveFiles;
  log: (line: string) => void;
  reportFault: (line: string) => void;
}

export type Backups = ReturnType<typeof createBackups>;

/**
 * The backups of a data directory: one each day (UTC), one before each change, those that are asked for. Seven of each kind are
 * kept. They are made one after the other.
 */
export function createBackups({ isOn = true, now = () => new Date(), write = saveFiles, ...parts }: Parts) {
  const { dataDir, log, reportFault } = parts;
  const inTurn = pLimit(1);
  let failure: BackupState['failure'] = null;
  const closing = new AbortController();
  const { signal } = closing;
  let timers: NodeJS.Timeout[] = [];

  async function make(kind: Kind, reason: string, source: Source): Promise<Saved> {
    const madeAt = now();
    const file = fileFor(dataDir, kind, madeAt);
    try {
      const summary = await write({
        dataDir,
        file,
        reason,
        madeAt,
        source,
        yields: kind === 'daily',
        signal,
      });
      forgetOld(dataDir, kind);
      failure = null;
      return { file, summary };
    } catch (error) {
      const sentence = error instanceof Error ? error.message : String(error);
      failure = { at: madeAt.toISOString(), reason: sentence };
      if (!signal.aborted) reportFault(sentence);
      throw error;
    }
  }

  /** Makes the one of today, where there is none yet. */
  async function look(source: Source, isWorthIt: () => Promise<boolean>): Promise<void> {
    const today = now().toISOString().slice(0, 'yyyy-mm-dd'.length);
    const isMade = listBackups(dataDir).some(
      ({ kind, madeAt }) => kind === 'daily' && madeAt.slice(0, today.length) >= today,
    );
    if (isMade || !(await isWorthIt())) return;
    try {
      const { file } = await inTurn(() => make('daily', 'daily', source));
      log(`The data was saved in ${file}.`);
    } catch (error) {
      // It was reported, the operator's page says so, and the next look tries again.
      if (!isBackupError(error)) throw error;
    }
  }

  const save: Save = (reason, source) => inTurn(() => make('change', reason, source));

  return {
    /** Before the engine changes: what is there is read from the backup then. */
    save,
    /** Before the schema changes. */
    async beforeChange(reason: string, source: Source): Promise<void> {
      if (isOn) await save(reason, source);
    },
    look,
    /** Makes one because it was asked for; rejects where one is being made. */
    async ask(source: Source): Promise<Saved> {
      if (inTurn.activeCount > 0)
        throw backupError('A backup is being made just now. Try again in a minute.');
      return inTurn(() => make('asked', 'asked for', source));
    },
    /** Looks each hour whether the one of the day is made. */
    begin(source: Source, isWorthIt: () => Promise<boolean>): void {
      if (!isOn) return;
      const lookNow = () =>
        void look(source, isWorthIt).catch((error: unknown) => reportFault(`The backups: ${String(error)}`));
      timers = [setTimeout(lookNow, FIRST_LOOK).unref(), setInterval(lookNow, LOOKS_EVERY).unref()];
    },
    state: (): BackupState => ({ last: newestIn(dataDir), failure }),
    /** Ends the looking, and what is being made. */
    async close(): Promise<void> {
      for (const timer of timers) clearTimeout(timer);
      closing.abort();
      await inTurn(async () => {});
    },
  };
}
