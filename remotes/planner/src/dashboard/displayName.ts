import { MESSAGES } from '@space/domain';
import { kept, onSessionEnd, profiles, session } from '@space/platform';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

interface DisplayName {
  name: string | null;
  load: (userId: string) => Promise<void>;
}

const KEPT = 'display-name';

function keptName(): string | null {
  const name = kept.read(KEPT);
  return typeof name === 'string' ? name : null;
}

/** The user's display name, kept between pages and visits, so that coming back greets by name at once. */
export const displayName = createStore<DisplayName>()((set) => ({
  name: keptName(),
  /** Reads the name. A failure is for the console alone (rule profile-query), and not for a user who has left. */
  async load(userId) {
    const isHere = () => session.getState().user?.id === userId;
    try {
      const name = await profiles.getDisplayName(userId);
      if (!isHere()) return;
      set({ name });
      kept.write(KEPT, name);
    } catch (error) {
      if (isHere()) console.error(MESSAGES.profile.loadFailed, error);
    }
  },
}));

onSessionEnd(() => displayName.setState({ name: null }));

export function useDisplayName(): string | null {
  return useStore(displayName, ({ name }) => name);
}
