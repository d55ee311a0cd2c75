import type { RemoteEvent } from '@space/federation';

export type Cause = RemoteEvent['cause'];

/** A step of loading that went wrong, with the cause that the event will name. */
export class StepError extends Error {
  readonly step: Cause;

  constructor(step: Cause, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.step = step;
  }
}

/** Which step an unknown error belongs to. */
export function stepOf(error: unknown, otherwise: Cause): Cause {
  if (error instanceof StepError) return error.step;
  return error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : otherwise;
}

/** What Chromium, Firefox and Safari say of an import that could not be fetched, whatever the runtime adds to it. */
const NOT_FETCHED = /dynamically imported module|importing a module script failed|module script failed/i;

/** Whether an import failed on the way ('network') or in its own code ('init'). */
export function causeOfImport(error: unknown): Cause {
  return error instanceof Error && NOT_FETCHED.test(error.message) ? 'network' : 'init';
}
