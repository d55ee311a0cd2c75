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
  type Pointer,
  type ReleaseRecord,
} from '@space/store';
import { publish } from '@space/release/publish';
import { oneOf } from './random.ts';
import { CONTENTS, candidateFrom } from './sources.ts';

export interface Operation {
  kind: 'release' | 'canary' | 'derive' | keyof typeof moves;
  name: string;
  /** The content that a release or a canary has. */
  content: number;
}

export interface Place {
  store: string;
  sources: string;
}

/** The result of an operation. `done`: it was acknowledged, so it must persist. */
export type Result =
  | { kind: 'done'; live: Pointer['live']; version: string | null }
  | { kind: 'refused'; reason: string };

/** The relative frequency of each operation, of 22. */
const FREQUENCIES: Readonly<Record<Operation['kind'], number>> = {
  ...{ release: 8, canary: 4, rollback: 3, promote: 2 },
  ...{ abort: 1, halt: 1, kill: 1, revive: 1, derive: 1 },
};
// The names of the table above.
const KINDS = (Object.keys(FREQUENCIES) as Operation['kind'][]).flatMap((kind) =>
  Array.from({ length: FREQUENCIES[kind] }, () => kind),
);

export function drawOperation(random: () => number, names: readonly string[]): Operation {
  const kind = oneOf(random, KINDS);
  const content = Math.floor(random() * CONTENTS);
  const isPossibleForShell = kind === 'release' || kind === 'rollback';
  return { kind, name: isPossibleForShell && random() < 0.15 ? SHELL : oneOf(random, names), content };
}

const moves = {
  rollback: (pointer: Pointer) => rollBack(pointer, null, new Date()),
  promote: (pointer: Pointer) => promote(pointer, null, new Date()),
  abort,
  halt: (pointer: Pointer) => halt(pointer, pointer.canary?.version ?? '', 'it failed too often', new Date()),
  kill: (pointer: Pointer) => kill(pointer, 'for a test', new Date()),
  revive,
};

interface Change {
  after: Pointer;
  record?: Pick<ReleaseRecord, 'version'>;
}

async function move({ store, sources }: Place, { kind, name, content }: Operation): Promise<Change | null> {
  if (kind === 'derive') return null;
  if (kind !== 'release' && kind !== 'canary') return movePointer(store, name, moves[kind]);
  const to = kind === 'canary' ? 10 : 'live';
  return publish(store, candidateFrom(sources, name, content), { to });
}

/** Does what a command does after the gate: writes files, moves the pointer, derives pages. */
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
