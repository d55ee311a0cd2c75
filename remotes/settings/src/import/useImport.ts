import { notify, onSessionEnd, session, tasks, undo } from '@space/platform';
import { toDayKey } from '@space/domain';
import { useStore } from 'zustand';
import { createImportStore, type ImportState } from './importStore.ts';
import { readFile } from './readFile.ts';

export const importStore = createImportStore({
  tasks,
  readFile,
  notify,
  record: undo.record,
  getUserId: () => session.getState().user?.id ?? null,
  isOnline: () => navigator.onLine,
  isSessionLost: () => session.getState().wasLost,
  today: () => toDayKey(new Date()),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
});
// An import of one user must not continue in the session of the next (rule sign-out).
onSessionEnd(() => importStore.getState().close());

export function useImport<T>(selector: (state: ImportState) => T): T {
  return useStore(importStore, selector);
}
