import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { copyTemplate, makeScratch, startServerProcess } from '@space/server/testing/process';

/** The store that `npm test` builds from this checkout: one release of the shell and of each remote. */
export const BUILT_SITE = join(import.meta.dirname, '../../dist/test-site');

export type StartedSite = Awaited<ReturnType<typeof startSite>>;
export type Site = Omit<StartedSite, 'output' | 'kill' | 'discard'>;

type Store = { folder: string; discard?: () => void };

/**
 * Starts the real server on a store, in a process of its own, on a free port and with an initialized, empty database.
 * (shared/server tests the first start.) `discard` stops it, and deletes its data and the store.
 */
export async function startSite(store: Store = { folder: BUILT_SITE }, env: Record<string, string> = {}) {
  const dataDir = makeScratch('space-e2e-');
  await copyTemplate(dataDir);
  const server = await startServerProcess({ siteDir: store.folder, env, dataDir });
  const discard = async () => {
    await server.kill();
    rmSync(dataDir, { recursive: true, force: true });
    store.discard?.();
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
