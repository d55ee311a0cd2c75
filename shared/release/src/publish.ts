import { addRelease, goLive, movePointer, startCanary, type Pointer, type ReleaseRecord } from '@space/store';
import type { Candidate } from './gate/gateAgainstStore.ts';

/** How a release moves the pointer once its files are in the store. */
export type Aim = { kind: 'live' } | { kind: 'canary'; percent: number };

export interface Released {
  record: ReleaseRecord;
  before: Pointer;
  after: Pointer;
}

/** Adds a release that has passed the gate to the store and moves the pointer. */
export async function publish(
  store: string,
  { record, folder }: Candidate,
  aim: Aim = { kind: 'live' },
  { message, who }: { message?: string | undefined; who?: string | undefined } = {},
): Promise<Released> {
  const { name, version } = record;
  await addRelease(store, record, folder);
  const move = (pointer: Pointer) => {
    // Read while the pointer is locked: another process may have moved it while this one waited.
    const now = new Date();
    return aim.kind === 'canary'
      ? startCanary(pointer, version, aim.percent, now, message)
      : goLive(pointer, version, now, message);
  };
  const moved = await movePointer(store, name, move, { who });
  return { record, ...moved };
}
