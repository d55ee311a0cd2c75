import { rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  copyTemplate,
  makeScratch,
  startServerProcess,
  type ServerProcess,
  type ServerProcessOptions,
} from '@space/server/testing/process';

/** The store that `npm test` builds from this checkout: one release of the shell and of each remote. */
export const BUILT_SITE = join(import.meta.dirname, '../../dist/test-site');

export type Site = Omit<ServerProcess, 'output' | 'kill'>;
export type StartedSite = Awaited<ReturnType<typeof startSite>>;

/**
 * Starts the real server with the built site, in a process of its own, on a free port and with an initialized, empty
 * database. (shared/server tests the first start.) `discard` stops it and deletes its data.
 */
export async function startSite(options: Partial<ServerProcessOptions> = {}) {
  const dataDir = makeScratch('space-e2e-');
  await copyTemplate(dataDir);
  const server = await startServerProcess({ siteDir: BUILT_SITE, ...options, dataDir });
  const discard = async () => {
    await server.kill();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...server, discard };
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
  return { ...site, discard: () => site.discard().finally(store.discard) };
}
