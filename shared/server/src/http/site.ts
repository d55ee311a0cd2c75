import { join, resolve } from 'node:path';
import { acceptedEncodings, isKnown } from './encoding.ts';
import { sendFile } from './files.ts';
import type { Handler, SiteRequest, SiteResponse } from './handler.ts';
import { createPageReader, type Page } from './pages.ts';
import { respondText } from './respond.ts';
import { siteHeaders, type PageSettings } from '@space/store';
import { createPatternReader } from './patterns.ts';

/** Never answered with a page: a missing chunk must be a 404, not HTML that a browser runs as a script. */
const FILE = /^\/(assets|shell|remotes)(\/|$)|\.[A-Za-z0-9]+$/;

/** What the operator writes, and what nginx alone reads. */
const OPERATORS = /^\/(site\.json|nginx\.\w+\.conf)$/;

/** A preview or an override is asked for (shell/src/override). */
const WISH = /(^|&)(preview|override)=/;

const HTML = 'text/html; charset=utf-8';
/** What is sent as pages are, for it changes under its name as they do; the first two name the site's own address. */
const LIKE_PAGES: Record<string, string> = {
  '/robots.txt': 'text/plain; charset=utf-8',
  '/licences.txt': 'text/plain; charset=utf-8',
  '/sitemap.xml': 'application/xml',
  '/registry.json': 'application/json',
  '/service-worker.js': 'text/javascript',
};

/** Serves the built site as it is on disk now: files, pages filled in, and 404.html for every other address. */
export function createSite(
  siteDir: string,
  settings: PageSettings,
  connectSources: readonly string[] = [],
): Handler {
  const root = resolve(siteDir);
  const headers = siteHeaders({ connectSources });
  const readPage = createPageReader(root, settings, { connectSources });
  const patternFile = createPatternReader(root);

  function findPage(path: string): Page | null {
    const file = join(root, path);
    if (path.endsWith('.html')) return readPage(file);
    const own = readPage(join(file, 'index.html')) ?? (path === '/' ? null : readPage(`${file}.html`));
    if (own !== null) return own;
    const pattern = patternFile(path);
    return pattern === null ? null : readPage(join(root, pattern));
  }

  function findUnknown(): { status: number; page: Page } | null {
    const notFound = readPage(join(root, '404.html'));
    if (notFound !== null) return { status: 404, page: notFound };
    // A site without one is a single page that knows all its addresses.
    const only = readPage(join(root, 'index.html'));
    return only && { status: 200, page: only };
  }

  return function serveSite(request, response, target) {
    const path = decode(target.path);
    // What a link shows beside what is live is for those who were given the link.
    if (WISH.test(target.query)) response.setHeader('X-Robots-Tag', 'noindex');
    const notFound = () => respondText(request, response, 404, 'Not found', headers);
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return respondText(request, response, 405, 'Method not allowed', { ...headers, Allow: 'GET, HEAD' });
    if (path === null || OPERATORS.test(path)) return notFound();
    const type = LIKE_PAGES[path];
    const text = type === undefined ? null : readPage(join(root, path));
    if (type !== undefined && text !== null) return void sendPage(request, response, 200, text, type);
    if (FILE.test(path) && !path.endsWith('.html')) {
      if (!sendFile(root, path, request, response, headers)) notFound();
      return;
    }
    const page = findPage(path);
    if (page !== null) return void sendPage(request, response, 200, page);
    const unknown = isPageRequest(request, path) ? findUnknown() : null;
    if (unknown === null) return notFound();
    void sendPage(request, response, unknown.status, unknown.page);
  };
}

/** The decoded path, or null when no file of the site may have it (hidden files, broken encodings). */
function decode(encoded: string): string | null {
  try {
    const path = decodeURIComponent(encoded);
    return /[\0\\]|\/\.(?!well-known\/)/.test(path) ? null : path;
  } catch {
    return null;
  }
}

function isPageRequest(request: SiteRequest, path: string): boolean {
  return !FILE.test(path) && (request.headers.accept ?? '').includes('text/html');
}

async function sendPage(
  request: SiteRequest,
  response: SiteResponse,
  status: number,
  page: Page,
  type = HTML,
): Promise<void> {
  const caching = { ...page.headers, ETag: page.etag, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' };
  if (status === 200 && isKnown(request.headers['if-none-match'], page.etag)) {
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
