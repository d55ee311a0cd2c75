import { MESSAGES } from '@space/domain';
import { onSessionEnd, profiles, session } from '@space/platform';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

// Kept between pages, so that coming back greets by name at once.
const store = createStore<{ name: string | null }>(() => ({ name: null }));

onSessionEnd(() => {
  store.setState({ name: null });
});

/** Reads the user's display name. A failure is for the console alone (spec section 8). */
export async function loadDisplayName(userId: string): Promise<void> {
  try {
    const name = await profiles.getDisplayName(userId);
    if (session.getState().user?.id === userId) store.setState({ name });
  } catch (error) {
    // Whoever was asked about has gone: there is no profile to miss, and the page has gone with them.
    if (session.getState().user?.id === userId) console.error(MESSAGES.profile.loadFailed, error);
  }
}

export function useDisplayName(): string | null {
  return useStore(store, (state) => state.name);
}
