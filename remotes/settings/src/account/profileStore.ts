import { MESSAGES, latestOnly, type Profile } from '@space/domain';
import { notify, onSessionEnd, profiles } from '@space/platform';
import { create } from 'zustand';
import { reportFailure } from '../failure.ts';

export const useProfile = create(() => ({
  profile: null as Profile | null,
  loadedAt: new Date(),
  isLoading: false,
  hasFailed: false,
  /** A name is being saved. Saving continues when the page is left. */
  isSaving: false,
}));

const { getState: get, setState: set, getInitialState } = useProfile;
const begin = latestOnly();

onSessionEnd(() => {
  begin();
  set(getInitialState());
});

/**
 * Loads the profile; in the background without a loading state and without a notice if it fails. Does nothing while the name
 * is being saved: that response is the newest profile.
 */
export async function loadProfile(userId: string, isInBackground = false): Promise<void> {
  const { isLoading, isSaving } = get();
  if (isSaving || (isInBackground && isLoading)) return;
  const isLatest = begin();
  if (!isInBackground) set({ isLoading: true }); // A failure stays in place while it is retried.
  try {
    const profile = await profiles.get(userId);
    if (isLatest()) set({ profile, loadedAt: new Date(), isLoading: false, hasFailed: false });
  } catch (error) {
    if (isInBackground) return;
    if (isLatest()) set({ isLoading: false, hasFailed: true });
    reportFailure(MESSAGES.profile.loadFailed, error, isLatest());
  }
}

/** Returns whether the name was saved. */
export async function saveName(userId: string, name: string): Promise<boolean> {
  const isLatest = begin(); // The response to a load under way is older than the saved name.
  set({ isLoading: false, isSaving: true });
  try {
    const profile = await profiles.updateDisplayName(userId, name);
    if (!isLatest()) return false;
    set({ profile, hasFailed: false });
    notify.success(MESSAGES.profile.updated);
    return true;
  } catch (error) {
    reportFailure(MESSAGES.profile.updateFailed, error, isLatest());
    return false;
  } finally {
    if (isLatest()) set({ isSaving: false });
  }
}
