import { MESSAGES } from '@space/domain';
import { onSessionEnd, profiles, session } from '@space/platform';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

interface DisplayName {
  name: string | null;
  load: (userId: string) => Promise<void>;
}

/** The user's display name, kept between pages, so that coming back greets by name at once. */
export const displayName = createStore<DisplayName>()((set) => ({
  name: null,
  /** Reads the name. A failure is for the console alone (rule profile-query), and not for a user who has left. */
  async load(userId) {
    const isHere = () => session.getState().user?.id === userId;
    try {
      const name = await profiles.getDisplayName(userId);
      if (isHere()) set({ name });
    } catch (error) {
      if (isHere()) console.error(MESSAGES.profile.loadFailed, error);
    }
  },
}));

onSessionEnd(() => displayName.setState({ name: null }));

export function useDisplayName(): string | null {
  return useStore(displayName, ({ name }) => name);
}
