import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHostedSite } from '@space/server';
import { derive } from '@space/store';
import sirv from 'sirv';
import { createFaultStore } from '../bench/faults/faultStore.ts';
import { listen } from '../support/servers.ts';
import { expect, test } from '../support/test.ts';

// What browsers get from a host of the built site: from our server in front of a Supabase project, and from a plain file
// server that has an export (docs/go-live.md). Headers, compression and missing files: shared/server/tests/app.test.ts; other
// hosts: shared/release/tests/export.test.ts.

const SUPABASE = { url: 'https://abc.supabase.co', publishableKey: 'sb_publishable_x' };

/** A store with the settings of a site in front of that project. */
async function hostedStore() {
  const store = await createFaultStore();
  const settings = { url: 'https://planner.example', supabase: SUPABASE };
  writeFileSync(join(store.folder, 'site.json'), JSON.stringify(settings));
  await derive(store.folder);
  return store;
}

/** Requests a path exactly as it is written; `fetch` would tidy it. Returns the status. */
const statusOf = (origin: string, path: string) =>
  new Promise<number>((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    request({ hostname, port, path, headers: { accept: 'text/html' } }, (response) =>
      resolve(response.resume().statusCode ?? 0),
    )
      .on('error', reject)
      .end();
  });

const PAGES = '/ /retro /retro/ /about?x=//y /retro/pricing/'.split(' ');
const NO_PAGES = [
  '/index.html /index /retro/index.html /retro/index /retro.html /404.html /404 /Retro /retro// /retro//pricing',
  '/retro/. /%72etro /retr%6F /retro%2Fpricing /retro/%2e/pricing /%00 /retro%00 /%ff /retro/%e0%a4 /retro/%zz',
  '/retro;a=b',
].flatMap((line) => line.split(' '));

test('error-pages: in front of a Supabase project, the server and the page agree on which addresses have a page', async ({
  page,
  started,
  newVisitor,
}) => {
  const visitor = await newVisitor();
  // What a test starts runs until its pages are closed.
  await started({ stop: () => expect([page.isClosed(), visitor.isClosed()]).toEqual([true, true]) });
  const { folder } = await started(hostedStore());
  const dataDir = join(folder, '.data');
  const { origin } = await started(startHostedSite({ siteDir: folder, dataDir, supabase: SUPABASE }));

  for (const path of [...PAGES, ...NO_PAGES])
    expect(PAGES.includes(path) ? [200] : [400, 404], path).toContain(await statusOf(origin, path));
  for (const path of [...PAGES, '/index.html', '/retro/index.html', '/%72etro', '/retro//', '/404']) {
    const opened = await page.goto(`${origin}${path}`);
    const heading = page.getByRole('heading', { level: 1 });
    const lost = 'Oops! Page not found';
    await expect(heading, path).toHaveText(PAGES.includes(path) ? new RegExp(`^(?!${lost})`) : lost);
    const policy = opened?.headers()['content-security-policy'];
    expect(policy).toContain(`connect-src 'self' ${SUPABASE.url};`);
  }
});

/** The files of a folder with their content. */
function contentOf(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  return new Map(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'latin1')]));
}

test('a release of retro reaches a plain file server by an export and an upload of what changed', async ({
  page,
  started,
}) => {
  const store = await started(hostedStore());
  const home = mkdtempSync(join(tmpdir(), 'space-files-'));
  await started({ stop: () => rmSync(home, { recursive: true }) });
  const [live, next] = [join(home, 'live'), join(home, 'next/site')];
  await store.command('export', join(home, 'next'));
  cpSync(next, live, { recursive: true });
  const { origin } = await started(listen(createServer(sirv(live, { dev: true }))));
  const player = page.getByText(/^PLAYER/);

  await page.goto(`${origin}/about`);
  await page.getByRole('link', { name: 'Enter retro mode' }).click();
  await expect(page).toHaveTitle('Better Space — Retro mode');
  await page.goto(`${origin}/retro/auth`);
  await expect(player).toHaveText('PLAYER 1');
  expect((await page.request.get(`${origin}/nowhere`)).status()).toBe(404);

  const change = (text: string) => text.replace('PLAYER 1', 'PLAYER ONE');
  await store.goLive('retro', await store.addVersion('retro', /RetroAuthPage-[^/]+\.js$/, change));
  await store.command('export', join(home, 'next'));
  const [before, after] = [contentOf(live), contentOf(next)];
  const changed = [...after].filter(([file, content]) => before.get(file) !== content).map(([file]) => file);
  const added = changed.filter((file) => !before.has(file));
  expect(added.filter((file) => !file.startsWith('remotes/retro/'))).toEqual([]);
  expect(changed.filter((file) => /^(shell|remotes\/\w+)\/[^/]+\//.test(file))).toEqual(added);

  // Versions first: nothing names them yet.
  for (const file of added) cpSync(join(next, file), join(live, file));
  await page.goto(`${origin}/retro/auth`);
  await expect(player).toHaveText('PLAYER 1');
  for (const file of changed) cpSync(join(next, file), join(live, file));
  await page.goto(`${origin}/retro/auth`);
  await expect(player).toHaveText('PLAYER ONE');
});
