import { join } from 'node:path';
import { actorOf } from './actor.ts';
import { exists, removeDeadDrafts, replaceFile } from './files.ts';
import { folderOf } from './layout.ts';
import { withLock } from './lock.ts';
import { withoutExpired } from './pointerMoves.ts';
import { checked, readPointer, readRecord } from './readStore.ts';
import { pointerSchema, type Move, type Pointer } from './schema.ts';
import { removeUnpromoted, writeStaged } from './staged.ts';
import { isStoreError, storeError } from './storeError.ts';

/** How many moves a pointer remembers. */
const LONGEST_HISTORY = 50;
const LONGEST_REASON = 1000;

/** Who moves a pointer (by default taken from the environment), and why (by default what the pointer says). */
export interface Act {
  who?: string | undefined;
  reason?: string | undefined;
}

/** A pointer without its history, which only `movePointer` writes. */
type State = Omit<Pointer, 'moves'>;

/**
 * Changes a pointer under the folder's lock: reads it, applies the move, adds a line for each move to its history, and
 * writes both as one file.
 *
 * Takes the store, the name, the move (old pointer → new one; it may throw to refuse), and the actor. Returns both
 * pointers. Throws StoreError if nothing of that name is in the store, or if the new pointer breaks the schema or names
 * another release that is not in the store; the pointer is then unchanged.
 */
export async function movePointer(
  store: string,
  name: string,
  move: (pointer: Pointer) => State | Promise<State>,
  { who = actorOf(process.env), reason }: Act = {},
): Promise<{ before: Pointer; after: Pointer }> {
  const folder = folderOf(store, name);
  if (!(await exists(folder))) throw storeError(`There is nothing called ${name} in the store.`);
  return withLock(folder, async () => {
    const now = new Date();
    const before = await readPointer(store, name);
    const moved = await move(withoutExpired(before, now));
    const at = now.toISOString();
    const lines: Move[] = [];
    for (const one of movesBetween(before, moved)) {
      const commit = await commitOf(store, name, one.to ?? one.from);
      const why = reason ?? one.reason;
      lines.unshift({ at, who, commit, ...one, reason: why?.slice(0, LONGEST_REASON) ?? null });
    }
    const moves = [...lines, ...before.moves].slice(0, LONGEST_HISTORY);
    const after = checked(pointerSchema, { ...moved, moves }, 'The moved pointer would be unreadable');
    // Releases that the pointer names already may be damaged by now: switching off must work all the same.
    const known = offeredBy(before);
    for (const version of offeredBy(after).filter((one) => !known.includes(one)))
      await readRecord(store, name, version);
    await replaceFile(join(folder, 'pointer.json'), `${JSON.stringify(after, null, 2)}\n`, true);
    await writeStaged(store, name, after);
    await removeUnpromoted(store, name, before, after);
    await removeDeadDrafts(folder);
    return { before, after };
  });
}

/** The versions that people can open: live, canary and staged. */
const offeredBy = ({ live, canary, staged }: State): string[] =>
  [live, canary, ...staged].flatMap((one) => one?.version ?? []);

/** The commit that a version was built from; null if it is unknown or its record cannot be read. */
async function commitOf(store: string, name: string, version: string | null): Promise<string | null> {
  if (version === null) return null;
  try {
    return (await readRecord(store, name, version)).commit;
  } catch (error) {
    if (isStoreError(error)) return null;
    throw error;
  }
}

/** What was done to a pointer, without the actor, the time and the commit. */
type Done = Pick<Move, 'what' | 'from' | 'to' | 'percent' | 'reason'>;

/**
 * Determines what was done to a pointer by comparing its states, so that a move cannot leave out or invent a line.
 */
function movesBetween(before: State, after: State): Done[] {
  return [liveMoves, canaryMoves, stageMoves, switchMoves].flatMap((find) => find(before, after));
}

function liveMoves(before: State, after: State): Done[] {
  const [from, to] = [before.live?.version ?? null, after.live?.version ?? null];
  if (from === to || after.live === null) return [];
  const isBack = after.history[0]?.version === from && after.history[0]?.withdrawn;
  const waiting = [before.canary, ...before.staged].map((one) => one?.version);
  const what = isBack ? 'rollback' : waiting.includes(to ?? '') ? 'promote' : 'release';
  return [{ what, from, to, reason: after.live.message ?? null }];
}

function canaryMoves(before: State, after: State): Done[] {
  const from = before.canary?.version ?? null;
  if (after.canary !== null) {
    const { version: to, percent, message: reason = null } = after.canary;
    if (from === to && before.canary?.percent === percent) return [];
    return [{ what: 'canary', from, to, percent, reason }];
  }
  if (from === null || after.live?.version !== before.live?.version) return [];
  const { halted } = after;
  if (halted?.version === from && halted.at !== before.halted?.at)
    return [{ what: 'halt', from, to: null, reason: halted.reason }];
  return [{ what: 'rollback', from, to: null, reason: null }];
}

function stageMoves(before: State, after: State): Done[] {
  const known = new Map(before.staged.map(({ version, since }) => [version, since]));
  return after.staged
    .filter(({ version, since }) => known.get(version) !== since)
    .map(({ version, message = null }) => ({ what: 'stage', from: null, to: version, reason: message }));
}

function switchMoves(before: State, after: State): Done[] {
  const version = after.live?.version ?? null;
  if (after.disabled !== null && JSON.stringify(after.disabled) !== JSON.stringify(before.disabled))
    return [{ what: 'kill', from: version, to: null, reason: after.disabled.reason }];
  if (after.disabled !== null || before.disabled === null) return [];
  return [{ what: 'revive', from: null, to: version, reason: null }];
}
