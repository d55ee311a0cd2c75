import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fillInFrom } from './fillIn.ts';
import { headersOfAll, writeHostFiles } from './hostFiles.ts';
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
    const own = { eventsUrl: 'https://space.example/in', calendarUrl: 'https://space.example/calendar' };
    const site = siteSchema.parse({ url: 'https://planner.example', supabase, ...own });
    expect(fillInFrom(site, HEAD)).toBe(`<meta name="supabase-url" content="https://abc.supabase.co/" />
<meta name="supabase-key" content="sb_&quot;x&quot;" />
<meta name="events-url" content="https://space.example/in" />
<meta name="calendar-feed" content="https://space.example/calendar" />
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
    { supabase: { url: '/', publishableKey: 'x' } },
    { eventsUrl: '/_events' },
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

  test('allow the inline styles of all pages by hash, and connections to the backend and the events service', () => {
    const site = siteSchema.parse({ supabase, eventsUrl: 'https://events.example/in' });
    const policy = headersOfAll(site, PAGES)['Content-Security-Policy'] ?? '';
    expect(policy.match(/'sha256-/g)).toHaveLength(2);
    expect(policy).toContain("connect-src 'self' https://abc.supabase.co https://events.example;");
  });

  test('remove those of an earlier version', async () => {
    for (const file of ['_headers', 'nginx.headers.conf']) writeFileSync(join(store, file), 'old');
    await writeHostFiles(store, siteSchema.parse({}), PAGES);
    expect(readdirSync(store).toSorted()).toEqual(['robots.txt', 'sitemap.xml']);
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
