import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  copyTemplate,
  makeScratch,
  startServerProcess,
  type ServerProcess,
  type ServerProcessOptions,
} from '@space/server/testing/process';

/** The store that `npm test` makes of this checkout's sources: one release of each. */
export const BUILT_SITE = fileURLToPath(new URL('../../dist/test-site', import.meta.url));

export interface Site extends ServerProcess {
  dataDir: string;
  /** Stops the server and deletes its data. */
  discard(): Promise<void>;
}

/**
 * Starts the real server with the built site, in a process of its own, on a free port and with data of its own: a
 * finished, empty database unless the given `dataDir` has one. First starts have tests of their own in shared/server.
 * Options as for `startServerProcess`; a given `dataDir` is deleted by `discard` as well.
 */
export async function startSite(options: Partial<ServerProcessOptions> = {}): Promise<Site> {
  const dataDir = options.dataDir ?? join(makeScratch('space-e2e-'), 'data');
  if (!existsSync(join(dataDir, 'database'))) await copyTemplate(dataDir);
  const server = await startServerProcess({ siteDir: BUILT_SITE, ...options, dataDir });
  return {
    ...server,
    dataDir,
    async discard() {
      await server.kill('SIGTERM');
      rmSync(join(dataDir, '..'), { recursive: true, force: true });
    },
  };
}

/** Starts a site on a store of its own, which goes when the site goes. Takes the store, and further options of `startSite`. */
export async function startSiteOn(
  store: { folder: string; discard(): void },
  options: Partial<ServerProcessOptions> = {},
): Promise<Site> {
  const site = await startSite({ ...options, siteDir: store.folder });
  const discard = () => site.discard().finally(store.discard);
  return { ...site, discard };
}
