import { registryOfPage } from '../registry/registryOfPage.ts';

/** The title of a remote, 'retro mode'; its name if it was never released and declares no title. */
export const nameOf = (remote: string): string => registryOfPage().remotes[remote]?.title ?? remote;

/** Whether the site has a release of a remote, and not only an override. */
export function isReleased(remote: string): boolean {
  const { remotes } = registryOfPage();
  return Object.hasOwn(remotes, remote) && remotes[remote]?.live.version !== 'override';
}
