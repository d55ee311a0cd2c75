import { join } from 'node:path';
import {
  SHELL,
  folderOf,
  isWithdrawn,
  kill as killRemote,
  movePointer,
  promote as promoteVersion,
  readRecord,
  revive as reviveRemote,
  rollBack,
  storeError,
  type Act,
  type Pointer,
} from '@space/store';
import { enforceGate } from '../releaseApp.ts';
import { nameIn, reasonIn, type Call } from './call.ts';
import { finishMove, requireReleased, type Moved, type Outcome } from './outcome.ts';

/**
 * Moves a pointer to a version that passes the gate again, because the shell may have changed since its release. The move is
 * computed twice, to learn the version and then under the lock, and refused if the pointer was moved in between.
 */
async function moveThroughGate(store: string, name: string, move: (pointer: Pointer) => Pointer, act: Act) {
  const before = await requireReleased(store, name);
  const version = move(before).live?.version;
  if (version !== undefined && version !== before.live?.version) {
    const record = await readRecord(store, name, version);
    await enforceGate(store, { record, folder: join(folderOf(store, name), version) });
  }
  const moveAgain = (pointer: Pointer) => {
    const next = move(pointer);
    if (next.live?.version === version && pointer.live?.version === before.live?.version) return next;
    throw storeError(
      `Another command has moved ${name} in the meantime; nothing was changed. Check the releases and try again.`,
    );
  };
  return movePointer(store, name, moveAgain, act);
}

async function moveLive(store: string, name: string, move: (pointer: Pointer) => Pointer, act: Act) {
  await requireReleased(store, name);
  return movePointer(store, name, move, act);
}

const liveIn = ({ live }: Pointer) => live?.version ?? '';
const endNote = ({ canary }: Pointer) => (canary === null ? [] : [`The canary ${canary.version} has ended.`]);

/** Runs a command that moves an app's pointer. Takes the move, the output that describes it, and how it is applied. */
async function moveBy(
  call: Call,
  move: (pointer: Pointer) => Pointer,
  describe: (name: string, moved: Moved) => string[],
  apply: typeof moveLive = moveLive,
): Promise<Outcome> {
  const name = nameIn(call);
  const moved = await apply(call.store, name, move, { who: call.who, reason: call.message });
  return finishMove(call, name, moved, describe(name, moved));
}

/** `rollback <name> [version]`: ends the canary, or goes back to an earlier version that worked; what was live is withdrawn. */
export async function rollback(call: Call): Promise<Outcome> {
  const move = (pointer: Pointer) => rollBack(pointer, call.args[1] ?? null, new Date(), call.message);
  const describe = (name: string, { before, after }: Moved) => {
    if (liveIn(before) === liveIn(after))
      return [...endNote(before), `${name} ${liveIn(after)} is live for everybody.`];
    return [
      `${name} is back at ${liveIn(after)}; ${liveIn(before)} is withdrawn.`,
      ...(isWithdrawn(before, liveIn(after))
        ? [`(${liveIn(after)} itself was withdrawn before; you asked for it.)`]
        : []),
      ...endNote(before),
    ];
  };
  return moveBy(call, move, describe, moveThroughGate);
}

/** `promote <name> [version]`: the canary or a staged release goes live for all visitors. */
export async function promote(call: Call): Promise<Outcome> {
  const move = (pointer: Pointer) => promoteVersion(pointer, call.args[1] ?? null, new Date());
  const describe = (name: string, { before, after }: Moved) => {
    const isCanary = before.canary?.version === liveIn(after);
    const was = before.live === null ? 'the first release' : `before: ${before.live.version}`;
    return [
      `${name} ${liveIn(after)} was ${isCanary ? 'a canary' : 'staged'} and is live for everybody (${was}).`,
      ...(isCanary ? [] : endNote(before)),
    ];
  };
  return moveBy(call, move, describe, moveThroughGate);
}

/** `kill <name> <reason…>`: the remote is switched off; its pages show the reason. */
export async function kill(call: Call): Promise<Outcome> {
  if (nameIn(call) === SHELL)
    throw storeError('The shell cannot be switched off: nothing would show the reason.');
  const reason = reasonIn(call);
  const move = (pointer: Pointer) => killRemote(pointer, reason, new Date());
  return moveBy(call, move, (name) => [`${name} is switched off. Its pages say: ${reason}`]);
}

/** `revive <name>`: the remote is switched on again. */
export async function revive(call: Call): Promise<Outcome> {
  return moveBy(call, reviveRemote, (name, { after }) => [
    `${name} is switched on again: ${liveIn(after)} is live.`,
  ]);
}
