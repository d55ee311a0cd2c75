import type { RemoteEvent } from '@space/federation';

export type Cause = RemoteEvent['cause'];

/** An error in a step of loading, with the cause that the event will name. */
export class StepError extends Error {
  readonly step: Cause;

  constructor(step: Cause, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.step = step;
  }
}

/** The step that an unknown error belongs to, or a fallback. */
export function stepOf(error: unknown, fallback: Cause): Cause {
  if (error instanceof StepError) return error.step;
  return error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : fallback;
}

/** Matches what Chromium, Firefox and Safari say of an import that could not be fetched. */
const NOT_FETCHED = /dynamically imported module|importing a module script failed|module script failed/i;

/** Whether an import failed while it was fetched ('network') or in its own code ('init'). */
export function causeOfImport(error: unknown): Cause {
  return error instanceof Error && NOT_FETCHED.test(error.message) ? 'network' : 'init';
}
