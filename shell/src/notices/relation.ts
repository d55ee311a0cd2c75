import { includesReason } from '@space/domain';
import type { Notice } from '@space/platform';

/**
 * How a new notice relates to a shown one: it says the 'same', 'more' (what is shown is the reason it ends with) or 'less'.
 * Null if they have nothing in common, or if the new one has a button: each undoes something else.
 */
export function relationOf(shown: Notice, next: Notice): 'same' | 'more' | 'less' | null {
  if (next.action || shown.tone !== next.tone) return null;
  if (shown.message === next.message) return 'same';
  if (includesReason(next.message, shown.message)) return 'more';
  return includesReason(shown.message, next.message) ? 'less' : null;
}
