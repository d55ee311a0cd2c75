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
 * What could not be saved, by day. The composer that held it may be gone by the time the server says no: leaving it for
 * another week or page is what commits it.
 */
export const drafts = new Map<DayKey, Draft>();

onSessionEnd(() => drafts.clear());
