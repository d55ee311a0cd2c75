import { storeError } from './storeError.ts';
import type { Pointer } from './schema.ts';

const LONGEST_HISTORY = 50;

/** Whether someone rolled back from a version and it never went live again: its newest entry decides. */
export function isWithdrawn(pointer: Pointer, version: string): boolean {
  return (
    version !== pointer.live?.version &&
    (pointer.history.find((entry) => entry.version === version)?.withdrawn ?? false)
  );
}

/**
 * The version that worked before the live one: the newest of the history that no one rolled back from. Null when there
 * is none.
 */
export function previousOf(pointer: Pointer): string | null {
  const found = pointer.history.find(
    ({ version }) => version !== pointer.live?.version && !isWithdrawn(pointer, version),
  );
  return found?.version ?? null;
}

interface Step {
  version: string;
  now: Date;
  /** What the person who took the step said about it. */
  message: string | undefined;
}

function moveTo(pointer: Pointer, { version, now, message }: Step, withdrawn: boolean): Pointer {
  const at = now.toISOString();
  const { live } = pointer;
  if (live?.version === version) return { ...pointer, canary: null };
  const past = live ? [{ ...live, until: at, withdrawn }] : [];
  const { failing: _, ...rest } = pointer;
  return {
    ...rest,
    live: { version, since: at, ...(message !== undefined && { message }) },
    history: [...past, ...pointer.history].slice(0, LONGEST_HISTORY),
    canary: null,
  };
}

/** A version goes live for everybody; a canary under way ends. Takes the pointer, the version and the instant. */
export function goLive(pointer: Pointer, version: string, now: Date, message?: string): Pointer {
  return { ...moveTo(pointer, { version, now, message }, false), halted: null };
}

/**
 * Back to an earlier version, by default the one that worked before; to a withdrawn one only by its name. What was live
 * is withdrawn: no one falls back on it. A canary under way ends.
 *
 * Throws StoreError when there is no such version to go back to.
 */
export function rollBack(pointer: Pointer, wanted: string | null, now: Date, message?: string): Pointer {
  const version = wanted ?? previousOf(pointer);
  if (pointer.live === null) throw storeError('Nothing is live yet, so there is nothing to roll back.');
  if (version === null)
    throw storeError('There is no earlier version that worked, so nothing was rolled back.');
  if (version === pointer.live.version) throw storeError(`${version} is live already.`);
  return moveTo(pointer, { version, now, message }, true);
}

/** A version is tried on a percentage of devices. Throws StoreError when nothing is live beside which it could be tried. */
export function startCanary(
  pointer: Pointer,
  version: string,
  percent: number,
  now: Date,
  message?: string,
): Pointer {
  if (!(percent > 0 && percent <= 100))
    throw storeError('A canary takes a percentage above 0 and up to 100.');
  if (pointer.live === null) throw storeError('A canary needs a live version beside it. Release one first.');
  if (pointer.live.version === version) throw storeError(`${version} is live already, for everybody.`);
  const known = pointer.canary?.version === version ? pointer.canary : { since: now.toISOString() };
  const said = message === undefined ? {} : { message };
  return { ...pointer, canary: { ...known, version, percent, ...said }, halted: null };
}

/** The canary goes live for everybody. Throws StoreError when there is none. */
export function promote(pointer: Pointer, now: Date): Pointer {
  if (pointer.canary === null) throw storeError('No canary is under way.');
  return goLive(pointer, pointer.canary.version, now, pointer.canary.message);
}

/** The canary ends; everybody gets the live version. Throws StoreError when there is none. */
export function abort(pointer: Pointer): Pointer {
  if (pointer.canary === null) throw storeError('No canary is under way.');
  return { ...pointer, canary: null };
}

/**
 * A canary ends by itself, with its reason. Takes the version that was judged; a pointer that has moved on is returned
 * as it is.
 */
export function halt(pointer: Pointer, version: string, reason: string, now: Date): Pointer {
  if (pointer.canary?.version !== version) return pointer;
  return { ...pointer, canary: null, halted: { version, at: now.toISOString(), reason } };
}

/** The remote is switched off; its pages show the reason. */
export function kill(pointer: Pointer, reason: string, now: Date): Pointer {
  return { ...pointer, disabled: { reason, since: now.toISOString() } };
}

/** The remote is switched on again. Throws StoreError when it is not off. */
export function revive(pointer: Pointer): Pointer {
  if (pointer.disabled === null) throw storeError('It is not switched off.');
  return { ...pointer, disabled: null };
}

/**
 * The judge found that the live version fails. Takes the version that was judged; a pointer that has moved on is returned as
 * it is.
 */
export function markFailing(pointer: Pointer, version: string, reason: string, now: Date): Pointer {
  if (pointer.live?.version !== version) return pointer;
  return { ...pointer, failing: { version, at: now.toISOString(), reason } };
}

/**
 * A live version that fails goes back by itself to the one that worked before. Takes the version that was judged; a pointer
 * that has moved on is returned as it is. Throws StoreError when there is no version to go back to.
 */
export function takeBack(pointer: Pointer, version: string, reason: string, now: Date): Pointer {
  if (pointer.live?.version !== version) return pointer;
  const back = rollBack(pointer, null, now, `${version} ${reason}`);
  return { ...back, failing: { version, at: now.toISOString(), reason } };
}
