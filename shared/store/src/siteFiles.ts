import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { nullIf, replaceFile } from './files.ts';
import { SITE_URL, escapeHtml, siteHeaders } from './headers.ts';
import { withLock } from './lock.ts';
import { integrityMap, pageHtml, permissionsOf } from './pageHtml.ts';
import { withoutExpired } from './pointer.ts';
import { listedAddresses, readIntact, readParts } from './prerendered.ts';
import {
  SHELL,
  folderOf,
  isStoreError,
  parsedOrNull,
  readPointer,
  readRecord,
  readSite,
  remotesIn,
} from './readStore.ts';
import { fileOfPage, planSite, releaseOf, type LeftOut, type SitePlan } from './registry.ts';
import { pagePathSchema, type ReleaseRecord, type SiteConfiguration } from './schema.ts';

// Everything in a store that follows from the pointers and from the operator's configuration: pages, registry, files for search
// engines, the service worker, the licences, and what may be tried.

/** Settings of the site, by the elements of a page that receive them. */
const PLACES = {
  /** The backend's address; '/' is the site's own origin. */
  supabaseUrl: 'supabase-url',
  supabaseKey: 'supabase-key',
  /** Where pages report the outcomes of loading remotes; empty: nowhere. */
  eventsUrl: 'events-url',
  /** The address of calendar feeds, without a trailing slash; empty: there are none. */
  calendarUrl: 'calendar-feed',
  /** The address of the service worker; empty: pages register none. */
  serviceWorker: 'service-worker',
} as const;

/** What is filled into pages: settings and the site's own address, without a trailing slash. What is absent stays as it is. */
export type PageSettings = { [Name in keyof typeof PLACES | 'siteUrl']?: string | undefined };

/** Fills settings into the text of a page, of robots.txt or of sitemap.xml, and returns it. */
export function fillIn(text: string, { siteUrl, ...settings }: PageSettings): string {
  let filled = siteUrl === undefined ? text : text.replaceAll(SITE_URL, () => escapeHtml(siteUrl));
  for (const [setting, name] of Object.entries(PLACES)) {
    const content = settings[setting as keyof typeof PLACES];
    const place = new RegExp(`(<meta\\s+name="${name}"\\s+content=")[^"]*"`);
    if (content !== undefined)
      filled = filled.replace(place, (_, start: string) => `${start}${escapeHtml(content)}"`);
  }
  return filled;
}

/** Fills in the operator's configuration; what it leaves out is left to our server. Takes the text; returns the new one. */
const fillInFrom = (site: SiteConfiguration, text: string): string =>
  fillIn(text, {
    siteUrl: site.url,
    supabaseUrl: site.supabase?.url,
    supabaseKey: site.supabase?.publishableKey,
    eventsUrl: site.eventsUrl,
    calendarUrl: site.calendarUrl,
    serviceWorker: site.serviceWorker ? undefined : '',
  });

/** A page of the site: its path (null: the not-found page) and its HTML. */
export interface SitePage {
  path: string | null;
  html: string;
}

/** Returns the files for search engines, by name. Crawlers may fetch all: pages that are not to be indexed say so themselves. */
function indexFiles(site: SiteConfiguration, pages: readonly SitePage[]) {
  const addresses = pages
    .filter(({ path, html }) => path !== null && html.includes('<link rel="canonical"'))
    .map(({ path }) => `  <url><loc>${SITE_URL}${path}</loc></url>\n`);
  const space = 'http://www.sitemaps.org/schemas/sitemap/0.9';
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${space}">\n${addresses.join('')}</urlset>\n`;
  return {
    'robots.txt': fillInFrom(site, `User-agent: *\nAllow: /\nSitemap: ${SITE_URL}/sitemap.xml\n`),
    'sitemap.xml': fillInFrom(site, sitemap),
  };
}

/** The headers of a site's pages and files, for a host that sends the same ones for all: what any of its pages needs. */
export function headersOfAll(site: SiteConfiguration, pages: readonly SitePage[]): Record<string, string> {
  const elsewhere = [site.supabase?.url, site.eventsUrl].filter((address) => address !== undefined);
  const each = pages.map(({ html }) => permissionsOf(html));
  return siteHeaders({
    connectSources: [...new Set(elsewhere.map((address) => new URL(address).origin))],
    scriptHashes: [...new Set(each.flatMap(({ scriptHashes }) => scriptHashes))],
    styleHashes: [...new Set(each.flatMap(({ styleHashes }) => styleHashes))],
  });
}

/** The service worker's file, in the shell's release and at the root of the site, which makes the whole site its scope. */
const SERVICE_WORKER = 'service-worker.js';

/** Replaces an installed service worker: browsers look for an update whenever they open a page. Open pages go on. */
const UNREGISTER_SCRIPT = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  const forget = async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('better-space-'));
    await Promise.all(names.map((name) => caches.delete(name)));
    await self.registration.unregister();
  };
  event.waitUntil(forget());
});
`;

/** Returns the shell's service worker; one that unregisters itself if it is switched off in site.json, missing or altered. */
async function serviceWorkerOf(store: string, shell: ReleaseRecord, site: SiteConfiguration) {
  const worker = site.serviceWorker ? await readIntact(store, shell, SERVICE_WORKER) : null;
  return worker ?? UNREGISTER_SCRIPT;
}

/** A list of licences that a build has (`LICENCES`), and the licence of a font. */
const LICENCE_FILES = /(licences|-LICENSE)\.txt$/;
const RULE = '='.repeat(80);

/** Joins the licences of the code and fonts of others that releases contain, each with the names of these releases. */
async function licencesOf(store: string, records: readonly ReleaseRecord[]): Promise<string> {
  const names = new Map<string, Set<string>>();
  for (const record of records)
    for (const file of Object.keys(record.files).filter((one) => LICENCE_FILES.test(one))) {
      const text = (await readIntact(store, record, file))?.trim();
      if (text) names.set(text, (names.get(text) ?? new Set()).add(record.name));
    }
  return [
    'Licences of the code and the fonts of others that this site sends to browsers. The source of each is in its\npackage, which https://www.npmjs.com has under its name and version.\n',
    ...[...names].map(([text, known]) => `${RULE}\nIn: ${[...known].join(', ')}\n\n${text}\n`),
  ].join('\n');
}

/** A hidden file: the paths of the pages that were made last. */
const PATHS = '.pages.json';

/** Renders every page of a site, and by name the other files that browsers read, the registry last. Read-only. */
export async function makePages(store: string, plan: SitePlan, site: SiteConfiguration) {
  const { registry, records, shell } = plan;
  const template = await readFile(join(folderOf(store, SHELL), shell.version, shell.entry), 'utf8');
  const live = records.filter(({ name, version }) => registry.remotes[name]?.live.version === version);
  const parts = await readParts(store, shell, live);
  const htmlAt = (path: string | null) =>
    fillInFrom(site, pageHtml({ template, registry, records, shell, parts }, path));
  const declared = [shell, ...Object.values(registry.remotes)].flatMap(({ pages }) => pages);
  const paths = [...declared.map(({ path }) => path), ...listedAddresses(registry, parts)];
  const pages = paths.map((path) => ({ path, html: htmlAt(path) }));
  const unknown: SitePage = { path: null, html: htmlAt(null) };
  const texts = {
    ...indexFiles(site, [unknown, ...pages]),
    'licences.txt': await licencesOf(store, [shell, ...records]),
    [SERVICE_WORKER]: await serviceWorkerOf(store, shell, site),
    'registry.json': `${JSON.stringify(registry, null, 2)}\n`,
  };
  return { unknown, pages, texts };
}

/** Makes the pages anew, for a holder of the lock. Returns the releases that they do not offer; null without a shell. */
export async function deriveLocked(store: string): Promise<LeftOut[] | null> {
  const put = (file: string, text: string) => replaceFile(join(store, file), text);
  for (const name of await remotesIn(store)) await writeStaged(store, name);
  const plan = await planSite(store);
  if (plan === null) return null;
  const { unknown, pages, texts } = await makePages(store, plan, await readSite(store));
  const paths = pages.map(({ path }) => path);
  const last = await readFile(join(store, PATHS), 'utf8').catch(() => '[]');
  for (const path of parsedOrNull(last, z.array(pagePathSchema)) ?? [])
    if (!paths.includes(path)) await rm(join(store, fileOfPage(path)), { force: true });
  for (const { path, html } of pages) await put(fileOfPage(path), html);
  if (!paths.includes('/')) await put('index.html', unknown.html);
  await put('404.html', unknown.html);
  for (const [file, text] of Object.entries(texts)) await put(file, text);
  await put(PATHS, JSON.stringify(paths));
  return plan.leftOut;
}

/** Makes the pages anew, as each move does: after a change of site.json, or if a process was killed before it had. */
export const derive = (store: string): Promise<LeftOut[] | null> =>
  withLock(store, () => deriveLocked(store));

/** Writes what browsers may try of a remote, `staged.json`: its staged releases whose record can be read. */
async function writeStaged(store: string, name: string): Promise<void> {
  const pointer = await readPointer(store, name).catch(nullIf(isStoreError));
  if (pointer === null) return;
  const known: Record<string, object> = {};
  for (const { version } of withoutExpired(pointer, new Date()).staged) {
    const record = await readRecord(store, name, version).catch(nullIf(isStoreError));
    if (record === null) continue;
    const integrity = integrityMap([record], /\.(js|css)$/);
    known[version] = { title: record.title, pages: record.pages, release: releaseOf(record), integrity };
  }
  await replaceFile(join(folderOf(store, name), 'staged.json'), `${JSON.stringify(known, null, 2)}\n`);
}
