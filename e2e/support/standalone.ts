import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startSite } from './site.ts';
import { test as base } from './test.ts';

const BUILD = fileURLToPath(new URL('../../shared/release/src/alone/build.ts', import.meta.url));
const run = promisify(execFile);

/** `test` on a remote alone: built by `npm run build:alone`, served by the embedded server, no shell anywhere. */
export function testAlone(remote: string) {
  return base.extend<object, object>({
    site: [
      // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
      async ({}, provide) => {
        // Each worker its own: several build at the same time.
        const siteDir = mkdtempSync(join(tmpdir(), 'space-alone-'));
        await run(process.execPath, [BUILD, remote, siteDir]);
        const site = await startSite({ siteDir });
        await provide(site);
        await site.discard();
        rmSync(siteDir, { recursive: true, force: true });
      },
      { scope: 'worker', timeout: 120_000 },
    ],
  });
}
