import { failureKind } from '@space/domain';

/** Whether a task may be other than what is shown here: the server has refused a change, and not for there being too many. */
export function mayBeOutdated(error: unknown): boolean {
  const isLimit = typeof error === 'object' && error !== null && 'status' in error && error.status === 429;
  return failureKind(error) === 'rejected' && !isLimit;
}
