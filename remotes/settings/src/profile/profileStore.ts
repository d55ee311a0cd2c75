import { MESSAGES } from '@space/domain';
import type { Profile } from '@space/domain';
import type { notify, profiles } from '@space/platform';
import { createStore } from 'zustand/vanilla';

interface ProfileServices {
  profiles: typeof profiles;
  notify: typeof notify;
}

export interface ProfileState {
  profile: Profile | null;
  isLoading: boolean;
  hasFailed: boolean;
  load(userId: string): Promise<void>;
  /** Brings a profile that is shown up to date (D-25), or fetches one that failed. Says nothing where that fails. */
  refresh(userId: string): Promise<void>;
  /** Resolves to whether it was saved. Without a network the notice says so. */
  save(userId: string, name: string, isOnline?: boolean): Promise<boolean>;
  /** Forgets everything, answers under way included (D-9). */
  clear(): void;
}

const NOTHING = { profile: null, isLoading: false, hasFailed: false };

export function createProfileStore({ profiles, notify }: ProfileServices) {
  return createStore<ProfileState>()((set, get) => {
    // Counts users and requests: an answer that a newer request or a sign-out overtook is dropped.
    let turn = 0;
    let isSaving = false;

    async function read(userId: string, handleFailure: () => void): Promise<void> {
      const mine = ++turn;
      try {
        const profile = await profiles.get(userId);
        if (mine === turn) set({ profile, isLoading: false, hasFailed: false });
      } catch {
        if (mine === turn) handleFailure();
      }
    }

    return {
      ...NOTHING,
      async load(userId) {
        // A failure stays in place while it is retried.
        if (get().profile?.id !== userId) set({ profile: null });
        set({ isLoading: true });
        await read(userId, () => {
          set({ isLoading: false, hasFailed: true });
          notify.error(MESSAGES.profile.loadFailed);
        });
      },
      async refresh(userId) {
        if (!get().isLoading && !isSaving) await read(userId, () => {});
      },
      async save(userId, name, isOnline = true) {
        const mine = ++turn;
        isSaving = true;
        set({ isLoading: false }); // What is saved now is newer than what a load under way would bring.
        try {
          const profile = await profiles.updateDisplayName(userId, name);
          if (mine !== turn) return false;
          set({ profile, hasFailed: false });
          notify.success(MESSAGES.profile.updated);
          return true;
        } catch {
          if (mine === turn)
            notify.error(isOnline ? MESSAGES.profile.updateFailed : MESSAGES.offline.notSaved);
          return false;
        } finally {
          if (mine === turn) isSaving = false;
        }
      },
      clear() {
        turn += 1;
        isSaving = false;
        set(NOTHING);
      },
    };
  });
}
