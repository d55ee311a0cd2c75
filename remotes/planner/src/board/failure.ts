import { failureKind, failureReason, notifyFailure, withReason } from '@space/domain';
import type { BoardOptions } from './boardTypes.ts';

/** Whether a task may be other than what is shown here: the server has refused a change, and not for there being too many. */
export function mayBeOutdated(error: unknown): boolean {
  const isLimit = typeof error === 'object' && error !== null && 'status' in error && error.status === 429;
  return failureKind(error) === 'rejected' && !isLimit;
}

/** What failures are told by. */
export type Failures = ReturnType<typeof createFailures>;

/** Makes what turns a failure into its notice (rule failure-notice). */
export function createFailures({
  notify,
  isOnline,
  isSessionLost,
}: Pick<BoardOptions, 'notify' | 'isOnline' | 'isSessionLost'>) {
  /** Takes what was thrown and the sentence of the operation; returns the notice. */
  const messageOf = (error: unknown, operation: string) =>
    withReason(operation, failureReason(error, isOnline()));
  return {
    messageOf,
    /** For a call whose user has gone: said only where the call itself has found out that the session was over. */
    tellIfLost(error: unknown, operation: string): void {
      notifyFailure({ notify, isOnline, isSessionLost }, operation, error, false);
    },
  };
}
