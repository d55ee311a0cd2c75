import { join } from 'node:path';
import {
  SHELL,
  abort as abortCanary,
  folderOf,
  isWithdrawn,
  kill as killRemote,
  movePointer,
  promote as promoteCanary,
  readRecord,
  revive as reviveRemote,
  rollBack,
  storeError,
} from '@space/store';
import type { Pointer } from '@space/store';
import { judge } from '../releaseApp.ts';
import { LONGEST_MESSAGE, nameIn } from './call.ts';
import type { Call } from './call.ts';
import { mustBeLive, settle } from './outcome.ts';
import type { Outcome } from './outcome.ts';

/** What lies in the store passes the gate again: the shell may be another than when it was released. */
async function judgePublished(store: string, name: string, version: string): Promise<void> {
  const record = await readRecord(store, name, version);
  await judge(store, { record, folder: join(folderOf(store, name), version) });
}

/**
 * Moves a pointer to a version that was judged. Takes what the move makes of a pointer; it is made twice, to know the
 * version and then under the lock, and refused when another move came between.
 */
async function moveJudged(store: string, name: string, move: (pointer: Pointer) => Pointer) {
  const seen = await mustBeLive(store, name);
  const version = move(seen).live?.version;
  if (version !== undefined) await judgePublished(store, name, version);
  return movePointer(store, name, (pointer) => {
    const next = move(pointer);
    if (next.live?.version === version && pointer.live?.version === seen.live?.version) return next;
    throw storeError(`Someone else has moved ${name} meanwhile; nothing was changed. Look and try again.`);
  });
}

const endOf = (canary: Pointer['canary']) =>
  canary === null ? [] : [`The canary ${canary.version} has ended.`];

/** `rollback <name> [version]`: back to what worked before; what was live is withdrawn. */
export async function rollback(call: Call): Promise<Outcome> {
  const { store, message } = call;
  const name = nameIn(call);
  const wanted = call.words[1] ?? null;
  const moved = await moveJudged(store, name, (pointer) => rollBack(pointer, wanted, new Date(), message));
  const { before, after } = moved;
  const version = after.live?.version ?? '';
  return settle(store, name, moved, [
    `${name} is back at ${version}; ${before.live?.version ?? ''} is withdrawn.`,
    ...(isWithdrawn(before, version) ? [`(${version} itself was withdrawn before; you asked for it.)`] : []),
    ...endOf(before.canary),
  ]);
}

/** `promote <name>`: the canary goes live for everybody. */
export async function promote(call: Call): Promise<Outcome> {
  const { store } = call;
  const name = nameIn(call);
  const moved = await moveJudged(store, name, (pointer) => promoteCanary(pointer, new Date()));
  const { before, after } = moved;
  return settle(store, name, moved, [
    `${name} ${after.live?.version ?? ''} was a canary and is live for everybody (before: ${before.live?.version ?? ''}).`,
  ]);
}

/** `abort <name>`: the canary ends, everybody has the live version. */
export async function abort(call: Call): Promise<Outcome> {
  const { store } = call;
  const name = nameIn(call);
  await mustBeLive(store, name);
  const moved = await movePointer(store, name, abortCanary);
  return settle(store, name, moved, [
    ...endOf(moved.before.canary),
    `${name} ${moved.after.live?.version ?? ''} is live for everybody.`,
  ]);
}

/** `kill <name> <reason…>`: the remote is switched off; its pages show the reason. */
export async function kill(call: Call): Promise<Outcome> {
  const { store, words } = call;
  const name = nameIn(call);
  const reason = words.slice(1).join(' ').trim();
  if (name === SHELL) throw storeError('The shell cannot be switched off: nothing would show the reason.');
  if (reason === '' || reason.length > LONGEST_MESSAGE)
    throw storeError(`People read the reason: give one, of at most ${LONGEST_MESSAGE} characters.`);
  await mustBeLive(store, name);
  const moved = await movePointer(store, name, (pointer) => killRemote(pointer, reason, new Date()));
  return settle(store, name, moved, [`${name} is switched off. Its pages say: ${reason}`]);
}

/** `revive <name>`: the remote is switched on again. */
export async function revive(call: Call): Promise<Outcome> {
  const { store } = call;
  const name = nameIn(call);
  await mustBeLive(store, name);
  const moved = await movePointer(store, name, reviveRemote);
  return settle(store, name, moved, [
    `${name} is switched on again: ${moved.after.live?.version ?? ''} is live.`,
  ]);
}
