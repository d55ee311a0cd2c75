import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SHELL, folderOf, storeError } from '@space/store';
import { DEVELOPMENT } from '../buildRelease.ts';

/**
 * The live shell in its development flavour, which its release brings along.
 *
 * Takes the store and the version of its live shell; returns the folder with its index.html. Throws StoreError when the
 * release has none.
 */
export function developmentShell(store: string, version: string): string {
  const released = join(folderOf(store, SHELL), version, DEVELOPMENT);
  if (!existsSync(join(released, 'index.html')))
    throw storeError(`The shell ${version} was released without its development flavour. Release it anew.`);
  return released;
}
