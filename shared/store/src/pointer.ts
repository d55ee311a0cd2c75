import { storeError } from './readStore.ts';
import type { Move, Pointer } from './schema.ts';

// The moves of a pointer: pure functions from the pointer before to the one after, with a line for the history. Each throws
// StoreError to refuse. `movePointer` adds to the line who moved it, why, and from which commit.

const LONGEST_HISTORY = 50;
export const STAGED_DAYS = 14;
/** How many releases of one remote are staged at the same time: a further one takes the place of the oldest. */
const MAX_STAGED = 20;

/** Whether a version was rolled back and never went live again: its newest entry decides. */
export function isWithdrawn(pointer: Pointer, version: string): boolean {
  const newest = pointer.history.find((entry) => entry.version === version);
  return version !== pointer.live?.version && newest?.withdrawn === true;
}

/** The version that worked before the live one: the newest in the history that was not rolled back. Null if there is none. */
export function previousOf(pointer: Pointer): string | null {
  const isCandidate = ({ version }: { version: string }) =>
    version !== pointer.live?.version && !isWithdrawn(pointer, version);
  return pointer.history.find(isCandidate)?.version ?? null;
}

/** The versions that visitors have had, as far as a pointer remembers. */
export function versionsOfVisitors({ live, canary, history, moves }: Pointer): ReadonlySet<string> {
  const moved = moves.filter(({ what }) => what !== 'stage').flatMap(({ from, to }) => [from, to]);
  const known = [live, canary, ...history].map((one) => one?.version);
  return new Set([...known, ...moved].filter((version) => typeof version === 'string'));
}

/** The versions that people can open: live, canary and staged. */
export const offeredBy = ({ live, canary, staged }: Pointer): string[] =>
  [live, canary, ...staged].flatMap((one) => one?.version ?? []);

function withMove(pointer: Pointer, now: Date, line: Pick<Move, 'what'> & Partial<Move>): Pointer {
  const nothing = { who: '', from: null, to: null, commit: null, reason: null };
  const move: Move = { at: now.toISOString(), ...nothing, ...line };
  return { ...pointer, moves: [move, ...pointer.moves].slice(0, LONGEST_HISTORY) };
}

const withoutStaged = (pointer: Pointer, version: string): Pointer => ({
  ...pointer,
  staged: pointer.staged.filter((one) => one.version !== version),
});

/** Why a version came: a promotion and another percentage repeat it. */
const reasonFor = ({ moves }: Pointer, version: string) =>
  moves.find(({ to }) => to === version)?.reason ?? null;

function makeLive(pointer: Pointer, version: string, now: Date, what: string, reason: string | null = null) {
  const at = now.toISOString();
  const { live, canary, history } = pointer;
  const withdrawn = what === 'rollback';
  if (live?.version === version) return canary === null ? pointer : endCanary(pointer, now);
  const past = live ? [{ ...live, until: at, withdrawn }] : [];
  const after: Pointer = {
    ...withoutStaged(pointer, version),
    live: { version, since: at },
    history: [...past, ...history].slice(0, LONGEST_HISTORY),
    canary: null,
    halted: withdrawn ? pointer.halted : null,
  };
  return withMove(after, now, { what, from: live?.version ?? null, to: version, reason });
}

const endCanary = (pointer: Pointer, now: Date): Pointer =>
  withMove({ ...pointer, canary: null }, now, { what: 'rollback', from: pointer.canary?.version ?? null });

export const goLive = (pointer: Pointer, version: string, now: Date): Pointer =>
  makeLive(pointer, version, now, 'release');

/** Ends a canary, unless another version is named; else withdraws the live version for an earlier one that worked. */
export function rollBack(pointer: Pointer, wanted: string | null, now: Date): Pointer {
  const { live, canary } = pointer;
  if (canary !== null && [null, canary.version].includes(wanted)) return endCanary(pointer, now);
  const version = wanted ?? previousOf(pointer);
  if (live === null) throw storeError('Nothing is live yet, so there is nothing to roll back.');
  if (version === null)
    throw storeError('There is no earlier version that worked, so nothing was rolled back.');
  if (version === live.version) throw storeError(`${version} is live already.`);
  if (pointer.staged.some((one) => one.version === version))
    throw storeError(`${version} is staged and not an earlier version: \`promote\` makes it live.`);
  return makeLive(pointer, version, now, 'rollback');
}

/** Gives a version to a percentage of devices; for the running canary it changes the percentage. */
export function startCanary(pointer: Pointer, version: string, percent: number, now: Date): Pointer {
  if (!(percent > 0 && percent <= 100))
    throw storeError('A canary takes a percentage above 0 and up to 100.');
  if (pointer.live === null) throw storeError('A canary needs a live version beside it. Release one first.');
  if (pointer.live.version === version) throw storeError(`${version} is live already, for everybody.`);
  const from = pointer.canary?.version ?? null;
  const known = from === version ? pointer.canary : null;
  if (known?.percent === percent) return pointer;
  const canary = { since: now.toISOString(), ...known, version, percent };
  const line = { what: 'canary', from, to: version, percent, reason: known && reasonFor(pointer, version) };
  return withMove({ ...withoutStaged(pointer, version), canary, halted: null }, now, line);
}

/** Makes a version live for everyone: the one that is named, else the canary, else the only staged one. */
export function promote(pointer: Pointer, wanted: string | null, now: Date): Pointer {
  const { canary, staged } = pointer;
  if (wanted === null && canary === null && staged.length > 1)
    throw storeError(
      `Several releases are staged. Name one: ${staged.map(({ version }) => version).join(', ')}.`,
    );
  const all = canary === null ? staged : [canary, ...staged];
  const found = all.find(({ version }) => version === (wanted ?? all[0]?.version));
  if (found) return makeLive(pointer, found.version, now, 'promote', reasonFor(pointer, found.version));
  const nothing = 'There is no canary, and nothing is staged.';
  throw storeError(wanted === null ? nothing : `${wanted} is neither the canary nor staged.`);
}

/** Whether the last thing that was done with a version was to take it back from visitors. */
function isTakenBack(pointer: Pointer, version: string): boolean {
  const last = pointer.moves.find(({ from, to }) => [from, to].includes(version));
  const isLeft = last !== undefined && last.to !== version && ['rollback', 'halt'].includes(last.what);
  // Another one may have gone live while it was switched off.
  const switched = pointer.moves.find(
    ({ what, from, to }) => (what === 'kill' && from === version) || (what === 'revive' && to === version),
  );
  return isLeft || switched?.what === 'kill' || isWithdrawn(pointer, version);
}

/** Puts a version beside what is live: anyone who opens its link gets it, for 14 days since it was staged last. */
export function stage(pointer: Pointer, version: string, now: Date): Pointer {
  if (pointer.live?.version === version) throw storeError(`${version} is live already, for everybody.`);
  if (pointer.canary?.version === version) throw storeError(`${version} is the canary already.`);
  if (isTakenBack(pointer, version))
    throw storeError(`${version} was taken back, so it cannot be tried. Change something and stage that.`);
  const entry = { version, since: now.toISOString() };
  const staged = [entry, ...withoutStaged(pointer, version).staged].slice(0, MAX_STAGED);
  return withMove({ ...pointer, staged }, now, { what: 'stage', to: version });
}

/** What was staged before this time, or written and never named, is removed. */
export const oldestStaged = (now: Date): Date => new Date(now.getTime() - STAGED_DAYS * 86_400_000);

/** A pointer without the releases that were staged more than 14 days ago; the same one if there are none. */
export function withoutExpired(pointer: Pointer, now: Date): Pointer {
  const oldest = oldestStaged(now).toISOString();
  const staged = pointer.staged.filter(({ since }) => since > oldest);
  return staged.length === pointer.staged.length ? pointer : { ...pointer, staged };
}

/** Ends a canary automatically, with a reason. Takes the version that failed: another canary goes on. */
export function halt(pointer: Pointer, version: string, reason: string, now: Date): Pointer {
  if (pointer.canary?.version !== version) return pointer;
  const halted = { version, at: now.toISOString(), reason };
  return withMove({ ...pointer, canary: null, halted }, now, { what: 'halt', from: version, reason });
}

/** Switches a remote off; its pages show the reason, and nothing of it can be tried any more. */
export function kill(pointer: Pointer, reason: string, now: Date): Pointer {
  const disabled = { reason, since: now.toISOString() };
  const from = pointer.live?.version ?? null;
  return withMove({ ...pointer, staged: [], disabled }, now, { what: 'kill', from, reason });
}

export function revive(pointer: Pointer, now: Date): Pointer {
  if (pointer.disabled === null) throw storeError('It is not switched off.');
  const to = pointer.live?.version ?? null;
  return withMove({ ...pointer, disabled: null }, now, { what: 'revive', to });
}
