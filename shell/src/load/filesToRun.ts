import { bucketHere } from '../registry/bucket.ts';
import { candidates } from '../registry/candidates.ts';
import { filesOfRelease } from '../registry/filesOfRelease.ts';
import { brokenOf } from '../registry/regions.ts';
import { registryOfPage } from '../registry/registryOfPage.ts';

/** The addresses of all files of the version of a remote that this device runs; none if the remote is switched off. */
export function filesToRun(owner: string): string[] {
  const state = registryOfPage().remotes[owner];
  if (!state || state.disabled !== null) return [];
  const [first] = candidates(state, bucketHere(owner), new Set(brokenOf(owner).keys()));
  return first ? filesOfRelease(first.release).map(([address]) => address) : [];
}
