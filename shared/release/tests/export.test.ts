import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pageOf } from '@space/federation';
import { installOnDebian } from '@space/server/testing/process';
import { filesOf } from '@space/store';
import { perform } from '../src/cli/commands.ts';
import { uploadToBucket } from '../src/export/bucket.ts';
import { HOSTS } from '../src/export/hosts.ts';
import { findNginx } from '../src/export/nginxHere.ts';
import { observatoryScore } from '../src/export/observatory.ts';
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
const PAGES = [
  '/',
  '/about',
  '/retro',
  '/retro/pricing',
  '/notes/new',
  '/notes/:id',
  '/notes/:id/edit',
  '/help/*',
];
const NAMES = Object.keys(HOSTS);

let home: string;
let store: string;
let output: string[];

beforeAll(async () => {
  if (findNginx() === null)
    installOnDebian({ name: 'nginx', isThere: 'command -v nginx', packages: ['nginx'] });
  home = mkdtempSync(join(tmpdir(), 'space-export-'));
  store = join(home, 'store');
  const shell = { entry: 'index.html', styles: [], ...SMALL_SHELL };
  await putLive(store, {
    name: 'shell',
    files: { 'index.html': TEMPLATE, 'assets/main.js': '1;' },
    record: shell,
  });
  const pages = PAGES.map((path) => ({ path, access: 'public' as const }));
  await putLive(store, { name: 'notes', record: { pages } });
  writeFileSync(join(store, 'site.json'), JSON.stringify({ serviceWorker: false }));
  for (const file of ['.log.ndjson', 'remotes/notes/.log.ndjson', 'remotes/notes/preview-pr-1.json'])
    writeFileSync(join(store, file), '{}');
});
afterAll(() => rmSync(home, { recursive: true }));
beforeEach(() => {
  output = [];
});

async function run(args: readonly string[], environment: Record<string, string> = VALID): Promise<boolean> {
  const write = (line: string) => void output.push(line);
  return perform(['export', ...args, '--store', store], environment, { log: write, error: write });
}
/** Runs `export`; throws with its output if it fails. */
async function mustRun(...args: readonly string[]): Promise<void> {
  if (!(await run(args))) throw new Error(output.join('\n'));
}
async function exported(host: string): Promise<string> {
  const folder = mkdtempSync(join(home, `${host}-`));
  await mustRun(host, folder);
  expect(output.join('\n')).not.toContain('Left out');
  output = [];
  return folder;
}

describe.each(NAMES)('an export for %s', (host) => {
  test('serves each address without a redirect, and no unknown address or private file', async () => {
    const folder = await exported(host);
    const files = await filesOf(join(folder, 'site'));
    expect(files.filter((file) => /pointer|preview|site\.json|\.ndjson|(^|\/)\./.test(file))).toEqual([]);
    await mustRun('check', folder);
    expect(output.at(-1)).toMatch(/: 0 faults\. Observatory: (.*)\.$/);
    if (host === 'github-pages') expect(output.at(-1)).not.toContain('A');
    else expect(output.at(-1)).toContain('Observatory: A+ (130)');
  });

  test('prints what this host does not support, and the next command', async () => {
    await run([host, mkdtempSync(join(home, 'output-'))]);
    expect(output.join('\n')).toMatch(
      /This export does not have:\n- .*\n[^]*nothing halts them[^]*Next: npm run store -- export check /,
    );
  });

  test('replaces an earlier export in its folder, and keeps the hidden folder of a tool', async () => {
    const folder = await exported(host);
    mkdirSync(join(folder, '.tool'));
    writeFileSync(join(folder, 'site', 'gone.html'), 'from before');
    await mustRun(host, folder);
    expect(existsSync(join(folder, '.tool'))).toBe(true);
    expect(existsSync(join(folder, 'site', 'gone.html'))).toBe(false);
  });
});

describe('the check finds', () => {
  test('a page that the host would redirect to an address with a trailing slash', async () => {
    for (const [host, status] of [
      ['cloudflare', 308],
      ['netlify', 301],
      ['github-pages', 301],
    ] as const) {
      const folder = await exported(host);
      mkdirSync(join(folder, 'site/about'));
      renameSync(join(folder, 'site/about.html'), join(folder, 'site/about/index.html'));
      expect(await run(['check', folder])).toBe(false);
      expect(output).toContain(`✗ /about is answered with ${status}`);
      output = [];
    }
  });

  test('private, changed and missing files, and missing headers', async () => {
    const folder = await exported('cloudflare');
    const site = join(folder, 'site');
    writeFileSync(join(site, 'site.json'), '{}');
    const entry = 'remotes/notes/0.1.0-0123456789ab/remoteEntry.js';
    writeFileSync(join(site, entry), 'another');
    rmSync(join(site, 'registry.json'));
    const headers = readFileSync(join(site, '_headers'), 'utf8');
    writeFileSync(join(site, '_headers'), headers.replace(/ *Strict-Transport.*\n/, ''));
    expect(await run(['check', folder])).toBe(false);
    expect(output).toEqual(
      expect.arrayContaining([
        '✗ /site.json is answered with 200, not 404',
        `✗ /${entry} is not what was released`,
        '✗ /registry.json is answered with 404',
        '✗ /about is sent with Strict-Transport-Security: nothing',
      ]),
    );
    expect(output.at(-1)).toContain('Observatory: B+ (80)');
  });
});

describe('an export is refused, and nothing is lost', () => {
  test.each<[string, Record<string, string>, RegExp]>([
    [
      'without the address of the site',
      { ...VALID, SITE_URL: '' },
      /set SITE_URL, SUPABASE_URL and SUPABASE_KEY/,
    ],
    ['without a backend', { SITE_URL: VALID.SITE_URL }, /set SITE_URL, SUPABASE_URL/],
    [
      'for an address without TLS',
      { ...VALID, SITE_URL: 'http://planner.example' },
      /not an address with TLS/,
    ],
    ['with a secret key', { ...VALID, SUPABASE_KEY: 'sb_secret_1234' }, /a secret key/],
  ])('%s', async (_, environment, sentence) => {
    const folder = join(home, 'never');
    expect(await run(['netlify', folder], environment)).toBe(false);
    expect(output.join('\n')).toMatch(sentence);
    expect(output.join('\n')).not.toContain('sb_secret_1234');
    expect(existsSync(folder)).toBe(false);
  });

  test('into a folder with other files, into the store or a parent folder of it, or for an unknown host', async () => {
    const folder = mkdtempSync(join(home, 'full-'));
    writeFileSync(join(folder, 'letter.txt'), 'mine');
    expect(await run(['netlify', folder])).toBe(false);
    expect(output.join()).toContain('contains no export. Nothing was written');
    expect(readFileSync(join(folder, 'letter.txt'), 'utf8')).toBe('mine');
    symlinkSync(store, join(home, 'link'));
    for (const place of [store, join(store, 'out'), home, join(home, 'link', 'out')])
      expect({ place, isDone: await run(['netlify', place]) }).toEqual({ place, isDone: false });
    expect(await run(['geocities', join(home, 'new')])).toBe(false);
    expect(output.at(-1)).toContain('nginx, cloudflare, netlify, vercel, s3, github-pages, or check');
    expect(await run(['check', folder])).toBe(false);
    expect(output.at(-1)).toContain('is not an export');
  });

  test('when a file of a live release is changed, or is a link out of its folder', async () => {
    const file = join(store, 'remotes/notes/0.1.0-0123456789ab/assets/Clock-1.css');
    const text = readFileSync(file, 'utf8');
    const secret = join(home, 'secret.css');
    writeFileSync(secret, text);
    try {
      writeFileSync(file, `${text}/**/`);
      expect(await run(['netlify', join(home, 'never')])).toBe(false);
      expect(output.at(-1)).toContain('assets/Clock-1.css does not match its record');
      rmSync(file);
      symlinkSync(secret, file);
      expect(await run(['netlify', join(home, 'never')])).toBe(false);
      expect(output.at(-1)).toContain('one of its files is a symbolic link');
    } finally {
      rmSync(file);
      writeFileSync(file, text);
    }
  });
});

test('nginx opens the same addresses of pages with parameters as a browser and our server', async () => {
  const text = readFileSync(join(await exported('nginx'), 'site/nginx.pages.conf'), 'utf8');
  expect(text.match(/^location .*|try_files .*/gm)).toEqual([
    'location ~ "^/notes/[^/?]+/edit/?$" {',
    'try_files $uri/index.html /notes/@id/edit/index.html =404;',
    'location ~ "^/notes/[^/?]+/?$" {',
    'try_files $uri/index.html /notes/@id/index.html =404;',
    'location ~ "^/help(/[^/?]+)*/?$" {',
    'try_files $uri/index.html /help/@/index.html =404;',
  ]);
  const rules = [...text.matchAll(/request_uri !~ "(.*)"/g)].map(([, rule = '']) => new RegExp(rule));
  const patterns = PAGES.filter((path) => /[:*]/.test(path)).map((path) => ({ path }));
  const isPage = '/notes/1 /notes/1/ /notes/1?a=%2F//b /notes/caf%C3%A9 /notes/caf%c3%a9/edit /help/a/b';
  const isNone = '/notes/1// /notes//1 /%6eotes/1 /notes/%61 /help/a%2Fb /help/a%5cb /help/%00 /x';
  for (const address of `${isPage} ${isNone}`.split(' ')) {
    const page = pageOf(patterns, new URL(address, 'http://site').pathname);
    const isInBrowser = page !== undefined;
    expect([address, rules.some((rule) => rule.test(address))]).toEqual([address, isInBrowser]);
  }
});

test('_redirects maps each page with parameters to a file, the most specific first', async () => {
  const folder = await exported('netlify');
  expect(readFileSync(join(folder, 'site/_redirects'), 'utf8').trimEnd().split('\n')).toEqual([
    '/help /help/@ 200',
    '/notes/new /notes/new 200',
    '/notes/:id/edit /notes/@id/edit 200',
    '/notes/:id /notes/@id 200',
    '/help/* /help/@ 200',
  ]);
});

test('an upload to a bucket stores releases first and the registry last, and removes outdated pages', async () => {
  const folder = await exported('s3');
  const before = ['old-page', 'about', 'shell/0.1.0-aaaaaaaaaaaa/a.js'];
  const { stored, removed } = await uploadToBucket(folder, before);
  const keys = [...stored.keys()];
  const isRelease = keys.map((key) => /^(shell|remotes)\//.test(key));
  expect(isRelease.lastIndexOf(true)).toBeLessThan(isRelease.indexOf(false));
  expect(keys.at(-1)).toBe('registry.json');
  expect(stored.get('about')?.headers).toEqual({
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-cache',
  });
  expect(removed).toEqual(['old-page']);
});

test('repeated uploads to GitHub Pages leave a single commit with all files', async () => {
  const folder = await exported('github-pages');
  const repository = join(home, 'pages.git');
  execFileSync('git', ['init', '--quiet', '--bare', repository]);
  for (let time = 0; time < 2; time += 1)
    execFileSync('sh', [join(folder, 'upload.sh'), repository], { stdio: 'pipe' });
  const git = (...words: string[]) => execFileSync('git', ['-C', repository, ...words], { encoding: 'utf8' });
  expect(git('rev-list', '--count', 'gh-pages').trim()).toBe('1');
  const names = git('ls-tree', '-r', '--name-only', 'gh-pages').trim().split('\n');
  expect(names).toEqual(expect.arrayContaining(['.nojekyll', 'CNAME', 'about.html', 'notes/@id.html']));
});

test('each missing header lowers the score as Observatory does', async () => {
  const { headers } = JSON.parse(readFileSync(join(await exported('vercel'), 'export.json'), 'utf8')) as {
    headers: Record<string, string>;
  };
  const sent = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const without = (...names: readonly string[]) =>
    observatoryScore(Object.fromEntries(sent.filter(([name = '']) => !names.includes(name))), '<html>');
  expect(without()).toEqual({ score: 130, grade: 'A+' });
  expect(without('cross-origin-resource-policy')).toEqual({ score: 120, grade: 'A+' });
  expect(without('x-content-type-options')).toEqual({ score: 125, grade: 'A+' });
  expect(without('strict-transport-security')).toEqual({ score: 80, grade: 'B+' });
  expect(without('content-security-policy')).toEqual({ score: 55, grade: 'C' });
  expect(without(...Object.keys(Object.fromEntries(sent)))).toEqual({ score: 30, grade: 'D' });
});
