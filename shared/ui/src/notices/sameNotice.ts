import { includesReason } from '@space/domain';
import type { Notice } from '@space/platform';

/** Whether a new notice is one that stands, said again: the two are one that counts. */
export function isSaidAgain(standing: Notice, next: Notice): boolean {
  return !next.action && standing.tone === next.tone && standing.message === next.message;
}

/**
 * Whether a new notice takes the place of one that stands: it says the same, or its act with that as the reason. One
 * with an action stays, because each undoes something else.
 */
export function isReplaced(standing: Notice, next: Notice): boolean {
  return !next.action && standing.tone === next.tone && includesReason(next.message, standing.message);
}

/**
 * Whether a notice that stands says a new one already, with its act before it: the act that found the session lost and
 * the host speak of the same.
 */
export function isRepeated(standing: Notice, next: Notice): boolean {
  return !next.action && standing.tone === next.tone && includesReason(standing.message, next.message);
}
