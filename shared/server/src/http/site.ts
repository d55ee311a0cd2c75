import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import sirv from 'sirv';
import { createPageReader, type Page, type PageSettings } from './pages.ts';
import { respondText } from './respond.ts';
import { siteHeaders } from '@space/store';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Files whose name or folder changes with their content: built chunks, releases. */
const IMMUTABLE = /^\/(assets|(remotes\/[^/]+|shell)\/[^/]+)\//;
/** Never answered with a page: a missing chunk must be a 404, not HTML that a browser runs as a script. */
const FILE = /^\/(assets|shell|remotes)(\/|$)|\.[A-Za-z0-9]+$/;

/**
 * Serves the built site: its files as they are on disk now (a remote may be released while the server runs),
 * its pages with the backend's address and key filled in, and 404.html for every other address a person
 * may open: the site's own page, which says so. `connectSources` are further origins the pages may talk to.
 */
export function createSite(
  siteDir: string,
  settings: PageSettings,
  connectSources: readonly string[] = [],
): Handler {
  const root = resolve(siteDir);
  const headers = siteHeaders({ connectSources });
  const readPage = createPageReader(settings, { connectSources });
  const serveFile = sirv(root, {
    dev: true,
    etag: true,
    brotli: true,
    gzip: true,
    extensions: [],
    setHeaders(response, pathname) {
      if (IMMUTABLE.test(pathname))
        response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    },
  });

  function findPage(path: string): Page | null {
    const file = join(root, path);
    if (path.endsWith('.html')) return readPage(file);
    return readPage(join(file, 'index.html')) ?? (path === '/' ? null : readPage(`${file}.html`));
  }

  const findUnknown = () => readPage(join(root, '404.html')) ?? readPage(join(root, 'index.html'));

  return function serveSite(request, response) {
    const path = readPath(request);
    const notFound = () => respondText(request, response, 404, 'Not found', headers);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return respondText(request, response, 405, 'Method not allowed', { ...headers, Allow: 'GET, HEAD' });
    }
    if (path === null) return notFound();
    if (FILE.test(path) && !path.endsWith('.html')) {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      return serveFile(request, response, notFound);
    }
    const page = findPage(path) ?? (isPageRequest(request, path) ? findUnknown() : null);
    if (page === null) return notFound();
    sendPage(request, response, page);
  };
}

/** The decoded path, or null when no file of the site may have it (escapes, hidden files, NUL). */
function readPath(request: IncomingMessage): string | null {
  try {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://site').pathname);
    return /[\0\\]|\/\.(?!well-known\/)/.test(path) ? null : path;
  } catch {
    return null;
  }
}

function isPageRequest(request: IncomingMessage, path: string): boolean {
  return !FILE.test(path) && (request.headers.accept ?? '').includes('text/html');
}

function sendPage(request: IncomingMessage, response: ServerResponse, page: Page): void {
  const caching = { ...page.headers, ETag: page.etag, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' };
  if (request.headers['if-none-match']?.includes(page.etag)) {
    response.writeHead(304, caching).end();
    return;
  }
  const encoding = chooseEncoding(String(request.headers['accept-encoding'] ?? ''));
  const body = page.bodies[encoding];
  response.writeHead(200, {
    ...caching,
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': body.length,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function chooseEncoding(accepted: string): keyof Page['bodies'] {
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
}
