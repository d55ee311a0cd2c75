import { storeError } from './storeError.ts';
import type { Pointer } from './schema.ts';

const LONGEST_HISTORY = 50;

/** Whether a version was rolled back and never went live again: its newest entry decides. */
export function isWithdrawn(pointer: Pointer, version: string): boolean {
  return (
    version !== pointer.live?.version &&
    (pointer.history.find((entry) => entry.version === version)?.withdrawn ?? false)
  );
}

/**
 * The version that worked before the live one: the newest in the history that was not rolled back. Null if there is none.
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
  /** The message of the person who made the change. */
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

/** Makes a version live for everyone; a running canary ends. Takes the pointer, the version and the time. */
export function goLive(pointer: Pointer, version: string, now: Date, message?: string): Pointer {
  return { ...moveTo(pointer, { version, now, message }, false), halted: null };
}

/**
 * Returns to an earlier version, by default the last one that worked; to a withdrawn one only by its name. The live version
 * is withdrawn, so that it is never a fallback. A running canary ends.
 *
 * Throws StoreError if there is no such version to go back to.
 */
export function rollBack(pointer: Pointer, wanted: string | null, now: Date, message?: string): Pointer {
  const version = wanted ?? previousOf(pointer);
  if (pointer.live === null) throw storeError('Nothing is live yet, so there is nothing to roll back.');
  if (version === null)
    throw storeError('There is no earlier version that worked, so nothing was rolled back.');
  if (version === pointer.live.version) throw storeError(`${version} is live already.`);
  return moveTo(pointer, { version, now, message }, true);
}

/** Tries a version on a percentage of devices. Throws StoreError if no other version is live beside it. */
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
  const optionalMessage = message === undefined ? {} : { message };
  return { ...pointer, canary: { ...known, version, percent, ...optionalMessage }, halted: null };
}

/** Makes the canary live for everyone. Throws StoreError if there is none. */
export function promote(pointer: Pointer, now: Date): Pointer {
  if (pointer.canary === null) throw storeError('There is no canary.');
  return goLive(pointer, pointer.canary.version, now, pointer.canary.message);
}

/** Ends the canary; everyone gets the live version. Throws StoreError if there is none. */
export function abort(pointer: Pointer): Pointer {
  if (pointer.canary === null) throw storeError('There is no canary.');
  return { ...pointer, canary: null };
}

/**
 * Ends a canary automatically, with a reason. Takes the version that was judged; if it is no longer the canary, returns the
 * pointer unchanged.
 */
export function halt(pointer: Pointer, version: string, reason: string, now: Date): Pointer {
  if (pointer.canary?.version !== version) return pointer;
  return { ...pointer, canary: null, halted: { version, at: now.toISOString(), reason } };
}

/** Switches a remote off; its pages show the reason. */
export function kill(pointer: Pointer, reason: string, now: Date): Pointer {
  return { ...pointer, disabled: { reason, since: now.toISOString() } };
}

/** Switches a remote on again. Throws StoreError if it is not off. */
export function revive(pointer: Pointer): Pointer {
  if (pointer.disabled === null) throw storeError('It is not switched off.');
  return { ...pointer, disabled: null };
}

/**
 * Records that the live version fails. Takes the version that was judged; if it is no longer live, returns the pointer
 * unchanged.
 */
export function markFailing(pointer: Pointer, version: string, reason: string, now: Date): Pointer {
  if (pointer.live?.version !== version) return pointer;
  return { ...pointer, failing: { version, at: now.toISOString(), reason } };
}

/**
 * Rolls a failing live version back automatically to the last one that worked. Takes the version that was judged; if it is
 * no longer live, returns the pointer unchanged. Throws StoreError if there is no version to go back to.
 */
export function autoRollBack(pointer: Pointer, version: string, reason: string, now: Date): Pointer {
  if (pointer.live?.version !== version) return pointer;
  const back = rollBack(pointer, null, now, `${version} ${reason}`);
  return { ...back, failing: { version, at: now.toISOString(), reason } };
}
