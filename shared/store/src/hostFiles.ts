import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from './files.ts';
import { connectSourcesOf, fillInFrom, isStaticallyHosted } from './fillIn.ts';
import { SITE_URL } from './headOf.ts';
import { permissionsOf } from './pageHtml.ts';
import type { SiteConfiguration } from './schema.ts';
import { siteHeaders, type PagePermissions } from './securityHeaders.ts';

/** A page of the site: its path (null: the not-found page) and its HTML. */
export interface SitePage {
  path: string | null;
  html: string;
}

/**
 * Writes the files for search engines: `robots.txt` and `sitemap.xml`. Takes the store, the operator's configuration and every
 * page. `npm run store -- export` writes the files for hosts.
 */
export async function writeHostFiles(
  store: string,
  site: SiteConfiguration,
  pages: readonly SitePage[],
): Promise<void> {
  const files = indexFiles(site, pages);
  const names = ['sitemap.xml', ...FORMER].filter((name) => !(name in files));
  for (const name of names) await rm(join(store, name), { force: true });
  for (const [name, text] of Object.entries(files)) await replaceFile(join(store, name), text);
}

/** Files of older stores: a host that still used them would send outdated hashes. */
const FORMER = ['_headers', '_redirects', 'nginx.headers.conf', 'nginx.pages.conf'];

/** Returns the files for search engines, by name. There is no sitemap if the site's address is unknown. */
export function indexFiles(site: SiteConfiguration, pages: readonly SitePage[]): Record<string, string> {
  const robots = { 'robots.txt': fillInFrom(site, ROBOTS) };
  if (isStaticallyHosted(site) && site.url === undefined) return robots;
  return { ...robots, 'sitemap.xml': fillInFrom(site, sitemapOf(pages)) };
}

/** The headers of a site's pages and files, for a host that sends the same ones for all. */
export const headersOfAll = (site: SiteConfiguration, pages: readonly SitePage[]) =>
  siteHeaders(permissionsOfAll(site, pages));

/** The union of what the pages may do: a static host sends the same headers for all of them. */
function permissionsOfAll(site: SiteConfiguration, pages: readonly SitePage[]): PagePermissions {
  const each = pages.map(({ html }) => permissionsOf(html));
  const all = (name: keyof (typeof each)[number]) => [...new Set(each.flatMap((one) => one[name]))];
  return {
    connectSources: connectSourcesOf(site),
    scriptHashes: all('scriptHashes'),
    styleHashes: all('styleHashes'),
  };
}

/** Crawlers may fetch everything; pages that are not to be indexed say so themselves. */
const ROBOTS = `User-agent: *\nAllow: /\nSitemap: ${SITE_URL}/sitemap.xml\n`;

/** The sitemap: all pages that may be indexed. */
function sitemapOf(pages: readonly SitePage[]): string {
  const addresses = pages
    .filter(({ path, html }) => path !== null && html.includes('<link rel="canonical"'))
    .map(({ path }) => `  <url><loc>${SITE_URL}${path}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...addresses,
    '</urlset>',
    '',
  ].join('\n');
}
