import { failureKind, taskSchema, type Task } from '@space/domain';

const TOO_MANY_REQUESTS = 429;

function readField(error: unknown, name: 'status' | 'code' | 'cause'): unknown {
  return typeof error === 'object' && error !== null
    ? Object.getOwnPropertyDescriptor(error, name)?.value
    : undefined;
}

/** Whether the shown task may be out of date: the server refused a change, and not because of the rate limit. */
export function mayBeOutdated(error: unknown): boolean {
  return failureKind(error) === 'rejected' && readField(error, 'status') !== TOO_MANY_REQUESTS;
}

/** Whether the outcome of a request is unknown: there is no network, or the request timed out. */
export function gotNoResponse(error: unknown, isOnline: boolean): boolean {
  return failureKind(error) === 'network' && (!isOnline || readField(error, 'code') === 'no_answer');
}

/** Whether the server refused a new task for good, and not because of the rate limit or a fault of its own. */
export function isRefusal(error: unknown): boolean {
  const status = Number(readField(error, 'status') ?? 0);
  return failureKind(error) === 'rejected' && status !== TOO_MANY_REQUESTS && status < 500;
}

/** The task as another device has left it, if a change was refused because of that; otherwise null. */
export function changedElsewhere(error: unknown): Task | null {
  return readField(error, 'code') === 'changed' ? taskSchema.parse(readField(error, 'cause')) : null;
}
