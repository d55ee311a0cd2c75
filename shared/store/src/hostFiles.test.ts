import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pageOf } from '@space/federation';
import { fillInFrom } from './fillIn.ts';
import { writeHostFiles } from './hostFiles.ts';
import { siteSchema } from './schema.ts';

const HEAD = `<meta name="supabase-url" content="/" />
<meta name="supabase-key" content="%SUPABASE_KEY%" />
<meta name="events-url" content="" />
<meta name="calendar-feed" content="" />
<link rel="canonical" href="%SITE_URL%/about" />`;
const PAGES = [
  { path: null, html: '<meta name="robots" content="noindex" />' },
  { path: '/', html: '<link rel="canonical" href="%SITE_URL%/" /><style>a{}</style>' },
  { path: '/about', html: '<link rel="canonical" href="%SITE_URL%/about" /><style>b{}</style>' },
  { path: '/dashboard', html: '<meta name="robots" content="noindex" />' },
];
const supabase = { url: 'https://abc.supabase.co/', publishableKey: 'sb_"x"' };

describe('the settings in site.json', () => {
  test('fill in the placeholders of the pages', () => {
    const own = { eventsUrl: '/_events', calendarUrl: '/calendar' };
    const site = siteSchema.parse({ url: 'https://planner.example', supabase, ...own });
    expect(fillInFrom(site, HEAD)).toBe(`<meta name="supabase-url" content="https://abc.supabase.co/" />
<meta name="supabase-key" content="sb_&quot;x&quot;" />
<meta name="events-url" content="/_events" />
<meta name="calendar-feed" content="/calendar" />
<link rel="canonical" href="https://planner.example/about" />`);
  });

  test('leave a placeholder without a setting to the server', () => {
    expect(fillInFrom(siteSchema.parse({}), HEAD)).toBe(HEAD);
  });

  test('leave out the canonical link if neither they nor the server provide the address of the site', () => {
    const filled = fillInFrom(siteSchema.parse({ supabase }), HEAD);
    expect(filled).toContain('content="https://abc.supabase.co/"');
    expect(filled).not.toContain('canonical');
  });

  test.each([
    { url: 'https://planner.example/' },
    { url: 'planner.example' },
    { supabase: { url: 'abc.supabase.co', publishableKey: 'x' } },
    { supabase: { url: 'https://abc.supabase.co' } },
    { eventsUrl: '//events.example' },
    { calendarUrl: 'calendar' },
  ])('are refused when they are %o', (site) => {
    expect(siteSchema.safeParse(site).success).toBe(false);
  });
});

describe('the files for hosts', () => {
  let store: string;
  beforeEach(() => {
    store = mkdtempSync(join(tmpdir(), 'space-host-files-'));
  });
  afterEach(() => rmSync(store, { recursive: true }));
  const read = (file: string) => readFileSync(join(store, file), 'utf8');

  test('allow the inline styles of all pages by hash, and connections to the backend and the events service', async () => {
    await writeHostFiles(
      store,
      siteSchema.parse({ supabase, eventsUrl: 'https://events.example/in' }),
      PAGES,
    );
    expect(read('nginx.headers.conf').match(/'sha256-/g)).toHaveLength(2);
    expect(read('nginx.headers.conf')).toContain(
      "connect-src 'self' https://abc.supabase.co https://events.example;",
    );
    expect(read('nginx.headers.conf')).toMatch(/^(add_header [\w-]+ "[^"]*" always;\n)+$/);
  });

  test('map the addresses of pages with parameters to files, the most specific first', async () => {
    await writeHostFiles(store, siteSchema.parse({}), PAGES);
    expect(read('nginx.pages.conf')).toBe('# Pages with parameters.\n');

    const paths = [
      '/notes/*',
      '/notes',
      '/notes/:id',
      '/notes/:id/edit',
      '/notes/new',
      '/help/*',
      '/help/a/b',
    ];
    const pages = [...PAGES, ...paths.map((path) => ({ path, html: '' }))];
    await writeHostFiles(store, siteSchema.parse({}), pages);
    expect(read('nginx.pages.conf').match(/^location .*|try_files .*/gm)).toEqual([
      'location ~ "^/notes/[^/?]+/edit/?$" {',
      'try_files $uri/index.html /notes/@id/edit/index.html =404;',
      'location ~ "^/notes/[^/?]+/?$" {',
      'try_files $uri/index.html /notes/@id/index.html =404;',
      'location ~ "^/notes(/[^/?]+)*/?$" {',
      'try_files $uri/index.html /notes/@/index.html =404;',
      'location ~ "^/help(/[^/?]+)*/?$" {',
      'try_files $uri/index.html /help/@/index.html =404;',
    ]);
  });

  test('let nginx open the same addresses of pages with parameters as a browser and our server', async () => {
    const paths = ['/notes/:id/edit', '/notes/:id', '/help/*'].map((path) => ({ path }));
    await writeHostFiles(store, siteSchema.parse({}), [
      ...PAGES,
      ...paths.map((page) => ({ ...page, html: '' })),
    ]);
    const rules = [...read('nginx.pages.conf').matchAll(/request_uri !~ "(.*)"/g)].map(
      ([, rule = '']) => rule,
    );
    const isPage = (address: string) => rules.some((rule) => new RegExp(rule).test(address));
    for (const address of [
      ...[
        '/notes/1',
        '/notes/1/',
        '/notes/1?a=%2F//b',
        '/notes/caf%C3%A9',
        '/notes/caf%c3%a9/edit',
        '/help/a/b',
      ],
      ...[
        '/notes/1//',
        '/notes//1',
        '/%6eotes/1',
        '/notes/%61',
        '/help/a%2Fb',
        '/help/a%5cb',
        '/help/%00',
        '/x',
      ],
    ]) {
      const page = pageOf(paths, new URL(address, 'http://site').pathname);
      expect([address, isPage(address)]).toEqual([address, page !== undefined]);
    }
  });

  test('no longer include a _headers file, and remove the one of an earlier version', async () => {
    writeFileSync(join(store, '_headers'), 'old');
    await writeHostFiles(store, siteSchema.parse({}), PAGES);
    expect(existsSync(join(store, '_headers'))).toBe(false);
  });

  test('list the indexable pages in the sitemap, with the site’s address', async () => {
    await writeHostFiles(store, siteSchema.parse({ url: 'https://planner.example' }), PAGES);
    expect([...read('sitemap.xml').matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual([
      'https://planner.example/',
      'https://planner.example/about',
    ]);
    expect(read('robots.txt')).toContain('Sitemap: https://planner.example/sitemap.xml\n');
  });

  test('contain no sitemap, not even an old one, if the site’s address is unknown', async () => {
    await writeHostFiles(store, siteSchema.parse({}), PAGES);
    expect(read('sitemap.xml')).toContain('%SITE_URL%/about');
    await writeHostFiles(store, siteSchema.parse({ supabase }), PAGES);
    expect(existsSync(join(store, 'sitemap.xml'))).toBe(false);
    expect(read('robots.txt')).toBe('User-agent: *\nAllow: /\n');
  });
});
