import { checkRelease, checkRemoteModule } from '@space/federation';
import { firstAddress } from '../heal/attempts.ts';
import { bucketHere } from '../registry/bucket.ts';
import { candidates } from '../registry/candidates.ts';
import type { SitePage } from '../registry/findPage.ts';
import { registryOfPage } from '../registry/registryOfPage.ts';
import { openContainer } from './openContainer.ts';
import { pageChunk } from './pageChunk.ts';
import { HOST } from './shared.ts';
import { warmPage } from './warm.ts';

/**
 * Prefetches a page in the version that this device would run, and runs its code once all files have loaded, so that a visit
 * only has to render it. It activates no styles and renders nothing. Throws if a file cannot be loaded; a visit reports it.
 */
export async function warmRemote({ owner: remote, path }: SitePage): Promise<void> {
  const state = registryOfPage().remotes[remote];
  if (!state || state.disabled !== null) return;
  const [first] = candidates(state, bucketHere(remote), new Set());
  // A release that the gate will refuse is not requested.
  if (!first || checkRelease(first.release, HOST).length > 0) return;
  const { release } = first;
  await warmPage(remote, release, path);
  const module = await openContainer(remote, release, firstAddress(release));
  const verdict = checkRemoteModule(module, remote, () => remote);
  const route = verdict.ok ? verdict.routes.find((one) => one.path === path) : undefined;
  if (route) await pageChunk(route);
}
