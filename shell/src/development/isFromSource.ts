import { DEVELOPMENT_VERSION } from '@space/federation/developmentRelease';
import { registryOfPage } from '../registry/registryOfPage.ts';

/** Whether a part of the site comes from its source: its development server says what does not compile of it. */
export function isFromSource(remote: string): boolean {
  return registryOfPage().remotes[remote]?.live.version === DEVELOPMENT_VERSION;
}
