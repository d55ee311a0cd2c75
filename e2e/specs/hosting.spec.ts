import { createHash } from 'node:crypto';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startHostedSite } from '@space/server';
import { startTestServer } from '@space/server/testing';
import { addressOf, derive, permissionsOf, readPointer, readRecord } from '@space/store';
import { requestPath, type HttpResponse } from '../support/requestPath.ts';
import { copyStore, type Store } from '../support/store.ts';
import { expect, test as base } from '../support/test.ts';

// What a browser gets from our server in front of a Supabase project. Hosts of files: shared/release/tests/export.test.ts.

const SUPABASE = { url: 'https://abc.supabase.co', publishableKey: 'sb_publishable_x' };
const IMMUTABLE = 'public, max-age=31536000, immutable';
const OPERATOR_PATHS = '/outbox /_outbox /outbox.json /events.json /_outbox.json /_events.json'.split(' ');
const LINK = '/remotes/retro/hostname.txt';
const REVALIDATED = /^(no-cache|public, max-age=0, must-revalidate)$/;

let store: Store;
let server: Awaited<ReturnType<typeof startHostedSite>>;

// Each test uses absolute URLs.
const test = base.extend({ baseURL: undefined });

/** Writes the operator's settings of a site, site.json, and derives the store's pages again. */
async function writeSite({ folder }: Pick<Store, 'folder'>, site: object): Promise<void> {
  writeFileSync(join(folder, 'site.json'), JSON.stringify(site));
  await derive(folder);
}

test.beforeAll(async () => {
  test.setTimeout(180_000);
  store = copyStore();
  await writeSite(store, { url: 'https://planner.example', supabase: SUPABASE });
  server = await startHostedSite({
    siteDir: store.folder,
    dataDir: join(store.folder, '.data'),
    supabase: SUPABASE,
  });
});
test.afterAll(async () => {
  await server.close();
  store.discard();
});

/** Requests a path, then again with its ETag, to which the host must respond 304. Returns the first response. */
async function requestTwice(path: string): Promise<HttpResponse> {
  const answer = await requestPath(server.origin, path);
  expect({ path, status: answer.status }).toEqual({ path, status: 200 });
  const { status } = await requestPath(server.origin, path, { 'if-none-match': answer.headers.etag ?? '' });
  expect({ path, status }).toEqual({ path, status: 304 });
  return answer;
}

test('pages are complete, revalidated each time, and their policy allows their inline scripts and styles', async () => {
  for (const path of ['/', '/about', '/dashboard', '/retro/pricing']) {
    const { headers, body } = await requestTwice(path);
    expect(headers['content-type']).toMatch(/^text\/html/);
    expect(headers['cache-control']).toMatch(REVALIDATED);
    const html = body.toString();
    expect(html).toContain(`<meta name="supabase-key" content="${SUPABASE.publishableKey}"`);
    expect(html).not.toMatch(/%[A-Z_]+%/);
    const policy = headers['content-security-policy'] ?? '';
    const { scriptHashes, styleHashes } = permissionsOf(html);
    for (const hash of [...scriptHashes, ...styleHashes]) expect(policy).toContain(hash);
    expect(policy).toContain(`connect-src 'self' ${SUPABASE.url};`);
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'x-content-type-options': 'nosniff',
    });
  }
});

test('files of a release are cached forever, compressed as well as the host can, and match their hashes', async () => {
  for (const name of ['shell', 'retro']) {
    const { live } = await readPointer(store.folder, name);
    const record = await readRecord(store.folder, name, live?.version ?? '');
    const files = Object.entries(record.files).filter(([file]) => /\.(js|css|woff2)$/.test(file));
    expect(files.length).toBeGreaterThan(3);
    for (const [file, { integrity, bytes }] of files) {
      const address = addressOf(name, record.version) + file;
      const { headers, body } = await requestTwice(address);
      expect({ address, caching: headers['cache-control'] }).toEqual({ address, caching: IMMUTABLE });
      expect(`sha256-${createHash('sha256').update(body).digest('base64')}`).toBe(integrity);
      const type = { js: /javascript/, css: /^text\/css/, woff2: /woff2/ }[file.split('.').at(-1) ?? ''];
      expect(headers['content-type']).toMatch(type ?? /^$/);
      if (bytes < 1024 || file.endsWith('.woff2')) continue;
      expect(headers['content-encoding'], address).toBe('br');
      expect(headers['vary']).toBe('Accept-Encoding');
      const plain = await requestPath(server.origin, address, { 'accept-encoding': 'identity' });
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(plain.headers.etag).not.toBe(headers.etag);
    }
  }
});

test('files that are derived from the pointers are revalidated each time', async () => {
  for (const path of [
    '/registry.json',
    '/robots.txt',
    '/licences.txt',
    '/sitemap.xml',
    '/service-worker.js',
  ]) {
    const { headers, body } = await requestTwice(path);
    expect(headers['cache-control']).toMatch(REVALIDATED);
    if (path.endsWith('.js')) expect(headers['content-type']).toMatch(/javascript/);
    if (/robots|sitemap/.test(path)) expect(body.toString()).toContain('https://planner.example/');
  }
});

test('missing resources get a 404: an unknown page with the not-found page, a missing file with plain text', async () => {
  const { live } = await readPointer(store.folder, 'retro');
  // A symbolic link in a team's folder must not expose other files of the machine.
  symlinkSync('/etc/hostname', join(store.folder, LINK));
  const missing = [
    `${addressOf('retro', live?.version ?? '')}assets/gone-1a2b.js`,
    '/remotes/retro/0.1.0-000000000000/remoteEntry.js',
    '/favicon.ico',
    '/.lock',
    '/site.json',
    '/shell/pointer.json',
    '/remotes/retro/pointer.json',
    '/nginx.headers.conf',
  ];
  for (const path of [...missing, LINK]) {
    const { status, headers, body } = await requestPath(server.origin, path, { accept: '*/*' });
    expect({ path, status }).toEqual({ path, status: 404 });
    expect(headers['cache-control']).not.toBe(IMMUTABLE);
    expect(body.toString()).toBe('Not found');
  }
  const { status, headers, body } = await requestPath(server.origin, '/no-such-page');
  expect(status).toBe(404);
  expect(headers['cache-control']).toMatch(REVALIDATED);
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(body.toString()).toContain('<div id="root">');
});

const PAGES = ['/', '/retro', '/retro/', '/about?x=//y', '/retro/pricing/'];
const NO_PAGES = [
  ...['/index.html', '/index', '/retro/index.html', '/retro/index', '/retro.html', '/404.html', '/404'],
  ...[
    '/%72etro',
    '/retr%6F',
    '/retro%2Fpricing',
    '/retro/%2e/pricing',
    '/Retro',
    '/retro//',
    '/retro//pricing',
  ],
  ...['/retro/.', '/%00', '/retro%00', '/%ff', '/retro/%e0%a4', '/retro/%zz', '/retro;a=b'],
];

test('the server and the page agree on which addresses have a page', async ({ page }) => {
  for (const path of [...PAGES, ...NO_PAGES]) {
    const { status } = await requestPath(server.origin, path);
    expect(PAGES.includes(path) ? [200] : [400, 404], path).toContain(status);
  }
  for (const path of [...PAGES, '/index.html', '/retro/index.html', '/%72etro', '/retro//', '/404']) {
    await page.goto(`${server.origin}${path}`);
    const heading = page.getByRole('heading', { level: 1 });
    const lost = 'Oops! Page not found';
    await expect(heading, path).toHaveText(PAGES.includes(path) ? new RegExp(`^(?!${lost})`) : lost);
  }
});

test('what a test starts runs until its pages are closed', async ({ page, newVisitor, started }) => {
  const pages = [page, await newVisitor()];
  await started({ stop: () => expect(pages.map((one) => one.isClosed())).toEqual([true, true]) });
});

test('the public address exposes no mails and no events, whatever Host a proxy passes on', async ({
  started,
}) => {
  const embedded = await started(startTestServer({ siteDir: store.folder }));
  const { email } = await embedded.signUp();
  await embedded.anonymous().auth.resetPasswordForEmail(email);
  const token = new URL(embedded.outbox.latest(email)?.link ?? '').searchParams.get('token_hash') ?? '';
  expect(token).toMatch(/^[0-9a-f]{64}$/);
  const operator = new URL(embedded.operatorOrigin).host;
  for (const path of OPERATOR_PATHS)
    for (const headers of [{}, { host: operator }]) {
      const { status } = await requestPath(embedded.origin, path, headers);
      expect({ path, status }).toEqual({ path, status: 404 });
    }
  const outbox = await requestPath(embedded.operatorOrigin, '/outbox.json');
  expect(outbox.body.toString(), 'this machine reads it').toContain(token);
});
