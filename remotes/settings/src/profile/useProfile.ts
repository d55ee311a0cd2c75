import { notify, onSessionEnd, profiles, session } from '@space/platform';
import { useStore } from 'zustand';
import { createProfileStore, type ProfileState } from './profileStore.ts';

const store = createProfileStore({
  profiles,
  notify,
  isOnline: () => navigator.onLine,
  isSessionLost: () => session.getState().wasLost,
});
onSessionEnd(() => store.getState().clear());

export function useProfile<T>(selector: (state: ProfileState) => T): T {
  return useStore(store, selector);
}
