import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createAccount } from './accounts.ts';
import { startSite } from './site.ts';
import type { Site } from './site.ts';
import { expect, test as base } from './test.ts';

const BUILD = fileURLToPath(new URL('../../shared/release/src/alone/build.ts', import.meta.url));
const run = promisify(execFile);

/** A remote alone: built by `npm run build -- --alone`, served by the embedded server, no shell anywhere. */
export async function startAlone(remote: string): Promise<Site> {
  const siteDir = mkdtempSync(join(tmpdir(), 'space-alone-'));
  await run(process.execPath, [BUILD, remote, siteDir]);
  const site = await startSite({ siteDir });
  return {
    ...site,
    async discard() {
      await site.discard();
      rmSync(siteDir, { recursive: true, force: true });
    },
  };
}

/** `test` on such a site. Takes how to find it, which hooks ask as well, before there is one. */
export function testAlone(find: () => Site | undefined) {
  return base.extend<{ alone: Site }>({
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
    alone: async ({}, provide) => {
      const site = find();
      if (!site) throw new Error('the remote was not started');
      await provide(site);
    },
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
    baseURL: async ({}, provide) => {
      await provide(find()?.origin);
    },
    account: async ({ alone }, provide) => {
      await provide(await createAccount(alone));
    },
  });
}

export { expect };
