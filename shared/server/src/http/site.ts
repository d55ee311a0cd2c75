import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { fillIn, pageFinder, permissionsOf, siteHeaders, type PageSettings } from '@space/store';
import { fileAt, fileResponse } from './files.ts';
import {
  acceptedEncodings,
  contentHeaders,
  queryOf,
  refuseMethod,
  revalidate,
  textResponse,
  type Encoding,
  type HttpContext,
} from './respond.ts';

/** Paths that never get a page: a missing chunk must be a 404, not HTML that a browser runs as a script. */
const FILE_PATH = /^\/(assets|shell|remotes)(\/|$)|\.(?!html$)[A-Za-z0-9]+$/;

/** Files that are not served: the operator's settings, configuration for nginx, and pointers, which name people. */
const PRIVATE_FILES = /^\/(site\.json|nginx\.\w+\.conf|(shell|remotes\/[^/]+)\/pointer\.json)$/;

/** A query that tries a staged release. */
const TRY_QUERY = /(^|&)try=/;

const HTML = 'text/html; charset=utf-8';
/** Files that are sent like pages: they change under the same name, and settings such as the site's address are filled in. */
const PAGE_LIKE_FILES: Record<string, string> = {
  '/robots.txt': 'text/plain; charset=utf-8',
  '/licences.txt': 'text/plain; charset=utf-8',
  '/sitemap.xml': 'application/xml',
  '/registry.json': 'application/json',
  '/service-worker.js': 'text/javascript',
};

/** The site as it is on disk now: files, pages with settings filled in, and 404.html for other paths. */
export function createSite(siteDir: string, settings: PageSettings, connectSources: readonly string[] = []) {
  const root = resolve(siteDir);
  const headers = siteHeaders({ connectSources });
  const readPage = createFileCache(root, (html) => makePage(fillIn(html, settings), connectSources));
  const readFinder = createFileCache(root, pageFinder);
  // The bundle that the laboratory compares with has no registry.
  const noPages = pageFinder('{"remotes":{}}');

  async function respond(context: HttpContext): Promise<Response> {
    const notFound = () => textResponse(404, 'Not found', headers);
    const path = decode(context.req.path);
    // Files are read with doubled slashes as with single ones.
    if (path === null || PRIVATE_FILES.test(path.replaceAll(/\/+/g, '/'))) return notFound();
    const type = PAGE_LIKE_FILES[path];
    const text = type === undefined ? null : readPage(path);
    if (text !== null) return pageResponse(context, 200, text, type);
    if (FILE_PATH.test(path)) return fileResponse(root, path, context, headers) ?? notFound();
    const files = (readFinder('registry.json') ?? noPages)(context.req.path);
    const page = files.map(readPage).find((found) => found !== null);
    if (page) return pageResponse(context, 200, page);
    if (!(context.req.header('accept') ?? '').includes('text/html')) return notFound();
    const unknown = readPage('404.html');
    if (unknown !== null) return pageResponse(context, 404, unknown);
    // A site without a 404.html is a single page that handles all its paths.
    const single = readPage('index.html');
    return single === null ? notFound() : pageResponse(context, 200, single);
  }

  const refuse = refuseMethod('GET, HEAD', headers);
  return async (context: HttpContext): Promise<Response> => {
    const isRead = ['GET', 'HEAD'].includes(context.req.method);
    const response = isRead ? await respond(context) : refuse();
    // Staged releases are for people who were given the link, not for search engines.
    if (TRY_QUERY.test(queryOf(context))) response.headers.set('X-Robots-Tag', 'noindex');
    return response;
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

/** Returns a function that reads a file of the site and parses its text, again whenever the file changes; null: no file. */
function createFileCache<Content>(root: string, parse: (text: string) => Content) {
  const cache = new Map<string, { stamp: string; content: Content }>();
  return function read(name: string): Content | null {
    const file = join(root, name);
    const stats = fileAt(root, file);
    if (stats === null) return null;
    const stamp = `${stats.mtimeMs}-${stats.size}`;
    const cached = cache.get(file);
    if (cached?.stamp === stamp) return cached.content;
    const content = parse(readFileSync(file, 'utf8'));
    cache.set(file, { stamp, content });
    return content;
  };
}

type Page = ReturnType<typeof makePage>;

/** The page's headers have the permissions that its inline import map and registry need. */
function makePage(html: string, connectSources: readonly string[]) {
  const hash = createHash('sha256').update(html).digest('base64url').slice(0, 27);
  const headers = {
    ...siteHeaders({ connectSources, ...permissionsOf(html) }),
    // The ETag is weak, because the compressed versions have the same content but other bytes.
    ETag: `W/"${hash}"`,
    'Cache-Control': 'no-cache',
    Vary: 'Accept-Encoding',
  };
  return { headers, bodyIn: cacheEncodings(Buffer.from(html)) };
}

const COMPRESSORS = { br: promisify(brotliCompress), gzip: promisify(gzip) };
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
/** From this number of requests on, a page is worth Brotli's best quality: 8 % fewer bytes for fifty times the effort. */
const BEST_QUALITY_AFTER = 10;

/** Compresses on first use, outside the event loop, so that other requests do not wait. */
function cacheEncodings(identity: Buffer<ArrayBuffer>) {
  const cache = new Map<string, Promise<Buffer<ArrayBuffer>>>();
  let requests = 0;
  return async (encoding: Encoding): Promise<Buffer<ArrayBuffer>> => {
    if (encoding === 'identity') return identity;
    requests += 1;
    const options = requests < BEST_QUALITY_AFTER ? QUICK : {};
    const key = `${encoding} ${requests < BEST_QUALITY_AFTER}`;
    const compressed = cache.get(key) ?? COMPRESSORS[encoding](identity, options);
    cache.set(key, compressed);
    return compressed;
  };
}

async function pageResponse(context: HttpContext, status: number, page: Page, type = HTML) {
  const respond = async () => {
    const [encoding = 'identity'] = acceptedEncodings(context.req.header('accept-encoding'));
    const body = await page.bodyIn(encoding);
    const content = { 'Content-Type': type, ...contentHeaders(encoding, body.length) };
    return new Response(body, { status, headers: { ...page.headers, ...content } });
  };
  return status === 200 ? revalidate(context, page.headers, respond) : respond();
}
