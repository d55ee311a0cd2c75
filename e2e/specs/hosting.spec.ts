import { createHash } from 'node:crypto';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startHostedSite } from '@space/server';
import { makeCertificate, startTestServer } from '@space/server/testing';
import { freePort } from '@space/server/testing/freePort';
import { startNginx, startPlainNginx } from '@space/server/testing/nginx';
import { addressOf, derive, permissionsOf, readPointer, readRecord } from '@space/store';
import { requestPath, type HttpResponse } from '../support/requestPath.ts';
import { submit } from '../support/forms.ts';
import { addTask, taskRow, today } from '../support/planner.ts';
import { copyStore, type Store } from '../support/store.ts';
import { expect, test as base } from '../support/test.ts';

// What a host of a store must do, tested with our server and with nginx as configured in deploy/nginx. Static file hosts:
// shared/release/tests/export.test.ts.

const SUPABASE = { url: 'https://abc.supabase.co', publishableKey: 'sb_publishable_x' };
const IMMUTABLE = 'public, max-age=31536000, immutable';
const OPERATOR_PATHS = '/outbox /_outbox /outbox.json /events.json /_outbox.json /_events.json'.split(' ');
const LINK = '/remotes/retro/hostname.txt';
const REVALIDATED = /^(no-cache|public, max-age=0, must-revalidate)$/;

interface Host {
  name: string;
  origin: string;
  /** The content encodings that it supports for a release's text files, best first. */
  encodings: string[];
  stop(): Promise<void>;
}

let store: Store;
let hosts: Host[];

// Each test uses absolute URLs.
const test = base.extend({ baseURL: undefined });
test.use({ ignoreHTTPSErrors: true });

/** Writes the operator's settings of a site, site.json, and derives the store's pages again. */
async function writeSite({ folder }: Pick<Store, 'folder'>, site: object): Promise<void> {
  writeFileSync(join(folder, 'site.json'), JSON.stringify(site));
  await derive(folder);
}

test.beforeAll(async () => {
  test.setTimeout(180_000);
  store = copyStore();
  await writeSite(store, { url: 'https://planner.example', supabase: SUPABASE });
  const tls = await makeCertificate(['127.0.0.1']);
  const ownServer = await startHostedSite({
    siteDir: store.folder,
    dataDir: join(store.folder, '.data'),
    supabase: SUPABASE,
    tls,
  });
  const nginx = await startNginx(store.folder);
  const encodings = nginx.hasBrotli ? ['br', 'gzip'] : ['gzip'];
  hosts = [
    { name: 'our server', origin: ownServer.origin, encodings: ['br', 'gzip'], stop: ownServer.close },
    { name: 'nginx', origin: nginx.origin, encodings, stop: nginx.stop },
  ];
});
test.afterAll(async () => {
  await Promise.all(hosts.map(({ stop }) => stop()));
  store.discard();
});

/** Requests a path, then again with its ETag, to which the host must respond 304. Returns the first response. */
async function requestTwice(origin: string, path: string): Promise<HttpResponse> {
  const answer = await requestPath(origin, path);
  expect({ origin, path, status: answer.status }).toEqual({ origin, path, status: 200 });
  const { status } = await requestPath(origin, path, { 'if-none-match': answer.headers.etag ?? '' });
  expect({ origin, path, status }).toEqual({ origin, path, status: 304 });
  return answer;
}

test('pages are complete, revalidated each time, and their policy allows their inline scripts and styles', async () => {
  for (const { origin } of hosts) {
    for (const path of ['/', '/about', '/dashboard', '/retro/pricing']) {
      const { headers, body } = await requestTwice(origin, path);
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
  }
});

test('files of a release are cached forever, compressed as well as the host can, and match their hashes', async () => {
  for (const name of ['shell', 'retro']) {
    const { live } = await readPointer(store.folder, name);
    const record = await readRecord(store.folder, name, live?.version ?? '');
    const files = Object.entries(record.files).filter(([file]) => /\.(js|css|woff2)$/.test(file));
    expect(files.length).toBeGreaterThan(3);
    for (const { origin, encodings } of hosts) {
      for (const [file, { integrity, bytes }] of files) {
        const address = addressOf(name, record.version) + file;
        const { headers, body } = await requestTwice(origin, address);
        expect({ address, caching: headers['cache-control'] }).toEqual({ address, caching: IMMUTABLE });
        expect(`sha256-${createHash('sha256').update(body).digest('base64')}`).toBe(integrity);
        const type = { js: /javascript/, css: /^text\/css/, woff2: /woff2/ }[file.split('.').at(-1) ?? ''];
        expect(headers['content-type']).toMatch(type ?? /^$/);
        if (bytes < 1024 || file.endsWith('.woff2')) continue;
        expect(headers['content-encoding'], address).toBe(encodings[0]);
        expect(headers['vary']).toBe('Accept-Encoding');
        const plain = await requestPath(origin, address, { 'accept-encoding': 'identity' });
        expect(plain.headers['content-encoding']).toBeUndefined();
        expect(plain.headers.etag).not.toBe(headers.etag);
      }
    }
  }
});

test('files that are derived from the pointers are revalidated each time', async () => {
  for (const { origin } of hosts) {
    for (const path of [
      '/registry.json',
      '/robots.txt',
      '/licences.txt',
      '/sitemap.xml',
      '/service-worker.js',
    ]) {
      const { headers, body } = await requestTwice(origin, path);
      expect(headers['cache-control']).toMatch(REVALIDATED);
      if (path.endsWith('.js')) expect(headers['content-type']).toMatch(/javascript/);
      if (/robots|sitemap/.test(path)) expect(body.toString()).toContain('https://planner.example/');
    }
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
  for (const { name, origin } of hosts) {
    // nginx follows links if it sends brotli (deploy/nginx/site.conf).
    for (const path of name === 'nginx' ? missing : [...missing, LINK]) {
      const { status, headers, body } = await requestPath(origin, path, { accept: '*/*' });
      expect({ name, path, status }).toEqual({ name, path, status: 404 });
      expect(headers['cache-control']).not.toBe(IMMUTABLE);
      expect(body.toString()).toBe('Not found');
    }
    const { status, headers, body } = await requestPath(origin, '/no-such-page');
    expect({ name, status }).toEqual({ name, status: 404 });
    expect(headers['cache-control']).toMatch(REVALIDATED);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(body.toString()).toContain('<div id="root">');
  }
});

test('a browser opens pages of a store on each host, over HTTP/2', async ({ page }) => {
  for (const { name, origin } of hosts) {
    for (const path of ['/about', '/retro/pricing', '/no-such-page']) {
      await page.goto(`${origin}${path}`);
      const heading = page.getByRole('heading', { level: 1 });
      await expect(heading).toHaveText(path === '/no-such-page' ? 'Oops! Page not found' : /./);
    }
    const protocols = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map((entry) => (entry instanceof PerformanceResourceTiming ? entry.nextHopProtocol : ''))
        // The protocol is empty for files from the browser's cache.
        .filter((protocol) => protocol !== ''),
    );
    expect([name, ...new Set(protocols)]).toEqual([name, 'h2']);
  }
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

test('the host and the page agree on which addresses have a page', async ({ page }) => {
  for (const { name, origin } of hosts) {
    for (const path of [...PAGES, ...NO_PAGES]) {
      const { status } = await requestPath(origin, path);
      expect(PAGES.includes(path) ? [200] : [400, 404], `${name}: ${path}`).toContain(status);
    }
    for (const path of [...PAGES, '/index.html', '/retro/index.html', '/%72etro', '/retro//', '/404']) {
      await page.goto(`${origin}${path}`);
      const heading = page.getByRole('heading', { level: 1 });
      const lost = 'Oops! Page not found';
      await expect(heading, path).toHaveText(PAGES.includes(path) ? new RegExp(`^(?!${lost})`) : lost);
    }
  }
});

test('the embedded backend behind nginx signs up users, stores tasks, limits sign-ins and hides internal paths', async ({
  page,
  started,
}) => {
  const ownStore = await started(copyStore());
  const port = await freePort();
  const server = await started(
    startTestServer({
      siteDir: ownStore.folder,
      siteUrl: `https://127.0.0.1:${port}`,
      trustProxy: 'loopback',
      limits: true,
    }),
  );
  const { publishableKey } = server;
  const site = { supabase: { url: '/', publishableKey }, eventsUrl: '/_events', calendarUrl: '/calendar' };
  await writeSite(ownStore, site);
  const nginx = await started(startNginx(ownStore.folder, Number(new URL(server.origin).port), port));
  const policy = async () => (await requestPath(nginx.origin, '/')).headers['content-security-policy'] ?? '';
  const { location } = (await requestPath(nginx.plainOrigin, '/about?x=1')).headers;
  expect(location).toBe('https://planner.example/about?x=1');
  expect((await requestPath(nginx.origin, '/about')).body.toString()).not.toMatch(/%[A-Z_]+%/);
  for (const path of ['/sitemap.xml', ...OPERATOR_PATHS])
    expect({ path, status: (await requestPath(nginx.origin, path)).status }).toEqual({ path, status: 404 });
  for (const path of [
    String.raw`/auth/v1/..\..\_system/ping`,
    '/auth/v1/../../_system/config',
    '/rest/v1/%2e%2e/%2e%2e/_system/introspect',
    '//auth/v1/settings',
  ]) {
    const { status, headers } = await requestPath(nginx.origin, path, { apikey: publishableKey });
    expect([400, 404], path).toContain(status);
    expect(headers['content-type'], 'no answer of the API').toMatch(/^text\/(html|plain)/);
  }
  const signIn = async (data: object, from: string) => {
    const headers = { apikey: publishableKey, 'x-forwarded-for': from };
    const address = `${nginx.origin}/auth/v1/token?grant_type=password`;
    return (await page.request.post(address, { headers, data })).status();
  };
  const guess = { email: 'anna@example.com', password: 'Wr0ng word' };
  for (let turn = 1; turn <= 10; turn += 1) expect(await signIn(guess, `203.0.113.${turn}`)).toBe(400);
  expect(await signIn(guess, '203.0.113.11'), 'a client does not choose the address that counts').toBe(429);
  expect(await signIn({ email: 'a'.repeat(70_000) }, '')).toBe(413);
  await page.goto(`${nginx.origin}/auth`);
  await page.getByRole('button', { name: "Don't have an account? Sign Up" }).click();
  await submit(page, 'Sign Up', 'anna@example.com', 'Passw0rd!');
  await addTask(page, today(), 'Water the plants');
  await expect(taskRow(page, 'Water the plants')).toBeVisible();
  expect(await server.query('select title from public.tasks')).toEqual([{ title: 'Water the plants' }]);
  await page.goto(`${nginx.origin}/settings`);
  await page.getByRole('button', { name: 'Create an address' }).click();
  const feedUrl = await page.getByRole('textbox', { name: 'Address of your calendar' }).inputValue();
  const { body } = await requestPath(nginx.origin, feedUrl.slice(nginx.origin.length));
  expect(body.toString()).toContain('SUMMARY:Water the plants');

  expect(await policy()).not.toContain('preview.example');
  await writeSite(ownStore, { ...site, overrideOrigins: ['https://preview.example'] });
  nginx.reload();
  await expect.poll(policy).toContain('https://preview.example');
});

test('what a test starts runs until its pages are closed', async ({ page, newVisitor, started }) => {
  const pages = [page, await newVisitor()];
  await started({ stop: () => expect(pages.map((one) => one.isClosed())).toEqual([true, true]) });
});

test('nginx with only a proxy_pass exposes no mails and no events', async ({ page, started }) => {
  const port = await freePort();
  const server = await started(
    startTestServer({ siteDir: store.folder, siteUrl: `http://127.0.0.1:${port}` }),
  );
  const proxy = await started(startPlainNginx(Number(new URL(server.origin).port), port));
  const { email } = await server.signUp();
  await server.anonymous().auth.resetPasswordForEmail(email);
  const token = new URL(server.outbox.latest(email)?.link ?? '').searchParams.get('token_hash') ?? '';
  expect(token).toMatch(/^[0-9a-f]{64}$/);
  const operator = new URL(server.operatorOrigin).host;
  for (const path of OPERATOR_PATHS)
    for (const headers of [{}, { host: operator }]) {
      const { status } = await requestPath(proxy.origin, path, headers);
      expect({ path, status }).toEqual({ path, status: 404 });
    }
  const outbox = await requestPath(server.operatorOrigin, '/outbox.json');
  expect(outbox.body.toString(), 'this machine reads it').toContain(token);
  await page.goto(`${proxy.origin}/about`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
