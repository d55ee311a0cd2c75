import { addRelease, goLive, movePointer, startCanary, type Pointer, type ReleaseRecord } from '@space/store';
import type { Candidate } from './gate/gateAgainstStore.ts';

/** What a release does with the pointer once its files are in the store. */
export type Aim = { kind: 'live' } | { kind: 'canary'; percent: number };

export interface Released {
  record: ReleaseRecord;
  before: Pointer;
  after: Pointer;
  /** What became of the tables that it needs. */
  tables: string[];
}

/** Puts a release that was judged into the store, has its tables made, and moves the pointer. */
export async function publish(
  store: string,
  { record, folder, signed }: Candidate,
  aim: Aim = { kind: 'live' },
  { message, who }: { message?: string | undefined; who?: string | undefined } = {},
): Promise<Released> {
  const { name, version } = record;
  await addRelease(store, record, folder, { who, signature: signed?.signature });
  // A store lies beside its server's package, which a remote in a repository of its own has not.
  const { makeTables } = await import('./data/askBackends.ts');
  const tables = await makeTables(store, record);
  const move = (pointer: Pointer) => {
    // Once the pointer is ours: others may have moved it while we waited.
    const now = new Date();
    return aim.kind === 'canary'
      ? startCanary(pointer, version, aim.percent, now, message)
      : goLive(pointer, version, now, message);
  };
  const moved = await movePointer(store, name, move, { who });
  return { record, ...moved, tables };
}
