import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isPattern, pageOf } from '@space/federation';
import { replaceFile } from './files.ts';
import { connectSourcesOf, fillInFrom, isServedAsItIs } from './fillIn.ts';
import { SITE_URL } from './headOf.ts';
import { fileOfPage, patternsOf } from './pageAddresses.ts';
import { permissionsOf } from './pageHtml.ts';
import type { SiteConfiguration } from './schema.ts';
import { siteHeaders, type PagePermissions } from './securityHeaders.ts';

const FOREVER = 'public, max-age=31536000, immutable';
/** Folders of releases, in the words that Netlify and Cloudflare Pages both know: one '*', and at the end. */
const IMMUTABLE = ['/remotes/:name/:version/*', '/shell/:version/*'];

/** A page of the site: its path (null: the one of unknown addresses) and its HTML. */
export interface SitePage {
  path: string | null;
  html: string;
}

/**
 * Writes what hosts and search engines read: `_headers` and, where pages have parameters, `_redirects` (Netlify, Cloudflare
 * Pages), `nginx.headers.conf`, `nginx.pages.conf`, `robots.txt` and `sitemap.xml`. Takes the store, the operator's configuration and every page.
 */
export async function writeHostFiles(
  store: string,
  site: SiteConfiguration,
  pages: readonly SitePage[],
): Promise<void> {
  const headers = siteHeaders(permissionsOfAll(site, pages));
  await replaceFile(join(store, '_headers'), headersFile(headers));
  await replaceFile(join(store, 'nginx.headers.conf'), nginxFile(headers));
  const paths = pages.map(({ path }) => path ?? '').filter((path) => path !== '');
  const redirects = redirectsFile(paths);
  if (redirects === '') await rm(join(store, '_redirects'), { force: true });
  else await replaceFile(join(store, '_redirects'), redirects);
  await replaceFile(join(store, 'nginx.pages.conf'), nginxPages(paths));
  await replaceFile(join(store, 'robots.txt'), fillInFrom(site, ROBOTS));
  const sitemap = join(store, 'sitemap.xml');
  if (isServedAsItIs(site) && site.url === undefined) await rm(sitemap, { force: true });
  else await replaceFile(sitemap, fillInFrom(site, sitemapOf(pages)));
}

/** What any of some pages may do: a host that sends files as they are gives all of them the same headers. */
function permissionsOfAll(site: SiteConfiguration, pages: readonly SitePage[]): PagePermissions {
  const each = pages.map(({ html }) => permissionsOf(html));
  const all = (name: keyof (typeof each)[number]) => [...new Set(each.flatMap((one) => one[name]))];
  return {
    connectSources: connectSourcesOf(site),
    scriptHashes: all('scriptHashes'),
    styleHashes: all('styleHashes'),
    overrideOrigins: all('overrideOrigins'),
  };
}

/** No caching for the rest: where two rules give one header, hosts join the two, and asking anew is what they do anyway. */
function headersFile(headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
  const immutable = IMMUTABLE.flatMap((path) => [path, `  Cache-Control: ${FOREVER}`]);
  return ['/*', ...lines, ...immutable, ''].join('\n');
}

/** For `include` in a server block of nginx: the same headers, also on refusals. */
function nginxFile(headers: Record<string, string>): string {
  const quoted = (value: string) => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
  return Object.entries(headers)
    .map(([name, value]) => `add_header ${name} ${quoted(value)} always;\n`)
    .join('');
}

/**
 * Which file answers for the addresses of a page with parameters. Cloudflare Pages follows the first line that fits even where
 * there is a file, so the pages that are more specific stand before it.
 */
function redirectsFile(paths: readonly string[]): string {
  const patterns = patternsOf(paths).map((path) => ({ path }));
  const isBelow = (path: string) => !isPattern(path) && pageOf(patterns, path) !== undefined;
  const folderOf = (path: string) => `/${fileOfPage(path).replace(/index\.html$/, '')}`;
  return [...paths.filter(isBelow), ...patterns.map(({ path }) => path)]
    .map((path) => `${path} ${folderOf(path)} 200\n`)
    .join('');
}

/** For `include` in a server block of nginx, behind what says which addresses are files. */
function nginxPages(paths: readonly string[]): string {
  const locationOf = (path: string) => {
    const address = path.replace('/*', '(/[^/]+)*').replaceAll(/:\w+/g, '[^/]+');
    const files = `$uri/index.html /${fileOfPage(path)}`;
    return `location ~ "^${address}/?$" {\n    try_files ${files} =404;\n    error_page 404 /404.html;\n}\n`;
  };
  return `# Pages with parameters.\n${patternsOf(paths).map(locationOf).join('')}`;
}

/** Everything may be read; what is not for indexes says so itself. */
const ROBOTS = `User-agent: *\nAllow: /\nSitemap: ${SITE_URL}/sitemap.xml\n`;

/** The pages that do not ask to stay out of indexes. */
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
