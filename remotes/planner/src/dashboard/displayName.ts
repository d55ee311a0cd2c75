import { MESSAGES } from '@space/domain';
import { kept, onSessionEnd, profiles, session } from '@space/platform';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

interface DisplayName {
  name: string | null;
  load: (userId: string) => Promise<void>;
}

const STORAGE_NAME = 'display-name';

function cachedName(): string | null {
  const name = kept.read(STORAGE_NAME);
  return typeof name === 'string' ? name : null;
}

/** The user's display name, cached between pages and visits, so that a returning user is greeted by name at once. */
export const displayName = createStore<DisplayName>()((set) => ({
  name: cachedName(),
  /** Loads the name. A failure is only logged (rule profile-query), and not for a user who has signed out. */
  async load(userId) {
    const isCurrentUser = () => session.getState().user?.id === userId;
    try {
      const name = await profiles.getDisplayName(userId);
      if (!isCurrentUser()) return;
      set({ name });
      kept.write(STORAGE_NAME, name);
    } catch (error) {
      if (isCurrentUser()) console.error(MESSAGES.profile.loadFailed, error);
    }
  },
}));

onSessionEnd(() => displayName.setState({ name: null }));

export function useDisplayName(): string | null {
  return useStore(displayName, ({ name }) => name);
}
