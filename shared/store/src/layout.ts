import { join } from 'node:path';

/** The name under which the shell is released. */
export const SHELL = 'shell';

/** Returns the folder of the releases and pointer of the shell or of a remote. Takes the store's folder and the name. */
export function folderOf(store: string, name: string): string {
  return name === SHELL ? join(store, SHELL) : join(store, 'remotes', name);
}

/** Returns the address of a release's folder on the site, with a trailing slash. */
export function addressOf(name: string, version: string): string {
  return name === SHELL ? `/shell/${version}/` : `/remotes/${name}/${version}/`;
}
