import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { freePort, installOnDebian } from '@space/server/testing/process';
import { IMMUTABLE_CACHE, filesOf } from '@space/store';
import { perform } from '../src/cli/main.ts';
import { SMALL_SHELL, putLive } from './smallRelease.ts';

const TEMPLATE = `<!doctype html><html lang="en"><head><meta charset="utf-8" /><title>Small</title>
<meta name="supabase-url" content="/" /><meta name="supabase-key" content="%SUPABASE_KEY%" />
<!-- registry --><script type="module" crossorigin src="./assets/main.js"></script></head><body><div id="root"></div></body></html>
`;
const VALID = {
  SITE_URL: 'https://planner.example',
  SUPABASE_URL: 'https://abc.supabase.co',
  SUPABASE_KEY: 'sb_publishable_x',
};
const PAGES = '/ /about /retro /retro/pricing /notes/new /notes/:id /notes/:id/edit /help/*'.split(' ');
const STYLE = '/remotes/notes/0.1.0-0123456789ab/assets/Clock-1.css';

let home: string;
let store: string;
let output: string[];

beforeAll(async () => {
  for (const name of ['nginx', 'caddy']) installOnDebian(name);
  home = mkdtempSync(join(tmpdir(), 'space-export-'));
  store = join(home, 'store');
  const shell = { entry: 'index.html', styles: [], ...SMALL_SHELL };
  putLive(store, {
    name: 'shell',
    files: { 'index.html': TEMPLATE, 'assets/main.js': '1;' },
    record: shell,
  });
  const pages = PAGES.map((path) => ({ path, access: 'public' as const }));
  putLive(store, { name: 'notes', record: { pages } });
  writeFileSync(join(store, 'site.json'), JSON.stringify({ serviceWorker: false }));
});
afterAll(() => rmSync(home, { recursive: true }));
beforeEach(() => {
  output = [];
});

async function run(folder: string, environment: Record<string, string> = VALID): Promise<boolean> {
  const write = (line: string) => void output.push(line);
  return perform(['export', folder, '--store', store], environment, { log: write, error: write });
}
/** Exports the site into a new folder. */
async function exported(): Promise<string> {
  const folder = mkdtempSync(join(home, 'live-'));
  if (!(await run(folder))) throw new Error(output.join('\n'));
  return folder;
}

/** The configuration around that of an export, on a port of this machine, and how each server is started with it. */
const SERVERS: Record<string, (folder: string, port: number) => { file: string; command: string[] }> = {
  nginx: (folder, port) => {
    const site = readFileSync(join(folder, 'nginx.conf'), 'utf8');
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const file = `daemon off; ${process.getuid?.() === 0 ? 'user root;' : ''} pid ${folder}/pid; error_log stderr warn; events {}
http { access_log off; types { text/html html; text/css css; text/javascript js; application/json json; }
${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
${site.replace('listen 80;', `listen 127.0.0.1:${port};`)} }`;
    return { file, command: ['nginx', '-p', folder, '-c'] };
  },
  caddy: (folder, port) => {
    const site = readFileSync(join(folder, 'Caddyfile'), 'utf8');
    const file = `{\nadmin off\n}\n${site.replace('planner.example {', `http://127.0.0.1:${port} {`)}`;
    return { file, command: ['caddy', 'run', '--adapter', 'caddyfile', '--config'] };
  },
};

async function serve(name: string, folder: string) {
  const port = await freePort();
  const { file, command } = SERVERS[name]?.(folder, port) ?? { file: '', command: [name] };
  const place = join(folder, `${name}.here`);
  writeFileSync(place, file.replaceAll('/srv/better-space/site', join(folder, 'site')));
  const [program = '', ...args] = command;
  const child = spawn(program, [...args, place], { stdio: ['ignore', 'ignore', 'inherit'] });
  const origin = `http://127.0.0.1:${port}`;
  const isUp = () =>
    fetch(origin).then(
      () => true,
      () => child.exitCode !== null,
    );
  await expect.poll(isUp, { timeout: 20_000 }).toBe(true);
  return {
    origin,
    async close() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

test.each(Object.keys(SERVERS))('%s serves every page and file as our own server does', async (name) => {
  const folder = await exported();
  const server = await serve(name, folder);
  const inSite = (file: string) => readFileSync(join(folder, 'site', file), 'utf8');
  const get = async (path: string) => {
    const response = await fetch(`${server.origin}${path}`, { redirect: 'manual' });
    const headers: Record<string, string | undefined> = Object.fromEntries(response.headers);
    return { path, status: response.status, headers, text: await response.text() };
  };
  try {
    const [all = ''] = inSite('_headers').split('\n/remotes');
    const pairs = [...all.matchAll(/^ {2}([\w-]+): (.*)$/gm)];
    const headers = Object.fromEntries(pairs.map(([, header = '', value]) => [header.toLowerCase(), value]));
    expect(Object.keys(headers)).toEqual(
      expect.arrayContaining(['content-security-policy', 'strict-transport-security', 'permissions-policy']),
    );
    for (const [path, status, file] of [
      ['/', 200, 'index.html'],
      ...['about', 'retro', 'retro/pricing', 'notes/new'].map(
        (one) => [`/${one}`, 200, `${one}.html`] as const,
      ),
      ['/notes/1', 200, 'notes/@id.html'],
      ['/notes/caf%C3%A9?a=%2F//b', 200, 'notes/@id.html'],
      ['/notes/1/edit', 200, 'notes/@id/edit.html'],
      ['/help', 200, 'help/@.html'],
      ['/help/a/b', 200, 'help/@.html'],
      ['/no/such/page', 404, '404.html'],
    ] as const)
      expect(await get(path)).toMatchObject({
        ...{ path, status, text: inSite(file) },
        headers: {
          ...headers,
          'cache-control': 'no-cache',
          'content-type': expect.stringContaining('text/html'),
        },
      });
    const policy = headers['content-security-policy'];
    expect((await get(STYLE)).headers).toMatchObject({
      ...{ 'cache-control': IMMUTABLE_CACHE, 'content-security-policy': policy },
    });
    expect((await get('/registry.json')).headers['cache-control']).toBe('no-cache');
    expect((await get('/about/')).headers['location']).toMatch(/(^|[^/])\/about$/);
    // A browser would take what such a redirect repeats for the address of another site.
    for (const path of ['/%5Cevil.example/', '/%09/evil.example/', '/%5C/evil.example.html'])
      expect(await get(path)).not.toHaveProperty('headers.location');
    for (const path of [
      STYLE.replace('Clock-1', 'gone-1'),
      '/remotes/none/0.1.0-000000000000/remoteEntry.js',
    ]) {
      const missing = await get(path);
      expect(missing).toMatchObject({ path, status: 404, text: 'Not found' });
      expect(missing.headers['cache-control']).not.toBe(IMMUTABLE_CACHE);
    }
    for (const path of ['/site.json', '/remotes/notes/pointer.json', '/nginx.conf', '/Caddyfile', '/.lock'])
      expect(await get(path)).toMatchObject({ path, status: 404 });
  } finally {
    await server.close();
  }
});

test('an export holds nothing private, says what it shows, and the next one takes its place', async () => {
  const folder = await exported();
  expect(output.join('\n')).toMatch(
    /site holds shell 0\.1\.0-\w+, notes 0\.1\.0-\w+: the whole site for https/,
  );
  const files = await filesOf(join(folder, 'site'));
  expect(files.filter((file) => /pointer|site\.json|(^|\/)\.|release\.(html|json)/.test(file))).toEqual([]);
  mkdirSync(join(folder, '.tool'));
  writeFileSync(join(folder, 'site', 'gone.html'), 'from before');
  expect(await run(folder)).toBe(true);
  expect(existsSync(join(folder, '.tool'))).toBe(true);
  expect(existsSync(join(folder, 'site', 'gone.html'))).toBe(false);
});

test('_headers marks releases immutable; _redirects names the file of addresses with parameters', async () => {
  const folder = await exported();
  const [all = '', ...releases] = readFileSync(join(folder, 'site/_headers'), 'utf8').split('\n/');
  expect(all).toContain("\n  Content-Security-Policy: default-src 'none'; ");
  expect(releases.map((rule) => rule.trimEnd())).toEqual([
    `remotes/:name/:version/*\n  Cache-Control: ${IMMUTABLE_CACHE}`,
    `shell/:version/*\n  Cache-Control: ${IMMUTABLE_CACHE}`,
  ]);
  expect(readFileSync(join(folder, 'site/_redirects'), 'utf8').trimEnd().split('\n')).toEqual([
    '/help /help/@ 200',
    '/notes/new /notes/new 200',
    '/notes/:id/edit /notes/@id/edit 200',
    '/notes/:id /notes/@id 200',
    '/help/* /help/@ 200',
  ]);
});

test('a damaged release is left out with a note if no visitor gets it; if one does, the export is refused', async () => {
  const [older, live] = ['0.1.0-ba9876543210', '0.1.0-0123456789ab'];
  const at = (...names: string[]) => join(store, 'remotes/notes', ...names);
  const pointer = readFileSync(at('pointer.json'), 'utf8');
  const now = new Date().toISOString();
  const wasLive = { version: older, since: now, until: now, withdrawn: true };
  cpSync(at(live), at(older), { recursive: true });
  const record = readFileSync(at(older, 'release.json'), 'utf8');
  writeFileSync(at(older, 'release.json'), record.replace(`"${live}"`, `"${older}"`));
  rmSync(at(older, 'assets/Clock-1.css'));
  writeFileSync(
    at('pointer.json'),
    pointer.replace('"history":[]', `"history":[${JSON.stringify(wasLive)}]`),
  );
  const folder = await exported();
  expect(output).toContain(`Left out: notes ${older}: assets/Clock-1.css does not match its record.`);
  expect(existsSync(join(folder, 'site/remotes/notes', older))).toBe(false);
  rmSync(at(older), { recursive: true });
  writeFileSync(at('pointer.json'), pointer);
  const text = readFileSync(join(store, STYLE), 'utf8');
  writeFileSync(join(store, STYLE), `${text}/**/`);
  expect(await run(join(home, 'never'))).toBe(false);
  expect(output.at(-1)).toContain('assets/Clock-1.css does not match its record');
  writeFileSync(join(store, STYLE), text);
});

test.each<[string, Record<string, string>, RegExp]>([
  ['without the address of the site', { ...VALID, SITE_URL: '' }, /set SITE_URL, SUPABASE_URL/],
  ['without a backend', { SITE_URL: VALID.SITE_URL }, /set SITE_URL, SUPABASE_URL/],
  ['without TLS', { ...VALID, SITE_URL: 'http://planner.example' }, /not an address with TLS/],
  ['with a secret key', { ...VALID, SUPABASE_KEY: 'sb_secret_1234' }, /a secret key/],
])('an export is refused %s', async (_, environment, sentence) => {
  const folder = join(home, 'never');
  expect(await run(folder, environment)).toBe(false);
  expect(output.join('\n')).toMatch(sentence);
  expect(output.join('\n')).not.toContain('sb_secret_1234');
  expect(existsSync(folder)).toBe(false);
});

test('an export is refused into a folder with other files, into the store or a parent folder of it, and nothing is lost', async () => {
  const mine = mkdtempSync(join(home, 'full-'));
  mkdirSync(join(mine, 'site'));
  writeFileSync(join(mine, 'site/letter.txt'), 'mine');
  const before = readdirSync(home, { recursive: true });
  for (const place of [mine, store, join(store, 'out'), home])
    expect({ place, isDone: await run(place) }).toEqual({ place, isDone: false });
  expect(output[0]).toContain('contains no export. Nothing was written');
  expect(readdirSync(home, { recursive: true })).toEqual(before);
});
