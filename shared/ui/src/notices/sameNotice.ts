import { includesReason } from '@space/domain';
import type { Notice } from '@space/platform';

/** Returns for how many milliseconds a notice is shown: a success in two or three words, without a button, only briefly. */
export const noticeTime = ({ tone, message, action }: Notice): number =>
  tone === 'success' && !action && message.length <= 20 ? 2_000 : 5_000;

/** Returns the `tabIndex` of a notice's text: where it is long, the keyboard scrolls what does not fit into three lines. */
export const noticeTabIndex = ({ message }: Notice): 0 | undefined => (message.length > 40 ? 0 : undefined);

/** Returns whether a new notice repeats a shown one: the two become one notice with a count. */
export function isSaidAgain(shown: Notice, next: Notice): boolean {
  return !next.action && shown.tone === next.tone && shown.message === next.message;
}

/**
 * Returns whether a new notice replaces a shown one: it has the same message, or it has that message as its reason. Notices
 * with an action do not replace others, because each undoes something else.
 */
export function isReplaced(shown: Notice, next: Notice): boolean {
  return !next.action && shown.tone === next.tone && includesReason(next.message, shown.message);
}

/**
 * Returns whether a shown notice already includes a new one as its reason: the failed action that detected a lost session
 * and the host both report it.
 */
export function isRepeated(shown: Notice, next: Notice): boolean {
  return !next.action && shown.tone === next.tone && includesReason(shown.message, next.message);
}
