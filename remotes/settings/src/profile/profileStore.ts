import { MESSAGES, latestOnly, notifyFailure, type FailureServices, type Profile } from '@space/domain';
import type { notify, profiles } from '@space/platform';
import { createStore } from 'zustand/vanilla';

interface ProfileServices extends FailureServices {
  profiles: Pick<typeof profiles, 'get' | 'updateDisplayName'>;
  notify: typeof notify;
}

export interface ProfileState {
  profile: Profile | null;
  isLoading: boolean;
  hasFailed: boolean;
  /** A name is being saved. Saving continues when the page is left. */
  isSaving: boolean;
  /** Does nothing while the name of that user is being saved: that response is the newest profile. */
  load(userId: string): Promise<void>;
  /** Updates the profile in the background (rule return-refresh), also after a failed load. Shows no failure. */
  refresh(userId: string): Promise<void>;
  /** Returns whether the name was saved. */
  save(userId: string, name: string): Promise<boolean>;
  /** Clears the state and ignores responses to requests under way (rule sign-out). */
  clear(): void;
}

const EMPTY = { profile: null, isLoading: false, hasFailed: false, isSaving: false };

export function createProfileStore(services: ProfileServices) {
  const { profiles, notify } = services;
  const beginRead = latestOnly();
  const beginSave = latestOnly();

  return createStore<ProfileState>()((set, get) => ({
    ...EMPTY,
    async load(userId) {
      if (get().profile?.id !== userId) set({ profile: null });
      else if (get().isSaving) return;
      const isLatest = beginRead();
      set({ isLoading: true }); // A failure stays in place while it is retried.
      try {
        const profile = await profiles.get(userId);
        if (isLatest()) set({ profile, isLoading: false, hasFailed: false });
      } catch (error) {
        if (isLatest()) set({ isLoading: false, hasFailed: true });
        notifyFailure(services, MESSAGES.profile.loadFailed, error, isLatest());
      }
    },
    async refresh(userId) {
      if (get().isLoading || get().isSaving) return;
      const isLatest = beginRead();
      const profile = await profiles.get(userId).catch(() => null); // the current profile stays
      if (profile && isLatest()) set({ profile, hasFailed: false });
    },
    async save(userId, name) {
      const isLatest = beginSave();
      beginRead(); // Ignores the response to a load under way: it is older than the saved name.
      set({ isLoading: false, isSaving: true });
      try {
        const profile = await profiles.updateDisplayName(userId, name);
        if (!isLatest()) return false;
        set({ profile, hasFailed: false });
        notify.success(MESSAGES.profile.updated);
        return true;
      } catch (error) {
        notifyFailure(services, MESSAGES.profile.updateFailed, error, isLatest());
        return false;
      } finally {
        if (isLatest()) set({ isSaving: false });
      }
    },
    clear() {
      beginRead();
      beginSave();
      set(EMPTY);
    },
  }));
}
