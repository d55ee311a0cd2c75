import { MESSAGES, latestOnly, notifyFailure, toDayKey, type FailureServices } from '@space/domain';
import type { account, notify, profiles, tasks } from '@space/platform';
import { createStore } from 'zustand/vanilla';
import { exportDocument } from './exportDocument.ts';
import type { saveFile } from './saveFile.ts';

interface DownloadServices extends FailureServices {
  account: typeof account;
  profiles: Pick<typeof profiles, 'get'>;
  tasks: Pick<typeof tasks, 'listAll'>;
  notify: typeof notify;
  saveFile: typeof saveFile;
  now: () => Date;
}

export type Download = 'everything' | 'calendar';

export interface DownloadsState {
  /** The download that is under way. */
  underWay: Download | null;
  /** Saves all data of a user as JSON: a complete file, or a notice and no file (rules task-query, own-data). */
  downloadEverything(userId: string): Promise<void>;
  /** Saves all tasks as a calendar: a complete file, or a notice and no file. */
  downloadCalendar(): Promise<void>;
  /** Cancels a download: a file of one user is never saved for the next. */
  clear(): void;
}

interface NewFile {
  extension: string;
  type: string;
  text: string;
}

export function createDownloadsStore(services: DownloadServices) {
  const { account, profiles, tasks, notify, saveFile, now } = services;
  const begin = latestOnly();

  async function everything(userId: string): Promise<NewFile> {
    const [accountData, profile, all] = await Promise.all([
      account.get(),
      profiles.get(userId),
      tasks.listAll(),
    ]);
    const document = exportDocument({ account: accountData, profile, tasks: all }, now());
    return { extension: 'json', type: 'application/json', text: JSON.stringify(document, null, 2) };
  }

  /** Returns null if there are no tasks. */
  async function calendar(): Promise<NewFile | null> {
    const [all, { calendarFile }] = await Promise.all([tasks.listAll(), import('@space/domain/calendar')]);
    if (all.length === 0) return null;
    return { extension: 'ics', type: 'text/calendar', text: calendarFile(all, now()) };
  }

  return createStore<DownloadsState>()((set, get) => {
    async function download(what: Download, make: () => Promise<NewFile | null>): Promise<void> {
      if (get().underWay) return;
      const isLatest = begin();
      set({ underWay: what });
      try {
        const file = await make();
        if (!isLatest()) return;
        if (!file) return notify.error(MESSAGES.account.nothingToExport);
        saveFile(`better-space-${toDayKey(now())}.${file.extension}`, file.type, file.text);
        notify.success(MESSAGES.account.exported);
      } catch (error) {
        notifyFailure(services, MESSAGES.account.exportFailed, error, isLatest());
      } finally {
        if (isLatest()) set({ underWay: null });
      }
    }

    return {
      underWay: null,
      downloadEverything: (userId) => download('everything', () => everything(userId)),
      downloadCalendar: () => download('calendar', calendar),
      clear() {
        begin();
        set({ underWay: null });
      },
    };
  });
}
