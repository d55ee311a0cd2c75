import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { folderForAll } from '@space/server/testing/folders';
import { freePort, installOnDebian } from '@space/server/testing/process';
import { EMPTY_POINTER, IMMUTABLE_CACHE, filesOf, integrityOf } from '@space/store';
import { putLive, writeFiles } from '@space/store/testing';
import { SMALL_SHELL, small } from './smallRelease.ts';
import { runCommand } from './support/story.ts';

const TEMPLATE = `<!doctype html><html lang="en"><head><meta charset="utf-8" /><title>Small</title>
<meta name="supabase-url" content="/" /><meta name="supabase-key" content="%SUPABASE_KEY%" /><style>a{}</style>
<!-- registry --><script type="module" crossorigin src="./assets/main.js"></script></head><body><div id="root"></div></body></html>
`;
const PAGES = '/ /about /retro /retro/pricing /notes/new /notes/:id /notes/:id/edit /help/*'.split(' ');
const [OLDER, LIVE] = ['0.1.0-ba9876543210', '0.1.0-0123456789ab'];
const STYLE = `/remotes/notes/${LIVE}/assets/Clock-1.css`;

const home = folderForAll();

beforeAll(() => {
  for (const name of ['nginx', 'caddy']) installOnDebian(name);
  const files = { 'index.html': TEMPLATE, 'assets/main.js': '1;' };
  putLive(home('store'), ...small('shell', files, { ...SMALL_SHELL, entry: 'index.html', styles: [] }));
  const pages = PAGES.map((path) => ({ path, access: 'public' as const }));
  putLive(home('store'), ...small('notes', {}, { pages }));
  writeFiles(home('store'), {
    'site.json': { serviceWorker: false, eventsUrl: 'https://events.example/in' },
  });
});
beforeEach(() => {
  vi.stubEnv('SITE_URL', 'https://planner.example');
  vi.stubEnv('SUPABASE_URL', 'https://abc.supabase.co');
  vi.stubEnv('SUPABASE_KEY', 'sb_publishable_x');
});
afterEach(() => void vi.unstubAllEnvs());

const run = (folder: string) => runCommand('export', folder, '--store', home('store'));
/** Exports the site into a new folder; returns it, and what the command prints. */
async function exported() {
  const folder = mkdtempSync(home('live-'));
  const { code, stdout, stderr } = await run(folder);
  expect([code, stderr]).toEqual([0, '']);
  return { folder, stdout };
}

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
const NGINX = `daemon off; ${process.getuid?.() === 0 ? 'user root;' : ''} pid pid; error_log stderr warn; events {}
http { access_log off; types { text/html html; text/css css; text/javascript js; application/json json; }
${TEMPORARY.map((name) => `${name}_temp_path ${name};`).join('\n')}\nSITE }`;
const CADDY = '{\nadmin off\n}\nSITE';

// The command of a server, the file of an export, what is around it, and how it listens to a port of this machine.
test.each([
  ['nginx -p . -c', 'nginx.conf', NGINX, 'listen 80;', 'listen 127.0.0.1:PORT;'],
  ['caddy run --config', 'Caddyfile', CADDY, 'planner.example {', 'http://127.0.0.1:PORT {'],
] as const)('%s serves every page and file as our own server does', async (...server) => {
  const [command, file, around, listens, here] = server;
  const { folder } = await exported();
  const inSite = (name: string) => readFileSync(join(folder, 'site', name), 'utf8');
  const port = await freePort();
  const ofExport = readFileSync(join(folder, file), 'utf8')
    .replace(listens, here.replace('PORT', `${port}`))
    .replaceAll('/srv/better-space/site', join(folder, 'site'));
  writeFiles(folder, { [`${file}.here`]: around.replace('SITE', () => ofExport) });
  const [program, ...args] = [...command.split(' '), join(folder, `${file}.here`)];
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' });
    const headers: Record<string, string | undefined> = Object.fromEntries(response.headers);
    return { path, status: response.status, headers, text: await response.text() };
  };
  try {
    const isUp = () => get('/').then(Boolean, () => child.exitCode !== null);
    await expect.poll(isUp, { timeout: 20_000 }).toBe(true);
    const [all = ''] = inSite('_headers').split('\n/remotes');
    const pairs = [...all.matchAll(/^ {2}([\w-]+): (.*)$/gm)];
    const common = Object.fromEntries(pairs.map(([, header = '', value]) => [header.toLowerCase(), value]));
    const policy = { 'content-security-policy': common['content-security-policy'] };
    const type = expect.stringContaining('text/html') as string;
    const headers = { ...common, 'cache-control': 'no-cache', 'content-type': type };
    for (const [path, page, status = 200] of [
      ['/', 'index.html'],
      ...['/about', '/retro', '/retro/pricing', '/notes/new'].map((one) => [one, `${one}.html`] as const),
      ['/notes/1', 'notes/@id.html'],
      ['/notes/caf%C3%A9?a=%2F//b', 'notes/@id.html'],
      ['/notes/1/edit', 'notes/@id/edit.html'],
      ['/help', 'help/@.html'],
      ['/help/a/b', 'help/@.html'],
      ['/no/such/page', '404.html', 404],
    ] as const)
      expect(await get(path)).toMatchObject({ path, status, text: inSite(page), headers });
    expect((await get(STYLE)).headers).toMatchObject({ 'cache-control': IMMUTABLE_CACHE, ...policy });
    expect((await get('/registry.json')).headers['cache-control']).toBe('no-cache');
    expect((await get('/about/')).headers['location']).toMatch(/(^|[^/])\/about$/);
    // A browser would take what such a redirect repeats for the address of another site.
    for (const path of ['/%5Cevil.example/', '/%09/evil.example/', '/%5C/evil.example.html'])
      expect(await get(path)).not.toHaveProperty('headers.location');
    for (const path of [STYLE.replace('Clock', 'gone'), '/remotes/none/0.1.0-000000000000/remoteEntry.js']) {
      const missing = await get(path);
      expect(missing).toMatchObject({ path, status: 404, text: 'Not found' });
      expect(missing.headers['cache-control']).not.toBe(IMMUTABLE_CACHE);
    }
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
});

test('an export holds nothing private, says what it shows, and the next one takes its place', async () => {
  const { folder, stdout } = await exported();
  expect(stdout).toMatch(/site holds shell 0\.1\.0-\w+, notes 0\.1\.0-\w+: the whole site for https/);
  const files = await filesOf(join(folder, 'site'));
  expect(files.filter((file) => /pointer|site\.json|(^|\/)\.|release\.(html|json)/.test(file))).toEqual([]);
  writeFiles(folder, { '.tool/state': 'stays', 'site/gone.html': 'from before' });
  expect((await run(folder)).code).toBe(0);
  const there = ['.tool/state', 'site/gone.html'].filter((file) => existsSync(join(folder, file)));
  expect(there).toEqual(['.tool/state']);
});

test('_headers has what any page needs and marks releases immutable; _redirects names the file of addresses with parameters', async () => {
  const { folder } = await exported();
  const [all = '', ...releases] = readFileSync(join(folder, 'site/_headers'), 'utf8').split('\n/');
  expect(all).toContain("\n  Content-Security-Policy: default-src 'none'; ");
  expect(all).toContain(`style-src 'self' '${integrityOf('a{}')}';`);
  expect(all).toContain("connect-src 'self' https://abc.supabase.co https://events.example;");
  for (const header of ['Strict-Transport-Security', 'Permissions-Policy'])
    expect(all).toContain(`${header}: `);
  expect(releases.map((rule) => rule.trimEnd())).toEqual(
    ['remotes/:name', 'shell'].map((one) => `${one}/:version/*\n  Cache-Control: ${IMMUTABLE_CACHE}`),
  );
  expect(readFileSync(join(folder, 'site/_redirects'), 'utf8').trimEnd().split('\n')).toEqual([
    '/help /help/@ 200',
    '/notes/new /notes/new 200',
    '/notes/:id/edit /notes/@id/edit 200',
    '/notes/:id /notes/@id 200',
    '/help/* /help/@ 200',
  ]);
});

test.each<[string, Record<string, string>, RegExp]>([
  ['without the address of the site', { SITE_URL: '' }, /set SITE_URL, SUPABASE_URL/],
  ['without a backend', { SUPABASE_URL: '' }, /set SITE_URL, SUPABASE_URL/],
  ['without TLS', { SITE_URL: 'http://planner.example' }, /not an address with TLS/],
  ['with a secret key', { SUPABASE_KEY: 'sb_secret_1234' }, /^(?!.*sb_secret_1234).*a secret key/],
])('an export is refused %s', async (_, changes, sentence) => {
  for (const [name, value] of Object.entries(changes)) vi.stubEnv(name, value);
  const { code, stderr } = await run(home('never'));
  expect([code, stderr.trim()]).toEqual([1, expect.stringMatching(sentence)]);
  expect(existsSync(home('never'))).toBe(false);
});

test('an export is refused into a folder with other files, into the store or a parent folder of it, and nothing is lost', async () => {
  const mine = writeFiles(home('full'), { 'site/letter.txt': 'mine' });
  const before = readdirSync(home(), { recursive: true });
  for (const place of [mine, home('store'), home('store', 'out'), home()])
    expect(await run(place)).toMatchObject({ code: 1, stdout: '' });
  expect((await run(mine)).stderr).toContain('contains no export. Nothing was written');
  expect(readdirSync(home(), { recursive: true })).toEqual(before);
});

test('a damaged release is left out with a note if no visitor gets it; if one does, the export is refused', async () => {
  const notes = home('store', 'remotes/notes');
  const pointer = readFileSync(join(notes, 'pointer.json'), 'utf8');
  const { builtAt: since } = putLive(home('store'), ...small('notes', {}, { version: OLDER }));
  const history = [{ version: OLDER, since, until: since, withdrawn: true }];
  writeFiles(notes, { 'pointer.json': { ...EMPTY_POINTER, live: { version: LIVE, since }, history } });
  rmSync(join(notes, OLDER, 'assets/Clock-1.css'));
  const { folder, stdout } = await exported();
  expect(stdout).toContain(`Left out: notes ${OLDER}: assets/Clock-1.css does not match its record.`);
  expect(existsSync(join(folder, 'site/remotes/notes', OLDER))).toBe(false);
  writeFiles(notes, { 'pointer.json': pointer });
  const text = readFileSync(home('store', STYLE), 'utf8');
  writeFiles(home('store'), { [STYLE]: `${text}/**/` });
  const stderr = expect.stringContaining('assets/Clock-1.css does not match its record') as string;
  expect(await run(home('never'))).toMatchObject({ code: 1, stderr });
});
