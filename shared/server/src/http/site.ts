import { join, resolve } from 'node:path';
import { acceptedEncodings, matchesEtag } from './encoding.ts';
import { sendFile } from './files.ts';
import type { Handler, SiteRequest, SiteResponse } from './handler.ts';
import { createPageReader, type Page } from './pages.ts';
import { respondText } from './respond.ts';
import { siteHeaders, type PageSettings } from '@space/store';
import { createPageFinder } from './pageFinder.ts';

/** Paths that never get a page: a missing chunk must be a 404, not HTML that a browser runs as a script. */
const FILE_PATH = /^\/(assets|shell|remotes)(\/|$)|\.(?!html$)[A-Za-z0-9]+$/;

/** Files that are not served: the operator's settings, configuration for nginx, and pointers, which name people. */
const PRIVATE_FILES = /^\/(site\.json|nginx\.\w+\.conf|(shell|remotes\/[^/]+)\/pointer\.json)$/;

/** A query that requests a preview or an override (shell/src/override). */
const PREVIEW_QUERY = /(^|&)(preview|override)=/;

const HTML = 'text/html; charset=utf-8';
/** Files that are sent like pages: they change under the same name, and settings such as the site's address are filled in. */
const PAGE_LIKE_FILES: Record<string, string> = {
  '/robots.txt': 'text/plain; charset=utf-8',
  '/licences.txt': 'text/plain; charset=utf-8',
  '/sitemap.xml': 'application/xml',
  '/registry.json': 'application/json',
  '/service-worker.js': 'text/javascript',
};

/** Serves the built site as it is on disk now: files, pages with settings filled in, and 404.html for other paths. */
export function createSite(
  siteDir: string,
  settings: PageSettings,
  connectSources: readonly string[] = [],
): Handler {
  const root = resolve(siteDir);
  const headers = siteHeaders({ connectSources });
  const readPage = createPageReader(root, settings, { connectSources });
  const pageFiles = createPageFinder(root);

  function findPage(pathname: string): Page | null {
    for (const file of pageFiles(pathname)) {
      const page = readPage(join(root, file));
      if (page !== null) return page;
    }
    return null;
  }

  function findFallback(): { status: number; page: Page } | null {
    const notFound = readPage(join(root, '404.html'));
    if (notFound !== null) return { status: 404, page: notFound };
    // A site without a 404.html is a single page that handles all its paths.
    const singlePage = readPage(join(root, 'index.html'));
    return singlePage && { status: 200, page: singlePage };
  }

  return function serveSite(request, response, target) {
    const path = decode(target.path);
    // Previews and overrides are for people who were given the link, not for search engines.
    if (PREVIEW_QUERY.test(target.query)) response.setHeader('X-Robots-Tag', 'noindex');
    const notFound = () => respondText(request, response, 404, 'Not found', headers);
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return respondText(request, response, 405, 'Method not allowed', { ...headers, Allow: 'GET, HEAD' });
    if (path === null || PRIVATE_FILES.test(path)) return notFound();
    const type = PAGE_LIKE_FILES[path];
    const text = type === undefined ? null : readPage(join(root, path));
    if (type !== undefined && text !== null) return void sendPage(request, response, 200, text, type);
    if (FILE_PATH.test(path)) {
      if (!sendFile(root, path, request, response, headers)) notFound();
      return;
    }
    const page = findPage(target.path);
    if (page !== null) return void sendPage(request, response, 200, page);
    const fallback = (request.headers.accept ?? '').includes('text/html') ? findFallback() : null;
    if (fallback === null) return notFound();
    void sendPage(request, response, fallback.status, fallback.page);
  };
}

/** The decoded path, or null if no file of the site may have it (hidden files, broken encodings). */
function decode(encoded: string): string | null {
  try {
    const path = decodeURIComponent(encoded);
    return /[\0\\]|\/\.(?!well-known\/)/.test(path) ? null : path;
  } catch {
    return null;
  }
}

async function sendPage(
  request: SiteRequest,
  response: SiteResponse,
  status: number,
  page: Page,
  type = HTML,
): Promise<void> {
  const caching = { ...page.headers, ETag: page.etag, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' };
  if (status === 200 && matchesEtag(request.headers['if-none-match'], page.etag)) {
    response.writeHead(304, caching).end();
    return;
  }
  const [encoding = 'identity'] = acceptedEncodings(request.headers['accept-encoding']);
  const body = await page.body(encoding);
  response.writeHead(status, {
    ...caching,
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
    'Content-Type': type,
    'Content-Length': body.length,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
