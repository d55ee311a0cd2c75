import { addRelease, goLive, isWithdrawn, movePointer, startCanary } from '@space/store';
import type { Pointer, ReleaseRecord } from '@space/store';
import type { Candidate } from './gate/gateAgainstStore.ts';

/**
 * What a release does with the pointer once its files are in the store. 'new': go live unless a decision was made about
 * this very content before.
 */
export type Aim = { kind: 'live' | 'new' } | { kind: 'canary'; percent: number };

export interface Released {
  record: ReleaseRecord;
  before: Pointer;
  after: Pointer;
}

/**
 * Whether the site has decided about a version: it is live, being tried, or was rolled back or halted. Then a build on
 * the same machine, `npm start` for one, does not decide anew.
 */
export function isDecided(pointer: Pointer, version: string): boolean {
  const { live, canary, halted } = pointer;
  return [live?.version, canary?.version, halted?.version].includes(version) || isWithdrawn(pointer, version);
}

/** Puts a release that was judged into the store and moves the pointer. */
export async function publish(
  store: string,
  { record, folder }: Candidate,
  aim: Aim = { kind: 'live' },
  message?: string,
): Promise<Released> {
  const { name, version } = record;
  await addRelease(store, record, folder);
  const moved = await movePointer(store, name, (pointer) => {
    // Once the pointer is ours: others may have moved it while we waited.
    const now = new Date();
    if (aim.kind === 'canary') return startCanary(pointer, version, aim.percent, now, message);
    return aim.kind === 'new' && isDecided(pointer, version)
      ? pointer
      : goLive(pointer, version, now, message);
  });
  return { record, ...moved };
}
