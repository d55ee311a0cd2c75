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
  /** Resolves to whether it was saved. */
  save(userId: string, name: string): Promise<boolean>;
  /** Forgets everything, answers under way included (D-9). */
  clear(): void;
}

const NOTHING = { profile: null, isLoading: false, hasFailed: false };

export function createProfileStore({ profiles, notify }: ProfileServices) {
  return createStore<ProfileState>()((set, get) => {
    // Counts users and loads: an answer that a newer request or a sign-out overtook is dropped.
    let turn = 0;
    return {
      ...NOTHING,
      async load(userId) {
        const mine = ++turn;
        // A failure stays in place while it is retried.
        if (get().profile?.id !== userId) set({ profile: null });
        set({ isLoading: true });
        try {
          const profile = await profiles.get(userId);
          if (mine === turn) set({ profile, isLoading: false, hasFailed: false });
        } catch {
          if (mine !== turn) return;
          set({ isLoading: false, hasFailed: true });
          notify.error(MESSAGES.profile.loadFailed);
        }
      },
      async save(userId, name) {
        const mine = ++turn;
        set({ isLoading: false }); // What is saved now is newer than what a load under way would bring.
        try {
          const profile = await profiles.updateDisplayName(userId, name);
          if (mine !== turn) return false;
          set({ profile, hasFailed: false });
          notify.success(MESSAGES.profile.updated);
          return true;
        } catch {
          if (mine === turn) notify.error(MESSAGES.profile.updateFailed);
          return false;
        }
      },
      clear() {
        turn += 1;
        set(NOTHING);
      },
    };
  });
}
