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
  /** Of a release and a canary. */
  content: number;
}

export interface Place {
  store: string;
  sources: string;
}

/** What came of it. `done`: the process said so, and from then on it must last. */
export type Result =
  | { kind: 'done'; live: Pointer['live']; version: string | null }
  | { kind: 'refused'; reason: string };

/** What is done how often, of 22. */
const SHARES: Readonly<Record<Operation['kind'], number>> = {
  ...{ release: 8, canary: 4, rollback: 3, promote: 2 },
  ...{ abort: 1, halt: 1, kill: 1, revive: 1, derive: 1 },
};
// The names of the table above.
const KINDS = (Object.keys(SHARES) as Operation['kind'][]).flatMap((kind) =>
  Array.from({ length: SHARES[kind] }, () => kind),
);

export function drawOperation(random: () => number, names: readonly string[]): Operation {
  const kind = oneOf(random, KINDS);
  const content = Math.floor(random() * CONTENTS);
  const isShells = kind === 'release' || kind === 'rollback';
  return { kind, name: isShells && random() < 0.15 ? SHELL : oneOf(random, names), content };
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

async function move({ store, sources }: Place, { kind, name, content }: Operation): Promise<Moved | null> {
  if (kind === 'derive') return null;
  if (kind !== 'release' && kind !== 'canary') return movePointer(store, name, moves[kind]);
  const aim = kind === 'release' ? { kind: 'live' as const } : { kind: 'canary' as const, percent: 10 };
  return publish(store, candidateFrom(sources, name, content), aim);
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
