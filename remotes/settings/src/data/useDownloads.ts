import { account, notify, onSessionEnd, profiles, session, tasks } from '@space/platform';
import { useStore } from 'zustand';
import { createDownloadsStore, type DownloadsState } from './downloadsStore.ts';
import { saveFile } from './saveFile.ts';

const store = createDownloadsStore({
  account,
  profiles,
  tasks,
  notify,
  saveFile,
  isOnline: () => navigator.onLine,
  isSessionLost: () => session.getState().wasLost,
  now: () => new Date(),
});
onSessionEnd(() => store.getState().clear());

export function useDownloads<T>(selector: (state: DownloadsState) => T): T {
  return useStore(store, selector);
}
