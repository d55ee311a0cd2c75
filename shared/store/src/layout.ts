import { join } from 'node:path';

/** The name under which the shell is released. */
export const SHELL = 'shell';

/** Where the releases and the pointer of the shell or of a remote live. Takes the store's folder and the name. */
export function folderOf(store: string, name: string): string {
  return name === SHELL ? join(store, SHELL) : join(store, 'remotes', name);
}

/** The address of a release's folder on the site, with a slash at the end. */
export function addressOf(name: string, version: string): string {
  return name === SHELL ? `/shell/${version}/` : `/remotes/${name}/${version}/`;
}
