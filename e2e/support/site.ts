import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  copyTemplate,
  makeScratch,
  type ServerProcess,
  type ServerProcessOptions,
  startServerProcess,
} from '@space/server/testing/process';

/** The store that `npm test` builds from this checkout: one release of the shell and of each remote. */
export const BUILT_SITE = fileURLToPath(new URL('../../dist/test-site', import.meta.url));

export type Site = Omit<ServerProcess, 'output' | 'kill'>;

export interface StartedSite extends ServerProcess {
  /** Stops the server and deletes its data. */
  discard(): Promise<void>;
}

/**
 * Starts the real server with the built site, in a process of its own, on a free port and with its own data: an
 * initialized, empty database unless the given `dataDir` has one. (shared/server tests the first start.) Takes the options
 * of `startServerProcess`; `discard` deletes a given `dataDir` as well.
 */
export async function startSite(options: Partial<ServerProcessOptions> = {}): Promise<StartedSite> {
  const dataDir = options.dataDir ?? join(makeScratch('space-e2e-'), 'data');
  if (!existsSync(join(dataDir, 'database'))) await copyTemplate(dataDir);
  const server = await startServerProcess({ siteDir: BUILT_SITE, ...options, dataDir });
  return {
    ...server,
    async discard() {
      await server.kill('SIGTERM');
      rmSync(join(dataDir, '..'), { recursive: true, force: true });
    },
  };
}

/** Starts the site that all workers share. Called once, before the first test; returns what ends it after the last. */
// oxlint-disable-next-line import/no-default-export -- Playwright calls it
export default async function startSharedSite(): Promise<() => Promise<void>> {
  const site = await startSite();
  // Workers inherit the environment: see `site` in test.ts.
  process.env['TEST_SITE'] = JSON.stringify(site);
  return site.discard;
}

/** Starts a site on the given store, which is discarded with the site. Takes further options of `startSite`. */
export async function startSiteOn(
  store: { folder: string; discard(): void },
  options: Partial<ServerProcessOptions> = {},
): Promise<StartedSite> {
  const site = await startSite({ ...options, siteDir: store.folder });
  const discard = () => site.discard().finally(store.discard);
  return { ...site, discard };
}
