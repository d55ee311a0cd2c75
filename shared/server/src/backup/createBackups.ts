import type { BackupState } from '@space/store';
import pLimit from 'p-limit';
import { backupError, isBackupError } from './backupError.ts';
import { fileFor, deleteOld, listBackups, newestIn, type Kind } from './backupFiles.ts';
import { saveFiles, type Save, type Saved, type Source } from './saveFiles.ts';

const MINUTE = 60_000;
/** The delay after the start: users who waited for the server come first. */
const FIRST_CHECK = 10 * MINUTE;
const CHECK_INTERVAL = 60 * MINUTE;

interface Options {
  dataDir: string;
  /** false: no backups each day and before schema changes, for development and tests. */
  isOn?: boolean | undefined;
  now?: () => Date;
  /** Writes a backup. Tests of the schedule replace it. */
  write?: typeof saveFiles;
  log: (line: string) => void;
  reportFault: (line: string) => void;
}

export type Backups = ReturnType<typeof createBackups>;

/**
 * Manages the backups of a data directory: one each day (UTC), one before each change, and those on request. The newest
 * seven of each kind are kept. Backups are made one at a time.
 */
export function createBackups({ isOn = true, now = () => new Date(), write = saveFiles, ...parts }: Options) {
  const { dataDir, log, reportFault } = parts;
  const oneAtATime = pLimit(1);
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
      deleteOld(dataDir, kind);
      failure = null;
      return { file, summary };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      failure = { at: madeAt.toISOString(), reason: message };
      if (!signal.aborted) reportFault(message);
      throw error;
    }
  }

  /** Makes today's backup if there is none yet. */
  async function runDaily(source: Source, isUsed: () => Promise<boolean>): Promise<void> {
    const today = now().toISOString().slice(0, 'yyyy-mm-dd'.length);
    const isMade = listBackups(dataDir).some(
      ({ kind, madeAt }) => kind === 'daily' && madeAt.slice(0, today.length) >= today,
    );
    if (isMade || !(await isUsed())) return;
    try {
      const { file } = await oneAtATime(() => make('daily', 'daily', source));
      log(`The data was saved in ${file}.`);
    } catch (error) {
      // It has been reported, the operator's page shows it, and the next check retries.
      if (!isBackupError(error)) throw error;
    }
  }

  const save: Save = (reason, source) => oneAtATime(() => make('change', reason, source));

  return {
    /** Makes a backup before the engine changes: the database is then restored from it. */
    save,
    /** Makes a backup before the schema changes. */
    async beforeChange(reason: string, source: Source): Promise<void> {
      if (isOn) await save(reason, source);
    },
    runDaily,
    /** Makes a backup on request. Rejects if one is already being made. */
    async makeNow(source: Source): Promise<Saved> {
      if (oneAtATime.activeCount > 0)
        throw backupError('A backup is already being made. Try again in a minute.');
      return oneAtATime(() => make('asked', 'asked for', source));
    },
    /** Checks each hour whether today's backup exists, and makes it if not and the site `isUsed`. */
    start(source: Source, isUsed: () => Promise<boolean>): void {
      if (!isOn) return;
      const checkNow = () =>
        void runDaily(source, isUsed).catch((error: unknown) => reportFault(`The backups: ${String(error)}`));
      timers = [setTimeout(checkNow, FIRST_CHECK).unref(), setInterval(checkNow, CHECK_INTERVAL).unref()];
    },
    state: (): BackupState => ({ last: newestIn(dataDir), failure }),
    /** Ends the hourly check and aborts a running backup. */
    async close(): Promise<void> {
      for (const timer of timers) clearTimeout(timer);
      closing.abort();
      await oneAtATime(async () => {});
    },
  };
}
