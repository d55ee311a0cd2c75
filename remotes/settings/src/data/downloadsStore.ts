import { MESSAGES, failureReason, toDayKey, withReason } from '@space/domain';
import type { account, notify, profiles, tasks } from '@space/platform';
import { createStore } from 'zustand/vanilla';
import { exportDocument } from './exportDocument.ts';
import type { saveFile } from './saveFile.ts';

interface DownloadServices {
  account: typeof account;
  profiles: typeof profiles;
  tasks: typeof tasks;
  notify: typeof notify;
  saveFile: typeof saveFile;
  isOnline: () => boolean;
  now: () => Date;
}

export type Download = 'everything' | 'calendar';

export interface DownloadsState {
  /** What is being fetched. */
  underWay: Download | null;
  /** Everything there is about a user, as JSON: complete, or a notice and no file (D-16, D-35). */
  downloadEverything(userId: string): Promise<void>;
  /** All tasks as a calendar: complete, or a notice and no file. */
  downloadCalendar(): Promise<void>;
  /** Forgets what is under way: a file of one user is never handed to the next. */
  clear(): void;
}

interface NewFile {
  ending: string;
  type: string;
  text: string;
}

export function createDownloadsStore(services: DownloadServices) {
  const { account, profiles, tasks, notify, saveFile, isOnline, now } = services;
  return createStore<DownloadsState>()((set, get) => {
    let turn = 0;

    /** `make` returns null where there is nothing to save and it has said so. */
    async function download(what: Download, make: () => Promise<NewFile | null>): Promise<void> {
      if (get().underWay) return;
      const mine = ++turn;
      set({ underWay: what });
      try {
        const file = await make();
        if (mine !== turn) return;
        if (file) {
          saveFile(`better-space-${toDayKey(now())}.${file.ending}`, file.type, file.text);
          notify.success(MESSAGES.account.exported);
        } else {
          notify.error(MESSAGES.account.nothingToExport);
        }
      } catch (error) {
        const message = withReason(MESSAGES.account.exportFailed, failureReason(error, isOnline()));
        if (mine === turn) notify.error(message);
      } finally {
        if (mine === turn) set({ underWay: null });
      }
    }

    return {
      underWay: null,
      downloadEverything: (userId) =>
        download('everything', async () => {
          const [facts, profile, all] = await Promise.all([
            account.get(),
            profiles.get(userId),
            tasks.listAll(),
          ]);
          const text = JSON.stringify(
            exportDocument({ account: facts, profile, tasks: all }, now()),
            null,
            2,
          );
          return { ending: 'json', type: 'application/json', text };
        }),
      downloadCalendar: () =>
        download('calendar', async () => {
          const [all, { calendarFile }] = await Promise.all([tasks.listAll(), import('./calendarFile.ts')]);
          if (all.length === 0) return null;
          return { ending: 'ics', type: 'text/calendar', text: calendarFile(all, now()) };
        }),
      clear() {
        turn += 1;
        set({ underWay: null });
      },
    };
  });
}
