import { notify, onSessionEnd, session, tasks } from '@space/platform';
import { toDayKey } from '@space/domain';
import { useStore } from 'zustand';
import { createImportStore, type ImportState } from './importStore.ts';
import { readFile } from './readFile.ts';

export const importing = createImportStore({
  tasks,
  readFile,
  notify,
  isOnline: () => navigator.onLine,
  isSessionLost: () => session.getState().wasLost,
  today: () => toDayKey(new Date()),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
});
// Nothing of one user is sent in the session of the next (rule sign-out).
onSessionEnd(() => importing.getState().close());

export function useImport<T>(selector: (state: ImportState) => T): T {
  return useStore(importing, selector);
}
