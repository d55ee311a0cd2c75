import { DEVELOPMENT_VERSION } from '@space/federation/development';
import { registryOfPage } from '../registry/registry.ts';

/** Whether a remote runs from source: then its development server reports compile errors. */
export function isFromSource(remote: string): boolean {
  return registryOfPage().remotes[remote]?.live.version === DEVELOPMENT_VERSION;
}
