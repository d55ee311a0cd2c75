import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startHostedSite } from '@space/server';
import { makeCertificate, startTestServer } from '@space/server/testing';
import { freePort } from '@space/server/testing/freePort';
import { startNginx, startPlainNginx } from '@space/server/testing/nginx';
import { addressOf, derive, permissionsOf, readPointer, readRecord } from '@space/store';
import { ask } from '../support/ask.ts';
import { submit } from '../support/authForm.ts';
import { openComposer, taskRow } from '../support/planner.ts';
import { startStaticHost } from '../support/staticHost.ts';
import { copyStore } from '../support/store.ts';
import type { Store } from '../support/store.ts';
import { today } from '../support/tasks.ts';
import { expect, test as base } from '../support/test.ts';

// What hosts a store must do, asked of each that the docs name: our server, nginx with deploy/nginx, and a host of files
// that reads `_headers` (support/staticHost.ts: as Cloudflare Pages and Netlify document it).

const SUPABASE = { url: 'https://abc.supabase.co', publishableKey: 'sb_publishable_x' };
const FOREVER = 'public, max-age=31536000, immutable';
const OPERATORS_PATHS = [
  '/outbox',
  '/_outbox',
  ...['/outbox', '/events', '/_outbox', '/_events'].map((path) => `${path}.json`),
];
const ASKED_ANEW = /^(no-cache|public, max-age=0, must-revalidate)$/;

interface Host {
  name: string;
  origin: string;
  /** What it can send a release's texts as, best first. */
  encodings: string[];
  stop(): Promise<void>;
}

/** A store on three hosts. */
let store: Store;
let hosts: Host[];

const test = base.extend({
  // Each test says where it goes.
  baseURL: undefined,
});
test.beforeAll(async () => {
  test.setTimeout(180_000);
  store = copyStore();
  const site = { url: 'https://planner.example', supabase: SUPABASE };
  writeFileSync(join(store.folder, 'site.json'), JSON.stringify(site));
  await derive(store.folder);
  const tls = await makeCertificate(['127.0.0.1']);
  const own = await startHostedSite({ siteDir: store.folder, supabase: SUPABASE, tls });
  const nginx = await startNginx(store.folder);
  const files = await startStaticHost(store.folder);
  const encodings = nginx.hasBrotli ? ['br', 'gzip'] : ['gzip'];
  hosts = [
    { name: 'our server', origin: own.origin, encodings: ['br', 'gzip'], stop: own.close },
    { name: 'nginx', origin: nginx.origin, encodings, stop: nginx.stop },
    { name: 'files', origin: files.origin, encodings: [], stop: files.close },
  ];
});
test.afterAll(async () => {
  await Promise.all(hosts.map(({ stop }) => stop()));
  store.discard();
});
test.use({ ignoreHTTPSErrors: true });

const read = (store: Store, file: string) => readFileSync(join(store.folder, file), 'utf8');

/** A path as a host of files serves it, which puts a slash at the end of a folder's. */
const addressAt = ({ name }: Host, path: string) =>
  name === 'files' && !path.endsWith('/') ? `${path}/` : path;

test('pages come whole, are asked for anew each time, and are allowed what is inline in them', async () => {
  for (const host of hosts) {
    for (const path of ['/', '/about', '/dashboard', '/retro/pricing']) {
      await test.step(`${host.name} ${path}`, async () => {
        const { status, headers, body } = await ask(host.origin, addressAt(host, path));
        expect(status).toBe(200);
        expect(headers['content-type']).toMatch(/^text\/html/);
        expect(headers['cache-control']).toMatch(ASKED_ANEW);
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
        const again = await ask(host.origin, addressAt(host, path), {
          'if-none-match': headers.etag ?? '',
        });
        expect(again.status).toBe(304);
      });
    }
  }
  expect(read(store, 'index.html')).toContain('https://planner.example');
});

test('a release is kept for ever, compressed as well as the host can, and checked by its hash', async () => {
  for (const name of ['shell', 'retro']) {
    const { live } = await readPointer(store.folder, name);
    const record = await readRecord(store.folder, name, live?.version ?? '');
    const files = Object.entries(record.files).filter(([file]) => /\.(js|css|woff2)$/.test(file));
    expect(files.length).toBeGreaterThan(3);
    for (const host of hosts) {
      for (const [file, { integrity, bytes }] of files) {
        const address = addressOf(name, record.version) + file;
        const { status, headers, body } = await ask(host.origin, address);
        expect({ address, status, caching: headers['cache-control'] }).toEqual({
          address,
          status: 200,
          caching: FOREVER,
        });
        expect(`sha256-${createHash('sha256').update(body).digest('base64')}`).toBe(integrity);
        const type = { js: /javascript/, css: /^text\/css/, woff2: /woff2/ }[file.split('.').at(-1) ?? ''];
        expect(headers['content-type']).toMatch(type ?? /^$/);
        if (bytes < 1024 || file.endsWith('.woff2') || host.encodings.length === 0) continue;
        expect(headers['content-encoding'], address).toBe(host.encodings[0]);
        expect(headers['vary']).toBe('Accept-Encoding');
        const plain = await ask(host.origin, address, { 'accept-encoding': 'identity' });
        expect(plain.headers['content-encoding']).toBeUndefined();
        expect(plain.headers.etag).not.toBe(headers.etag);
        expect((await ask(host.origin, address, { 'if-none-match': headers.etag ?? '' })).status).toBe(304);
      }
    }
  }
});

test('what follows from the pointers is asked for anew each time', async () => {
  for (const host of hosts) {
    for (const path of ['/registry.json', '/remotes/retro/pointer.json', '/robots.txt', '/sitemap.xml']) {
      const { status, headers, body } = await ask(host.origin, path);
      expect({ host: host.name, path, status }).toEqual({ host: host.name, path, status: 200 });
      expect(headers['cache-control']).toMatch(ASKED_ANEW);
      expect((await ask(host.origin, path, { 'if-none-match': headers.etag ?? '' })).status).toBe(304);
      const head = await ask(host.origin, path, {}, 'HEAD');
      expect({ status: head.status, body: head.body.length }).toEqual({ status: 200, body: 0 });
      if (/robots|sitemap/.test(path)) expect(body.toString()).toContain('https://planner.example/');
    }
  }
});

test('what is not there is answered with 404: an address with the page that says so, a file never with a page of the site', async () => {
  const { live } = await readPointer(store.folder, 'retro');
  const missing = [
    `${addressOf('retro', live?.version ?? '')}assets/gone-1a2b.js`,
    '/remotes/retro/0.1.0-000000000000/remoteEntry.js',
    '/shell/gone.js',
    '/favicon.ico',
    '/missing.json',
    '/.lock',
    '/_headers',
  ];
  for (const host of hosts) {
    for (const path of missing) {
      const { status, headers, body } = await ask(host.origin, path, { accept: '*/*' });
      expect({ host: host.name, path, status }).toEqual({ host: host.name, path, status: 404 });
      // These hosts have one answer to all that is missing; the status keeps browsers from running it.
      if (host.name === 'files') continue;
      expect(headers['cache-control']).not.toBe(FOREVER);
      if (path !== '/_headers') expect(body.toString()).toBe('Not found');
    }
    const { status, headers, body } = await ask(host.origin, '/no-such-page');
    expect({ host: host.name, status }).toEqual({ host: host.name, status: 404 });
    expect(headers['cache-control']).toMatch(ASKED_ANEW);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(body.toString()).toContain('<div id="root">');
  }
});

test('a browser opens pages of a store on each host, over HTTP/2 where it can be had, and says nothing', async ({
  page,
}) => {
  for (const { name, origin } of hosts) {
    await test.step(name, async () => {
      for (const path of ['/about', '/retro/pricing', '/no-such-page']) {
        await page.goto(`${origin}${path}`);
        const heading = page.getByRole('heading', { level: 1 });
        await expect(heading).toHaveText(path === '/no-such-page' ? 'Oops! Page not found' : /./);
      }
      const protocols = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter((entry) => entry instanceof PerformanceResourceTiming)
          .map(({ nextHopProtocol }) => nextHopProtocol)
          // None was used for what the browser had already.
          .filter((protocol) => protocol !== ''),
      );
      expect([...new Set(protocols)]).toEqual([name === 'files' ? 'http/1.1' : 'h2']);
    });
  }
});

test('nginx sends the headers of the pages that are there once it has reloaded', async () => {
  const ownStore = copyStore();
  const nginx = await startNginx(ownStore.folder);
  const policy = async () => (await ask(nginx.origin, '/')).headers['content-security-policy'] ?? '';
  try {
    expect(await policy()).not.toContain('preview.example');
    const site = { overrideOrigins: ['https://preview.example'] };
    writeFileSync(join(ownStore.folder, 'site.json'), JSON.stringify(site));
    await derive(ownStore.folder);
    nginx.reload();
    await expect.poll(policy).toContain('https://preview.example');
  } finally {
    await nginx.stop();
    ownStore.discard();
  }
});

test('the embedded backend behind nginx signs people up and keeps their tasks', async ({ page }) => {
  const ownStore = copyStore();
  const port = await freePort();
  const server = await startTestServer({
    siteDir: ownStore.folder,
    siteUrl: `https://127.0.0.1:${port}`,
    trustProxy: 'loopback',
    limits: true,
  });
  const { publishableKey } = server;
  const site = { supabase: { url: '/', publishableKey }, eventsUrl: '/_events' };
  writeFileSync(join(ownStore.folder, 'site.json'), JSON.stringify(site));
  await derive(ownStore.folder);
  const nginx = await startNginx(ownStore.folder, Number(new URL(server.origin).port), port);
  try {
    expect((await ask(nginx.plainOrigin, '/about?x=1')).headers.location).toBe(
      'https://planner.example/about?x=1',
    );
    expect((await ask(nginx.origin, '/about')).body.toString()).not.toMatch(/%[A-Z_]+%/);
    expect((await ask(nginx.origin, '/sitemap.xml')).status).toBe(404);
    for (const path of OPERATORS_PATHS)
      expect({ path, status: (await ask(nginx.origin, path)).status }).toEqual({ path, status: 404 });
    for (const path of [
      String.raw`/auth/v1/..\..\_system/ping`,
      '/auth/v1/../../_system/config',
      '/rest/v1/%2e%2e/%2e%2e/_system/introspect',
      '/x/../auth/v1/settings',
      '//auth/v1/settings',
    ]) {
      const { status, headers } = await ask(nginx.origin, path, { apikey: publishableKey });
      expect([400, 404], path).toContain(status);
      expect(headers['content-type'], 'no answer of the API').toMatch(/^text\/(html|plain)/);
    }
    expect((await ask(nginx.origin, '/auth/v1/settings', { apikey: publishableKey })).status).toBe(200);
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
    await openComposer(page, today());
    await page.keyboard.type('Water the plants');
    await page.keyboard.press('Enter');
    await expect(taskRow(page, 'Water the plants')).toBeVisible();
    expect(await server.query('select title from public.tasks')).toEqual([{ title: 'Water the plants' }]);
  } finally {
    await nginx.stop();
    await server.close();
    ownStore.discard();
  }
});

test('nginx with nothing but a proxy_pass shows the world no mail and no events', async ({ page }) => {
  const port = await freePort();
  const server = await startTestServer({ siteDir: store.folder, siteUrl: `http://127.0.0.1:${port}` });
  const proxy = await startPlainNginx(Number(new URL(server.origin).port), port);
  try {
    const { email } = await server.signUp();
    await server.anonymous().auth.resetPasswordForEmail(email);
    const token = new URL(server.outbox.latest(email)?.link ?? '').searchParams.get('token_hash') ?? '';
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    const operator = new URL(server.operatorOrigin).host;
    for (const path of OPERATORS_PATHS)
      for (const headers of [{}, { host: operator }]) {
        const { status, body } = await ask(proxy.origin, path, headers);
        expect({ path, status }).toEqual({ path, status: 404 });
        expect(body.toString()).not.toContain(token);
      }
    const own = await ask(server.operatorOrigin, '/outbox.json');
    expect(own.body.toString(), 'this machine reads it').toContain(token);
    await page.goto(`${proxy.origin}/about`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  } finally {
    await proxy.stop();
    await server.close();
  }
});
