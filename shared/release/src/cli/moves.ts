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
  readSigned,
  revive as reviveRemote,
  rollBack,
  storeError,
  type Act,
  type Pointer,
} from '@space/store';
import { judge } from '../releaseApp.ts';
import { nameIn, reasonIn, type Call } from './call.ts';
import { mustBeLive, settle, type Moved, type Outcome } from './outcome.ts';

/**
 * Moves a pointer to a version that passes the gate again: the shell may be another than when it was released. The move is
 * made twice, to know the version and then under the lock, and refused when another move came between.
 */
async function moveJudged(store: string, name: string, move: (pointer: Pointer) => Pointer, act: Act) {
  const seen = await mustBeLive(store, name);
  const version = move(seen).live?.version;
  if (version !== undefined) {
    const record = await readRecord(store, name, version);
    const signed = await readSigned(store, name, version);
    await judge(store, { record, folder: join(folderOf(store, name), version), signed });
  }
  const moveAgain = (pointer: Pointer) => {
    const next = move(pointer);
    if (next.live?.version === version && pointer.live?.version === seen.live?.version) return next;
    throw storeError(`Someone else has moved ${name} meanwhile; nothing was changed. Look and try again.`);
  };
  return movePointer(store, name, moveAgain, act);
}

async function moveLive(store: string, name: string, move: (pointer: Pointer) => Pointer, act: Act) {
  await mustBeLive(store, name);
  return movePointer(store, name, move, act);
}

const liveIn = ({ live }: Pointer) => live?.version ?? '';
const endOf = ({ canary }: Pointer) => (canary === null ? [] : [`The canary ${canary.version} has ended.`]);

/** A command that moves the pointer of what it names. Takes the move, what is said of it, and how it is made. */
async function moveBy(
  call: Call,
  move: (pointer: Pointer) => Pointer,
  said: (name: string, moved: Moved) => string[],
  make: typeof moveLive = moveLive,
): Promise<Outcome> {
  const name = nameIn(call);
  const moved = await make(call.store, name, move, { who: call.who, reason: call.message });
  return settle(call, name, moved, said(name, moved));
}

/** `rollback <name> [version]`: back to what worked before; what was live is withdrawn. */
export async function rollback(call: Call): Promise<Outcome> {
  const move = (pointer: Pointer) => rollBack(pointer, call.words[1] ?? null, new Date(), call.message);
  const said = (name: string, { before, after }: Moved) => [
    `${name} is back at ${liveIn(after)}; ${liveIn(before)} is withdrawn.`,
    ...(isWithdrawn(before, liveIn(after))
      ? [`(${liveIn(after)} itself was withdrawn before; you asked for it.)`]
      : []),
    ...endOf(before),
  ];
  return moveBy(call, move, said, moveJudged);
}

/** `promote <name>`: the canary goes live for everybody. */
export async function promote(call: Call): Promise<Outcome> {
  const said = (name: string, { before, after }: Moved) => [
    `${name} ${liveIn(after)} was a canary and is live for everybody (before: ${liveIn(before)}).`,
  ];
  return moveBy(call, (pointer) => promoteCanary(pointer, new Date()), said, moveJudged);
}

/** `abort <name>`: the canary ends, everybody has the live version. */
export async function abort(call: Call): Promise<Outcome> {
  return moveBy(call, abortCanary, (name, { before, after }) => [
    ...endOf(before),
    `${name} ${liveIn(after)} is live for everybody.`,
  ]);
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
