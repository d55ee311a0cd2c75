import { storeError } from './storeError.ts';
import type { Pointer } from './schema.ts';

const LONGEST_HISTORY = 50;
/** For how long a release can be staged. */
export const STAGED_DAYS = 14;
const DAY = 86_400_000;
/** How many releases of one remote are staged at the same time: a further one takes the place of the oldest. */
const MAX_STAGED = 20;

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

type Staged = Pick<Pointer, 'staged'>;

/** A pointer without one version in its list of staged releases. */
const withoutStaged = <P extends Staged>(pointer: P, version: string): P => ({
  ...pointer,
  staged: pointer.staged.filter((one) => one.version !== version),
});

/** A pointer without the releases that were staged more than 14 days ago. */
export function withoutExpired<P extends Staged>(pointer: P, now: Date): P {
  const oldest = new Date(now.getTime() - STAGED_DAYS * DAY).toISOString();
  const staged = pointer.staged.filter(({ since }) => since > oldest);
  return staged.length === pointer.staged.length ? pointer : { ...pointer, staged };
}

/** Whether the last thing that was done with a version was to take it back from visitors. */
function isTakenBack(pointer: Pointer, version: string): boolean {
  const last = pointer.moves.find(({ from, to }) => [from, to].includes(version));
  const isLeft = last !== undefined && last.to !== version && ['rollback', 'halt'].includes(last.what);
  return isLeft || isWithdrawn(pointer, version);
}

/**
 * Puts a version beside what is live: anyone who opens its link gets it, for 14 days, until it is promoted. Staged again, it
 * has 14 days again.
 *
 * Takes the pointer, the version, whether its files stay when it leaves, the time and the message. Throws StoreError if the
 * version is live or the canary, and if it was rolled back or halted.
 */
export function stage(
  pointer: Pointer,
  version: string,
  isKept: boolean,
  now: Date,
  message?: string,
): Pointer {
  if (pointer.live?.version === version) throw storeError(`${version} is live already, for everybody.`);
  if (pointer.canary?.version === version) throw storeError(`${version} is the canary already.`);
  if (isTakenBack(pointer, version))
    throw storeError(`${version} was taken back, so it cannot be tried. Change something and stage that.`);
  const known = pointer.staged.find((one) => one.version === version);
  const others = withoutStaged(pointer, version);
  const keeps = known === undefined ? isKept : known.isKept === true;
  const entry = {
    version,
    since: now.toISOString(),
    ...(message !== undefined && { message }),
    ...(keeps && { isKept: true }),
  };
  return { ...others, staged: [entry, ...others.staged].slice(0, MAX_STAGED) };
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
  return {
    ...withoutStaged(pointer, version),
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
 * Takes back what visitors got last. While a canary runs and no version is named, that is the canary: what is live stays.
 * Otherwise it returns to an earlier version, by default the last one that worked; to a withdrawn one only by its name. The
 * live version is withdrawn, so that it is never a fallback. A running canary ends.
 *
 * Throws StoreError if there is no such version to go back to.
 */
export function rollBack(pointer: Pointer, wanted: string | null, now: Date, message?: string): Pointer {
  if (pointer.canary !== null && [null, pointer.canary.version].includes(wanted))
    return { ...pointer, canary: null };
  return rollBackLive(pointer, wanted, now, message);
}

function rollBackLive(pointer: Pointer, wanted: string | null, now: Date, message?: string): Pointer {
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
  const canary = { ...known, version, percent, ...optionalMessage };
  return { ...withoutStaged(pointer, version), canary, halted: null };
}

/**
 * Makes a version live for everyone: the one that is named, else the canary, else the only staged one. Throws StoreError if
 * there is none, or if several are staged and none is named.
 */
export function promote(pointer: Pointer, wanted: string | null, now: Date): Pointer {
  const { canary, staged } = pointer;
  const all = canary === null ? staged : [canary, ...staged];
  const found = all.find(({ version }) => version === (wanted ?? all[0]?.version));
  if (found === undefined && wanted !== null) throw storeError(`${wanted} is neither the canary nor staged.`);
  if (found === undefined) throw storeError('There is no canary, and nothing is staged.');
  if (wanted === null && canary === null && staged.length > 1)
    throw storeError(
      `Several releases are staged. Name one: ${staged.map(({ version }) => version).join(', ')}.`,
    );
  return goLive(pointer, found.version, now, found.message);
}

/**
 * Ends a canary automatically, with a reason. Takes the version that was judged; if it is no longer the canary, returns the
 * pointer unchanged.
 */
export function halt(pointer: Pointer, version: string, reason: string, now: Date): Pointer {
  if (pointer.canary?.version !== version) return pointer;
  return { ...pointer, canary: null, halted: { version, at: now.toISOString(), reason } };
}

/** Switches a remote off; its pages show the reason, and nothing of it can be tried any more. */
export function kill(pointer: Pointer, reason: string, now: Date): Pointer {
  return { ...pointer, staged: [], disabled: { reason, since: now.toISOString() } };
}

/** Switches a remote on again. Throws StoreError if it is not off. */
export function revive(pointer: Pointer): Pointer {
  if (pointer.disabled === null) throw storeError('It is not switched off.');
  return { ...pointer, disabled: null };
}
