import { once } from 'node:events';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../src/http/listen.ts';
import { startHostedSite } from '../src/index.ts';
import { startTestServer, type TestServer } from '../src/testing.ts';
import { openHttp1, type RawRequest } from './support/rawHttp.ts';
import { folderForAll } from './support/folder.ts';

// What a store requires of any host, compressed files and ETags included: e2e/specs/hosting.spec.ts. Releases while
// a server runs: e2e/specs/release.spec.ts.

const head = '<meta name="supabase-url" content="/"><meta name="supabase-key" content="%SUPABASE_KEY%">';
const html = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** The entry of a remote in a registry. */
const NOTES = {
  title: 'the notes',
  pages: ['/notes', '/notes/:id', '/notes/:id/edit', '/help/*'].map((path) => ({ path, access: 'public' })),
  live: {
    version: '0.1.0-0123456789ab',
    entry: '/remotes/notes/0.1.0-0123456789ab/remoteEntry.js',
    styles: [],
    preload: [],
    contract: 1,
    plugin: '1',
    shares: {},
    uses: [],
    kilobytes: 1,
  },
  previous: null,
  canary: null,
  disabled: null,
};

const at = folderForAll();
let server: TestServer;

function put(path: string, content: string | Buffer): void {
  const file = at('site', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

beforeAll(async () => {
  put('index.html', `<!doctype html>${head}<p>start</p>`);
  put('about/index.html', `<!doctype html>${head}<p>about</p>`);
  put('registry.json', JSON.stringify({ remotes: { notes: NOTES } }));
  for (const file of ['notes', 'notes/@id', 'notes/@id/edit', 'help/@', 'help/start'])
    put(`${file}/index.html`, `<!doctype html>${head}<p>${file}</p>`);
  put('assets/app-1a2b.js', 'export {};');
  put('assets/app-1a2b.mjs', 'export {};');
  put('assets/app-1a2b.js.gz', gzipSync('export {};'));
  put('remotes/planner/3f9c/remoteEntry.js', 'export const planner = 1;');
  put('.secret', 'hidden');
  put('.well-known/security.txt', 'Contact: us');
  put('shell/3f9c/development/index.html', 'a page of the tools');
  // Links that a team could put into its own folder.
  for (const secret of ['secrets.json', 'secrets.html']) {
    writeFileSync(at(secret), '{"secret":"key"}');
    symlinkSync(at(secret), at('site/remotes/planner', secret));
  }
  symlinkSync(at(), at('site/remotes/planner/outside'));
  server = await startTestServer({ siteDir: at('site') });
});
afterAll(() => server.close());

const send = (request: RawRequest) => openHttp1(server.origin).send(request);
const get = (path: string, headers: Record<string, string> = {}) => send({ path, headers });

test.each([
  ['/', 'start'],
  ['/about', 'about'],
  ['/about/', 'about'],
  ['/about?from=mail', 'about'],
  ['/notes', 'notes'],
  ['/notes/1', 'notes/@id'],
  ['/notes/a%20b/', 'notes/@id'],
  ['/notes/caf%c3%a9', 'notes/@id'],
  ['/notes/1/edit?x=1', 'notes/@id/edit'],
  ['/help', 'help/@'],
  ['/help/a/b', 'help/@'],
  ['/help/start', 'help/start'],
])('serves the page of %s', async (path, text) => {
  const { status, headers, body } = await get(path);
  expect(status).toBe(200);
  expect(body).toContain(`<p>${text}</p>`);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['cache-control']).toBe('no-cache');
});

test('puts the publishable key into every page, and never the secret one', async () => {
  for (const path of ['/', '/about', '/dashboard']) {
    const { body } = await get(path, html);
    expect(body).toContain(`<meta name="supabase-key" content="${server.publishableKey}">`);
    expect(body).toContain('<meta name="supabase-url" content="/">');
    expect(body).not.toContain(server.secretKey);
  }
});

test.each(['/dashboard', '/retro/dashboard', '/no/such/page', '/settings/'])(
  'opens the app at %s',
  async (path) => {
    const { status, body } = await get(path, html);
    expect({ status, isIndex: body.includes('<p>start</p>') }).toEqual({ status: 200, isIndex: true });
  },
);

test('serves 404.html with status 404 for an unknown address', async () => {
  put('404.html', `<!doctype html>${head}<p>unknown</p>`);
  for (const path of [
    ...['/no/such/page', '/missing.html', '/index.html', '/index', '/about/index.html', '/404.html', '/404'],
    ...['/%61bout', '/About', '/about//', '/notes//1', '/%6Eotes/1', '/notes/x%2Dy', '/notes/1//edit'],
  ]) {
    const { status, headers, body } = await get(path, html);
    expect([path, status, body.includes('<p>unknown</p>')]).toEqual([path, 404, true]);
    expect(headers['cache-control']).toBe('no-cache');
    expect(body).toContain(`content="${server.publishableKey}"`);
  }
  expect((await get('/about', html)).status).toBe(200);
  rmSync(at('site/404.html'));
});

test.each([
  '/assets/gone-9z9z.js',
  '/assets/',
  '/assets',
  '/remotes/planner/3f9c/gone.js',
  '/remotes/planner/gone',
  '/remotes/none/1/remoteEntry.js',
  '/favicon.ico',
  '/missing.json',
  '/.secret',
  '/.git/config',
  '/remotes/planner/secrets.json',
  '/remotes/planner/secrets.html',
  '/remotes/planner/outside/secrets.json',
  '/%E0%A4%A',
  `/${'long'.repeat(100)}.js`,
])('responds 404 without a page for %s', async (path) => {
  const { status, headers, body } = await get(path, html);
  expect({ status, body }).toEqual({ status: 404, body: 'Not found' });
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
});

test('responds 404 to a script that requests an unknown address, and to a path too long for a file system', async () => {
  expect((await get('/no/such/thing', { Accept: '*/*' })).status).toBe(404);
  expect((await get(`/${'long'.repeat(100)}`)).status).toBe(404);
});

test.each([
  ['/assets/app-1a2b.js', 'public, max-age=31536000, immutable', 'text/javascript'],
  ['/assets/app-1a2b.mjs', 'public, max-age=31536000, immutable', 'text/javascript'],
  ['/remotes/planner/3f9c/remoteEntry.js', 'public, max-age=31536000, immutable', 'text/javascript'],
  // `space dev` reads it.
  ['/shell/3f9c/development/index.html', 'public, max-age=31536000, immutable', 'text/html; charset=utf-8'],
  ['/registry.json', 'no-cache', 'application/json'],
  ['/.well-known/security.txt', 'no-cache', 'text/plain; charset=utf-8'],
])('serves %s as %s', async (path, caching, type) => {
  const headers = { 'cache-control': caching, 'content-type': type };
  expect(await get(path)).toMatchObject({ status: 200, headers });
});

test.each(['bytes=0-3', 'bytes=5-2', 'bytes=-5', 'bytes=99-', 'lines=1-2', 'bytes=0-1,4-5'])(
  'sends the whole file for the Range header %s',
  async (range) => {
    const whole = { status: 200, body: 'export {};', headers: { 'accept-ranges': 'none' } };
    expect(await get('/assets/app-1a2b.js', { Range: range })).toMatchObject(whole);
  },
);

test('responds 304 to a matching ETag', async () => {
  for (const path of ['/', '/registry.json', '/assets/app-1a2b.js']) {
    const first = await get(path, { 'Accept-Encoding': 'gzip' });
    const { etag = '' } = first.headers;
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const conditional = { 'If-None-Match': known.replace('W/W/', 'W/'), 'Accept-Encoding': 'gzip' };
      const headers = { etag, 'cache-control': first.headers['cache-control'], vary: 'Accept-Encoding' };
      expect(await get(path, conditional)).toMatchObject({ status: 304, body: '', headers });
    }
    expect((await get(path, { 'If-None-Match': '"other"' })).status).toBe(200);
  }
});

test.each([
  ['gzip;q=0', undefined],
  ['identity', undefined],
  ['deflate, zstd', undefined],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['GZIP', 'gzip'],
  ['*', 'br'],
  ['*, br;q=0', 'gzip'],
])('sends a page for Accept-Encoding %s with Content-Encoding %s', async (accepted, encoding) => {
  expect((await get('/', { 'Accept-Encoding': accepted })).headers['content-encoding']).toBe(encoding);
});

test('compresses a page fast at first, and better once it is requested often', async () => {
  const lines = Array.from({ length: 500 }, (_, line) => `<p>${line * 7919} times ${line * line}</p>`);
  put('long/index.html', `<!doctype html>${head}${lines.join('')}`);
  const sizes: number[] = [];
  while (sizes.length < 10)
    sizes.push(Number((await get('/long', { 'Accept-Encoding': 'br' })).headers['content-length']));
  const last = sizes.pop();
  expect(new Set(sizes).size).toBe(1);
  expect(last).toBeLessThan(sizes[0] ?? 0);
});

test('robots.txt and sitemap.xml contain the public address, and are compressed like pages', async () => {
  put('robots.txt', 'Sitemap: %SITE_URL%/sitemap.xml\n');
  put('sitemap.xml', '<loc>%SITE_URL%/about</loc>');
  expect((await get('/robots.txt')).body).toBe(`Sitemap: ${server.origin}/sitemap.xml\n`);
  expect((await get('/sitemap.xml')).body).toBe(`<loc>${server.origin}/about</loc>`);
  for (const path of ['/robots.txt', '/sitemap.xml', '/registry.json']) {
    const { headers } = await get(path, { 'Accept-Encoding': 'br' });
    expect(headers['content-encoding']).toBe('br');
    expect(headers['cache-control']).toBe('no-cache');
  }
});

test('responds to HEAD like GET without the body, and rejects POST', async () => {
  for (const path of ['/', '/assets/app-1a2b.js', '/gone.js']) {
    const full = await get(path);
    const headers = { 'content-length': full.headers['content-length'] };
    const head = await send({ path, method: 'HEAD' });
    expect(head).toMatchObject({ status: full.status, body: '', headers });
  }
  const posted = await send({ path: '/', method: 'POST' });
  expect(posted).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
});

test('sends the security headers with pages, files and errors', async () => {
  for (const path of ['/', '/dashboard', '/assets/app-1a2b.js', '/gone.js']) {
    expect((await get(path, html)).headers).toMatchObject({
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
        "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; object-src 'none'; " +
        "frame-ancestors 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types starfield-worker service-worker remote-worker",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
  }
});

test('serves the site of a hosted project with its address and key, and no backend', async () => {
  const supabase = { url: 'https://abc.supabase.co', publishableKey: 'sb_publishable_"x' };
  const site = await startHostedSite({ siteDir: at('site'), dataDir: at('data'), supabase });
  try {
    const { send: sendToSite } = openHttp1(site.origin);
    const { headers, body } = await sendToSite({ path: '/dashboard', headers: html });
    expect(body).toContain('<meta name="supabase-url" content="https://abc.supabase.co">');
    expect(body).toContain('<meta name="supabase-key" content="sb_publishable_&quot;x">');
    expect(headers['content-security-policy']).toContain("connect-src 'self' https://abc.supabase.co;");
    for (const path of ['/auth/v1/health', '/rest/v1/tasks', '/_outbox']) {
      expect((await sendToSite({ path })).status).toBe(404);
    }
  } finally {
    await site.close();
  }
});

test('refuses a body that is too large before all of it has arrived, and goes on responding', async () => {
  const headers = { apikey: server.publishableKey, 'Content-Type': 'application/json' };
  const post = (path: string, length: number) =>
    send({ method: 'POST', path, headers: { ...headers, 'Content-Length': String(length) }, body: '{' });
  expect(await post('/auth/v1/signup', 3_000_000)).toMatchObject({
    status: 413,
    body: expect.stringContaining('The request is too large') as string,
  });
  expect((await post('/_events', 300_000)).status).toBe(413);
  const sent = await send({ method: 'POST', path: '/auth/v1/signup', headers, body: 'x'.repeat(3_000_000) });
  expect(sent.status).toBe(413);
  expect((await get('/')).status).toBe(200);
});

test('a client that leaves is no fault: before its body has arrived, or while it gets a file', async () => {
  put('assets/large-1a2b.js', `export {};${' '.repeat(4_000_000)}`);
  const faults: string[] = [];
  const own = await startTestServer({ siteDir: at('site'), reportFault: (line) => faults.push(line) });
  const { hostname: host, port } = new URL(own.origin);
  const leaveAfter = async (text: string, waits: boolean) => {
    const socket = connect(Number(port), host);
    socket.write(text);
    if (waits) await once(socket, 'data');
    else await new Promise((resolve) => socket.write('', resolve));
    socket.destroy();
  };
  const start = `HTTP/1.1\r\nHost: ${host}\r\napikey: ${own.publishableKey}\r\n`;
  await leaveAfter(`GET /assets/large-1a2b.js ${start}\r\n`, true);
  await leaveAfter(
    `POST /auth/v1/signup ${start}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    false,
  );
  await leaveAfter(
    `POST /rest/v1/tasks ${start}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{`,
    false,
  );
  expect((await openHttp1(own.origin).send({ path: '/' })).status).toBe(200);
  await own.close();
  expect(faults).toEqual([]);
});

test('closes without waiting for connections that stay open', async () => {
  const site = await startTestServer({ siteDir: at('site') });
  const { hostname, port } = new URL(site.origin);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const closed = once(socket, 'close');
  await site.close();
  await closed;
  await expect(fetch(site.origin)).rejects.toThrow('fetch failed');
});

test('reports within seconds that the server is alive, its store readable and its backend unresponsive', async () => {
  // A backend that accepts connections and never responds.
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo; // a listening TCP server has an address
  const supabase = { url: `http://127.0.0.1:${port}`, publishableKey: 'sb_publishable_x' };
  const site = await startHostedSite({ siteDir: at('site'), dataDir: at('silent'), supabase });
  const read = async (address: string) => {
    const response = await fetch(address);
    return { status: response.status, text: await response.text() };
  };
  expect(await read(`${site.origin}/healthz`)).toEqual({ status: 200, text: 'alive' });
  expect(await read(`${site.origin}/readyz`)).toEqual({ status: 503, text: 'not ready' });
  expect(JSON.parse((await read(`${site.operatorOrigin}/readyz`)).text)).toEqual({
    store: 'ready',
    backend: 'not ready',
  });
  await site.close();
  silent.close();
});

test('responds 503 while the server is starting, and makes browsers retry automatically', async () => {
  const startingServer = await listen(0, '127.0.0.1');
  const response = await fetch(startingServer.origin);
  expect([response.status, await response.text()]).toEqual([503, 'Better Space is starting']);
  expect(response.headers.get('refresh')).toBe('1');
  expect(response.headers.get('retry-after')).toBe('1');
  // Longer than proxies keep a connection open: a request on one that the server has just closed is lost.
  expect(response.headers.get('keep-alive')).toBe('timeout=130');
  await startingServer.close();
});
