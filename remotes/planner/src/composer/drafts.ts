import type { DayKey } from '@space/domain';
import { onSessionEnd } from '@space/platform';

/** A task that was typed but could not be saved. */
export interface Draft {
  id: string;
  text: string;
  emoji: string | null;
  /** Why it was not saved. */
  message: string;
}

/**
 * The unsaved tasks, by day. The composer may be unmounted when the request fails: leaving it for another week or page
 * commits its text.
 */
export const drafts = new Map<DayKey, Draft>();

onSessionEnd(() => drafts.clear());
