import { registryOfPage } from '../registry/registryOfPage.ts';

/** What people call a remote: 'retro mode'; one that was never released has its name alone. */
export const nameOf = (remote: string): string => registryOfPage().remotes[remote]?.title ?? remote;

/** Whether the site has releases of a remote, and not an override alone. */
export function isReleased(remote: string): boolean {
  const { remotes } = registryOfPage();
  return Object.hasOwn(remotes, remote) && remotes[remote]?.live.version !== 'override';
}
