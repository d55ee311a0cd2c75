import { MESSAGES, failureKind, failureReason, withReason } from '@space/domain';
import type { Profile } from '@space/domain';
import type { notify, profiles } from '@space/platform';
import { createStore } from 'zustand/vanilla';

interface ProfileServices {
  profiles: typeof profiles;
  notify: typeof notify;
  isOnline: () => boolean;
  /** The backend has ended the session; nobody signed out. */
  isSessionLost: () => boolean;
}

export interface ProfileState {
  profile: Profile | null;
  isLoading: boolean;
  hasFailed: boolean;
  load(userId: string): Promise<void>;
  /** Brings a profile that is shown up to date (D-25), or fetches one that failed. Says nothing where that fails. */
  refresh(userId: string): Promise<void>;
  /** Resolves to whether it was saved. */
  save(userId: string, name: string): Promise<boolean>;
  /** Forgets everything, answers under way included (D-9). */
  clear(): void;
}

const NOTHING = { profile: null, isLoading: false, hasFailed: false };

export function createProfileStore({ profiles, notify, isOnline, isSessionLost }: ProfileServices) {
  return createStore<ProfileState>()((set, get) => {
    // Counts users and requests: an answer that a newer request or a sign-out overtook is dropped.
    let turn = 0;
    let isSaving = false;

    /** Says that an act failed, and why (D-48); to a user who has gone only where their session was lost. */
    function tellFailure(mine: number, sentence: string, error: unknown): void {
      const isLost = failureKind(error) === 'auth' && isSessionLost();
      if (mine === turn || isLost) notify.error(withReason(sentence, failureReason(error, isOnline())));
    }

    async function read(
      userId: string,
      handleFailure: (error: unknown, mine: number) => void,
    ): Promise<void> {
      const mine = ++turn;
      try {
        const profile = await profiles.get(userId);
        if (mine === turn) set({ profile, isLoading: false, hasFailed: false });
      } catch (error) {
        handleFailure(error, mine);
      }
    }

    return {
      ...NOTHING,
      async load(userId) {
        // A failure stays in place while it is retried.
        if (get().profile?.id !== userId) set({ profile: null });
        set({ isLoading: true });
        await read(userId, (error, mine) => {
          if (mine === turn) set({ isLoading: false, hasFailed: true });
          tellFailure(mine, MESSAGES.profile.loadFailed, error);
        });
      },
      async refresh(userId) {
        if (!get().isLoading && !isSaving) await read(userId, () => {});
      },
      async save(userId, name) {
        const mine = ++turn;
        isSaving = true;
        set({ isLoading: false }); // What is saved now is newer than what a load under way would bring.
        try {
          const profile = await profiles.updateDisplayName(userId, name);
          if (mine !== turn) return false;
          set({ profile, hasFailed: false });
          notify.success(MESSAGES.profile.updated);
          return true;
        } catch (error) {
          tellFailure(mine, MESSAGES.profile.updateFailed, error);
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
