import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { errorMessage, folderOf } from './readStore.ts';
import { remoteEventSchema } from './canary.ts';
import { siteSchema, type ReleaseRecord } from './schema.ts';
import {
  SERVICE_WORKER,
  fillInFrom,
  headersOfAll,
  indexFiles,
  licencesOf,
  serviceWorkerOf,
} from './siteFiles.ts';
import { makeRecord, fileOf } from './testing/index.ts';

let store: string;
beforeEach(() => {
  store = mkdtempSync(join(tmpdir(), 'space-site-files-'));
});
afterEach(() => rmSync(store, { recursive: true }));

/** A release of these files, in the store. */
function released(name: string, files: Record<string, string>): ReleaseRecord {
  const record = makeRecord(name, {
    files: Object.fromEntries(Object.entries(files).map(([file, text]) => [file, fileOf(text)])),
  });
  for (const [file, text] of Object.entries(files)) {
    const path = join(folderOf(store, name), record.version, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return record;
}

const HEAD = `<meta name="supabase-url" content="/" />
<meta name="supabase-key" content="%SUPABASE_KEY%" />
<meta name="events-url" content="" />
<meta name="calendar-feed" content="" />
<meta name="service-worker" content="/service-worker.js" />
<link rel="canonical" href="%SITE_URL%/about" />`;
const PAGES = [
  { path: null, html: '<meta name="robots" content="noindex" />' },
  { path: '/', html: '<link rel="canonical" href="%SITE_URL%/" /><style>a{}</style>' },
  { path: '/about', html: '<link rel="canonical" href="%SITE_URL%/about" /><style>b{}</style>' },
  { path: '/dashboard', html: '<meta name="robots" content="noindex" />' },
];
const url = 'https://planner.example';
const supabase = { url: 'https://abc.supabase.co/', publishableKey: 'sb_"x"' };
const site = siteSchema.parse({});

test('site.json fills in the pages; what it leaves out is left to the server', () => {
  const own = { eventsUrl: 'https://space.example/in', calendarUrl: 'https://space.example/calendar' };
  const whole = siteSchema.parse({ url, supabase, ...own, serviceWorker: false });
  expect(fillInFrom(whole, HEAD)).toBe(`<meta name="supabase-url" content="https://abc.supabase.co/" />
<meta name="supabase-key" content="sb_&#34;x&#34;" />
<meta name="events-url" content="https://space.example/in" />
<meta name="calendar-feed" content="https://space.example/calendar" />
<meta name="service-worker" content="" />
<link rel="canonical" href="https://planner.example/about" />`);
  expect(fillInFrom(site, HEAD)).toBe(HEAD);
});

test.each([
  { url: 'https://planner.example/' },
  { url: 'planner.example' },
  { supabase: { url: 'abc.supabase.co', publishableKey: 'x' } },
  { supabase: { url: 'https://abc.supabase.co' } },
  { supabase: { url: '/', publishableKey: 'x' } },
  { eventsUrl: '/_events' },
  { calendarUrl: 'calendar' },
])('site.json is refused with %o', (given) => {
  expect(siteSchema.safeParse(given).success).toBe(false);
});

test('hosts allow the inline styles of all pages by hash, and connections to the backend and the events service', () => {
  const given = siteSchema.parse({ supabase, eventsUrl: 'https://events.example/in' });
  const policy = headersOfAll(given, PAGES)['Content-Security-Policy'] ?? '';
  expect(policy.match(/'sha256-/g)).toHaveLength(2);
  expect(policy).toContain("connect-src 'self' https://abc.supabase.co https://events.example;");
});

test('hidden-page: the sitemap lists the pages that may be indexed', () => {
  const files = indexFiles(siteSchema.parse({ url }), PAGES);
  const addresses = [...(files['sitemap.xml'] ?? '').matchAll(/<loc>(.*?)<\/loc>/g)].map(([, one]) => one);
  expect(addresses).toEqual([`${url}/`, `${url}/about`]);
  expect(files['robots.txt']).toContain(`Sitemap: ${url}/sitemap.xml\n`);
  expect(indexFiles(site, PAGES)['sitemap.xml']).toContain('%SITE_URL%/about');
});

test('the service worker is that of the shell, or one that unregisters itself: switched off, missing or altered', async () => {
  const shell = released('shell', { [SERVICE_WORKER]: 'addEventListener("fetch", () => {});' });
  expect(await serviceWorkerOf(store, shell, site)).toContain('fetch');
  const off = siteSchema.parse({ serviceWorker: false });
  const others = [serviceWorkerOf(store, shell, off), serviceWorkerOf(store, makeRecord('shell'), site)];
  writeFileSync(join(folderOf(store, 'shell'), shell.version, SERVICE_WORKER), 'changed');
  for (const worker of await Promise.all([...others, serviceWorkerOf(store, shell, site)]))
    expect(worker).toMatch(/caches\.delete[^]*registration\.unregister\(\)/);
});

test('licences.txt has each text once, with the releases that contain it', async () => {
  const zustand = '## zustand - 5.1.0 (MIT)\n\nCopyright';
  const records = [
    released('shell', { 'licences.txt': 'react', 'service-worker-licences.txt': zustand }),
    released('retro', { 'licences.txt': `${zustand}\n`, 'assets/vt323-LICENSE.txt': 'Open Font' }),
  ];
  const [, ...parts] = (await licencesOf(store, records)).split(`${'='.repeat(80)}\n`);
  expect(parts.map((part) => part.trim())).toEqual([
    'In: shell\n\nreact',
    `In: shell, retro\n\n${zustand}`,
    'In: retro\n\nOpen Font',
  ]);
});

test('a full disk has a message of its own', () => {
  const full = Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC', path: '/site/x' });
  expect(errorMessage(full)).toBe('The disk is full: /site/x cannot be written. Make room, then try again.');
});

const EVENT = { id: 'retro', version: '0.1.0', outcome: 'loaded', cause: 'none', milliseconds: 1, bucket: 1 };
test.each([
  [EVENT, true],
  [{ ...EVENT, version: 'unknown', bucket: 99.99 }, true],
  [{ ...EVENT, at: '2026-01-01T00:00:00Z' }, false],
  [{ ...EVENT, id: '../shell' }, false],
  [{ ...EVENT, version: '<b>' }, false],
  [{ ...EVENT, milliseconds: -1 }, false],
  [{ ...EVENT, bucket: 100 }, false],
])('an event of a browser is taken if it has exactly its fields: %o, %s', (event, isTaken) => {
  expect(remoteEventSchema.safeParse(event).success).toBe(isTaken);
});
