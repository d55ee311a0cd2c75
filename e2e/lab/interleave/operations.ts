import {
  SHELL,
  abort,
  derive,
  halt,
  isStoreError,
  kill,
  movePointer,
  promote,
  revive,
  rollBack,
} from '@space/store';
import type { Pointer, ReleaseRecord } from '@space/store';
import { publish } from '@space/release/publish';
import { oneOf } from './random.ts';
import { CONTENTS, candidateFrom } from './sources.ts';

/** Something that a team or the operator does. */
export type Operation =
  | { kind: 'release' | 'canary'; name: string; content: number }
  | { kind: 'rollback' | 'promote' | 'abort' | 'halt' | 'kill' | 'revive'; name: string }
  | { kind: 'derive' };

/** Where it is done. */
export interface Place {
  store: string;
  sources: string;
}

/** What came of it. `done`: the process said so, and from then on it must last. */
export type Result =
  { kind: 'done'; live: Pointer['live']; version: string | null } | { kind: 'refused'; reason: string };

const KINDS = [
  ...Array<'release'>(8).fill('release'),
  ...Array<'canary'>(4).fill('canary'),
  ...(['rollback', 'rollback', 'rollback', 'promote', 'promote', 'abort', 'halt', 'kill', 'revive'] as const),
  'derive' as const,
];

/** Draws an operation on one of some remotes. */
export function drawOperation(random: () => number, names: readonly string[]): Operation {
  const kind = oneOf(random, KINDS);
  if (kind === 'derive') return { kind };
  const content = Math.floor(random() * CONTENTS);
  const isShells = kind === 'release' || kind === 'rollback';
  const name = isShells && random() < 0.15 ? SHELL : oneOf(random, names);
  return kind === 'release' || kind === 'canary' ? { kind, name, content } : { kind, name };
}

const moves = {
  rollback: (pointer: Pointer) => rollBack(pointer, null, new Date()),
  promote: (pointer: Pointer) => promote(pointer, new Date()),
  abort,
  halt: (pointer: Pointer) => halt(pointer, pointer.canary?.version ?? '', 'it failed too often', new Date()),
  kill: (pointer: Pointer) => kill(pointer, 'for a test', new Date()),
  revive,
};

interface Moved {
  after: Pointer;
  record?: Pick<ReleaseRecord, 'version'>;
}

async function move({ store, sources }: Place, operation: Operation): Promise<Moved | null> {
  if (operation.kind === 'derive') return null;
  if (operation.kind !== 'release' && operation.kind !== 'canary')
    return movePointer(store, operation.name, moves[operation.kind]);
  const candidate = candidateFrom(sources, operation.name, operation.content);
  return publish(
    store,
    candidate,
    operation.kind === 'release' ? { kind: 'live' } : { kind: 'canary', percent: 10 },
  );
}

/** Does what a command does after its gate: files, pointer, pages. */
export async function perform(place: Place, operation: Operation): Promise<Result> {
  try {
    const moved = await move(place, operation);
    await derive(place.store);
    return { kind: 'done', live: moved?.after.live ?? null, version: moved?.record?.version ?? null };
  } catch (error) {
    if (!isStoreError(error)) throw error;
    return { kind: 'refused', reason: error.message };
  }
}
