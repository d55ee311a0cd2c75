import { failureKind } from '@space/domain';

const TOO_MANY = 429;

function fieldOf(error: unknown, name: 'status' | 'code'): unknown {
  return typeof error === 'object' && error !== null
    ? Object.getOwnPropertyDescriptor(error, name)?.value
    : undefined;
}

/** Whether a task may be other than what is shown here: the server has refused a change, and not for there being too many. */
export function mayBeOutdated(error: unknown): boolean {
  return failureKind(error) === 'rejected' && fieldOf(error, 'status') !== TOO_MANY;
}

/** Whether nothing is known of what was asked: there is no network, or the time for an answer has run out. */
export function gotNoAnswer(error: unknown, isOnline: boolean): boolean {
  return failureKind(error) === 'network' && (!isOnline || fieldOf(error, 'code') === 'no_answer');
}

/** Whether the server has understood a new task and does not take it; it may take it later where it is only too busy. */
export function isRefusal(error: unknown): boolean {
  const status = Number(fieldOf(error, 'status') ?? 0);
  return failureKind(error) === 'rejected' && status !== TOO_MANY && status < 500;
}
