import { permissionsOf } from './pageHtml.ts';
import { SITE_URL, escapeHtml, siteHeaders } from './headers.ts';
import { readIntact } from './prerendered.ts';
import type { ReleaseRecord, SiteConfiguration } from './schema.ts';

// What the operator's configuration decides: the settings in pages, the files for search engines, the headers for hosts,
// the service worker, and the licences.

/** The settings of the site that are filled into pages. A placeholder whose setting is absent stays as it is. */
export interface PageSettings {
  /** The site's own address, without a trailing slash. */
  siteUrl?: string | undefined;
  /** The backend's address; '/' is the site's own origin. */
  supabaseUrl?: string | undefined;
  supabaseKey?: string | undefined;
  /** Where pages report the outcomes of loading remotes; empty: nowhere. */
  eventsUrl?: string | undefined;
  /** The address of calendar feeds, without a trailing slash; empty: there are none. */
  calendarUrl?: string | undefined;
  /** The address of the service worker; empty: pages register none. */
  serviceWorker?: string | undefined;
}

/** Fills settings into the text of a page, of robots.txt or of sitemap.xml, and returns it. */
export function fillIn(text: string, { siteUrl, ...settings }: PageSettings): string {
  const contents = {
    'supabase-url': settings.supabaseUrl,
    'supabase-key': settings.supabaseKey,
    'events-url': settings.eventsUrl,
    'calendar-feed': settings.calendarUrl,
    'service-worker': settings.serviceWorker,
  };
  let filled = siteUrl === undefined ? text : text.replaceAll(SITE_URL, () => escapeHtml(siteUrl));
  for (const [name, content] of Object.entries(contents)) {
    const place = new RegExp(`(<meta\\s+name="${name}"\\s+content=")[^"]*"`);
    if (content !== undefined)
      filled = filled.replace(place, (_, start: string) => `${start}${escapeHtml(content)}"`);
  }
  return filled;
}

/**
 * Fills in the operator's configuration, for static hosts. If it names the backend but not the site's address, lines that
 * need the address are removed: no server will fill it in.
 */
export function fillInFrom(site: SiteConfiguration, text: string): string {
  const { url, supabase, eventsUrl, calendarUrl } = site;
  const filled = fillIn(text, {
    siteUrl: url,
    supabaseUrl: supabase?.url,
    supabaseKey: supabase?.publishableKey,
    eventsUrl,
    calendarUrl,
    serviceWorker: site.serviceWorker ? undefined : '',
  });
  if (supabase === undefined) return filled;
  const isFilled = (line: string) => !line.includes(SITE_URL);
  return filled.split('\n').filter(isFilled).join('\n');
}

/** A page of the site: its path (null: the not-found page) and its HTML. */
export interface SitePage {
  path: string | null;
  html: string;
}

/** Crawlers may fetch everything; pages that are not to be indexed say so themselves. */
const ROBOTS = `User-agent: *\nAllow: /\nSitemap: ${SITE_URL}/sitemap.xml\n`;

function sitemapOf(pages: readonly SitePage[]): string {
  const addresses = pages
    .filter(({ path, html }) => path !== null && html.includes('<link rel="canonical"'))
    .map(({ path }) => `  <url><loc>${SITE_URL}${path}</loc></url>\n`);
  const space = 'http://www.sitemaps.org/schemas/sitemap/0.9';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${space}">\n${addresses.join('')}</urlset>\n`;
}

/** Returns the files for search engines, by name. There is no sitemap if the site's address is unknown. */
export function indexFiles(site: SiteConfiguration, pages: readonly SitePage[]): Record<string, string> {
  const robots = { 'robots.txt': fillInFrom(site, ROBOTS) };
  if (site.supabase !== undefined && site.url === undefined) return robots;
  return { ...robots, 'sitemap.xml': fillInFrom(site, sitemapOf(pages)) };
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
export const SERVICE_WORKER = 'service-worker.js';

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

/**
 * Returns the site's service worker: that of the shell's release, or one that deletes the caches and unregisters itself, if the
 * operator has switched it off or the release has none that is intact.
 */
export async function serviceWorkerOf(store: string, shell: ReleaseRecord, site: SiteConfiguration) {
  const worker = site.serviceWorker ? await readIntact(store, shell, SERVICE_WORKER) : null;
  return worker ?? UNREGISTER_SCRIPT;
}

/** A list of licences that a build has (`LICENCES`, in JSON before), and the licence of a font. */
const LICENCE_FILES = /(licences\.(txt|json)|-LICENSE\.txt)$/;
const RULE = '='.repeat(80);

/**
 * Joins the licences of the code and fonts of others that the site sends, with the releases that contain them. A release
 * without a list, as another tool builds it, is named. Takes the store and the records of the releases that visitors may load.
 */
export async function licencesOf(store: string, records: readonly ReleaseRecord[]): Promise<string> {
  const names = new Map<string, Set<string>>();
  const withoutList = new Set<string>();
  for (const record of records) {
    const files = Object.keys(record.files).filter((file) => LICENCE_FILES.test(file));
    if (files.length === 0) withoutList.add(record.name);
    for (const file of files) {
      const text = (await readIntact(store, record, file))?.trim();
      if (text) names.set(text, (names.get(text) ?? new Set()).add(record.name));
    }
  }
  return [
    'Licences of the code and the fonts of others that this site sends to browsers. The source of each is in its\npackage, which https://www.npmjs.com has under its name and version.\n',
    ...[...withoutList].map((name) => `A release of ${name} does not say what it holds.\n`),
    ...[...names].map(([text, known]) => `${RULE}\nIn: ${[...known].join(', ')}\n\n${text}\n`),
  ].join('\n');
}
