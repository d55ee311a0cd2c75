import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { derive } from '@space/store';
import sirv from 'sirv';
import { copySource, copyStore } from '../support/store.ts';
import { expect, test as base } from '../support/test.ts';

// The site without a server of ours: files of `npm run store -- export` on a plain file server (docs/go-live.md).

const VERSIONS = /^(shell|remotes\/\w+)\/[^/]+\//;

const test = base.extend({ baseURL: undefined });

/** Serves a folder as any web server does. */
async function serveFiles(folder: string) {
  const server = createServer(sirv(folder, { dev: true })).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** The files of a folder with their content. */
function contentOf(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'latin1')]));
}

test('a release of retro reaches a plain file server by an export and an upload of what changed', async ({
  page,
  started,
}) => {
  const store = await started(copyStore());
  const home = mkdtempSync(join(tmpdir(), 'space-files-'));
  await started({ stop: () => rmSync(home, { recursive: true }) });
  const supabase = { url: 'https://abc.supabase.co', publishableKey: 'sb_publishable_x' };
  writeFileSync(
    join(store.folder, 'site.json'),
    JSON.stringify({ url: 'https://planner.example', supabase }),
  );
  await derive(store.folder);
  const [live, next] = [join(home, 'live'), join(home, 'next/site')];
  await store.command('export', join(home, 'next'));
  cpSync(next, live, { recursive: true });
  const { origin } = await started(await serveFiles(live));
  const heading = page.getByRole('heading', { level: 1 });

  await page.goto(`${origin}/about`);
  await page.getByRole('link', { name: 'Enter retro mode' }).click();
  await expect(page).toHaveTitle('Better Space — Retro mode');
  await page.goto(`${origin}/retro/pricing`);
  await expect(heading).toHaveText('Choose your plan');
  expect((await page.request.get(`${origin}/nowhere`)).status()).toBe(404);

  const source = copySource('retro');
  source.edit('src/pricing/RetroPricingPage.tsx', 'Choose your plan', 'Insert coin');
  await store.command('release', 'retro', '--from', source.folder).finally(() => source.discard());
  await store.command('export', join(home, 'next'));
  const [before, after] = [contentOf(live), contentOf(next)];
  const changed = [...after].filter(([file, content]) => before.get(file) !== content).map(([file]) => file);
  const added = changed.filter((file) => !before.has(file));
  expect(added.filter((file) => !file.startsWith('remotes/retro/'))).toEqual([]);
  expect(changed.filter((file) => VERSIONS.test(file))).toEqual(added);

  // Versions first: nothing names them yet.
  for (const file of added) cpSync(join(next, file), join(live, file));
  await page.goto(`${origin}/retro/pricing`);
  await expect(heading).toHaveText('Choose your plan');
  for (const file of changed) cpSync(join(next, file), join(live, file));
  await page.goto(`${origin}/retro/pricing`);
  await expect(heading).toHaveText('Insert coin');
});
