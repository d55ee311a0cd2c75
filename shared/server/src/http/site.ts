import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, realpathSync, statSync, type Stats } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import {
  fillIn,
  IMMUTABLE_CACHE,
  pageFinder,
  permissionsOf,
  siteHeaders,
  type PageSettings,
} from '@space/store';
import { parseAccept } from 'hono/utils/accept';
import { getMimeType } from 'hono/utils/mime';
import { type HttpContext, queryOf, refuseMethod, revalidate, textResponse } from './respond.ts';

/** Paths that never get a page: a missing chunk must be a 404, not HTML that a browser runs as a script. */
const FILE_PATH = /^\/(assets|shell|remotes)(\/|$)|\.(?!html$)[A-Za-z0-9]+$/;

/** The operator's settings, configuration for nginx, and pointers, which name people. */
const PRIVATE_FILES = /^\/(site\.json|nginx\.\w+\.conf|(shell|remotes\/[^/]+)\/pointer\.json)$/;

const TRY_QUERY = /(^|&)try=/;

/** Sent like pages: they change under the same name, and settings are filled in. */
const FILLED_IN = /^\/(robots\.txt|licences\.txt|sitemap\.xml|registry\.json|service-worker\.js)$/;

export function createSite(siteDir: string, settings: PageSettings, connectSources: readonly string[] = []) {
  const root = resolve(siteDir);
  const headers = siteHeaders({ connectSources });
  const readPage = createFileCache(root, (html) => makePage(fillIn(html, settings), connectSources));
  const readFinder = createFileCache(root, pageFinder);

  async function respond(context: HttpContext): Promise<Response> {
    const notFound = () => textResponse(404, 'Not found', headers);
    const path = decode(context.req.path);
    // Files are read with doubled slashes as with single ones.
    if (path === null || PRIVATE_FILES.test(path.replaceAll(/\/+/g, '/'))) return notFound();
    const text = FILLED_IN.test(path) ? readPage(path) : null;
    if (text !== null) return pageResponse(context, 200, text, path);
    if (FILE_PATH.test(path)) return fileResponse(root, path, context, headers) ?? notFound();
    // A folder without a registry is a single page: of tests, and before the first release.
    const files = readFinder('registry.json')?.(context.req.path) ?? ['index.html'];
    const page = files.map(readPage).find((found) => found !== null);
    if (page) return pageResponse(context, 200, page);
    const unknown = context.req.header('accept')?.includes('text/html') ? readPage('404.html') : null;
    return unknown === null ? notFound() : pageResponse(context, 404, unknown);
  }

  const refuse = refuseMethod('GET, HEAD', headers);
  return async (context: HttpContext): Promise<Response> => {
    const response = ['GET', 'HEAD'].includes(context.req.method) ? await respond(context) : refuse();
    // Staged releases are not for search engines.
    if (TRY_QUERY.test(queryOf(context))) response.headers.set('X-Robots-Tag', 'noindex');
    return response;
  };
}

/** Null for what no file of the site may be named. */
function decode(encoded: string): string | null {
  try {
    const path = decodeURIComponent(encoded);
    return /[\0\\]|\/\.(?!well-known\/)/.test(path) ? null : path;
  } catch {
    return null;
  }
}

/** Returns a function that reads a file of the site and parses it, again whenever it changes; null: no file. */
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

type Encoding = 'br' | 'gzip' | 'identity';

/** The encodings that a request accepts, best first (RFC 9110, 12.5.3). */
function acceptedEncodings({ req }: HttpContext): Encoding[] {
  const header = req.header('accept-encoding') ?? '';
  const weights = new Map(parseAccept(header).map(({ type, q }) => [type.toLowerCase(), q]));
  const isAccepted = (name: string) => (weights.get(name) ?? weights.get('*') ?? 0) > 0;
  return [...(['br', 'gzip'] as const).filter(isAccepted), 'identity'];
}

type Page = ReturnType<typeof makePage>;

/** A page, with the permissions that its inline import map and registry need. */
function makePage(html: string, connectSources: readonly string[]) {
  const hash = createHash('sha256').update(html).digest('base64url').slice(0, 27);
  const headers = {
    ...siteHeaders({ connectSources, ...permissionsOf(html) }),
    // Weak: the compressed versions have other bytes.
    ETag: `W/"${hash}"`,
    'Cache-Control': 'no-cache',
    Vary: 'Accept-Encoding',
  };
  const bodies = new Map<Encoding, Promise<Buffer<ArrayBuffer>>>();
  return { headers, html: Buffer.from(html), bodies };
}

const COMPRESSORS = { br: promisify(brotliCompress), gzip: promisify(gzip) };
/** Brotli's best quality takes four times as long, for one of 16 kilobytes. */
const OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Compresses a page when it is first requested, outside the event loop. */
async function pageResponse(context: HttpContext, status: number, page: Page, file = 'index.html') {
  const { headers, html, bodies } = page;
  const respond = async () => {
    const [encoding = 'identity'] = acceptedEncodings(context);
    if (encoding !== 'identity' && !bodies.has(encoding))
      bodies.set(encoding, COMPRESSORS[encoding](html, OPTIONS));
    const body = (await bodies.get(encoding)) ?? html;
    const content = contentHeaders(file, encoding, body.length);
    return new Response(body, { status, headers: { ...headers, ...content } });
  };
  return status === 200 ? revalidate(context, headers, respond) : respond();
}

const contentHeaders = (file: string, encoding: Encoding, length: number) => ({
  'Content-Type': getMimeType(file) ?? 'application/octet-stream',
  ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
  'Content-Length': String(length),
});

const IMMUTABLE = /^\/(assets|(remotes\/[^/]+|shell)\/[^/]+)\//;
const EXTENSION = { br: '.br', gzip: '.gz', identity: '' } as const;
/** A stream takes four disk operations. */
const MAX_BUFFERED_BYTES = 65_536;

/** Sends a file, or its precompressed version. The path is decoded and inside the root. Null: there is none. */
export function fileResponse(
  root: string,
  path: string,
  context: HttpContext,
  headers: Readonly<Record<string, string>>,
): Response | null {
  const file = join(root, path);
  const encoding = acceptedEncodings(context).find((each) => fileAt(root, file + EXTENSION[each]));
  if (encoding === undefined) return null;
  const sent = file + EXTENSION[encoding];
  const { size, mtimeMs } = statSync(sent);
  const version = `${size.toString(36)}-${Math.round(mtimeMs).toString(36)}`;
  const caching = {
    ...headers,
    'Cache-Control': IMMUTABLE.test(path) ? IMMUTABLE_CACHE : 'no-cache',
    Vary: 'Accept-Encoding',
    ETag: `"${version}${EXTENSION[encoding].replace('.', '-')}"`,
  };
  return revalidate(context, caching, () => {
    const content = context.req.method === 'HEAD' ? null : read(sent, size);
    const headersOf = contentHeaders(path, encoding, size);
    return new Response(content, { headers: { ...caching, ...headersOf, 'Accept-Ranges': 'none' } });
  });
}

/** A file that vanishes or shrinks ends the connection: its length is promised. */
function read(file: string, length: number): Uint8Array<ArrayBuffer> | ReadableStream {
  if (length > MAX_BUFFERED_BYTES) return Readable.toWeb(createReadStream(file)) as ReadableStream; // Node's type of it
  const content = readFileSync(file);
  if (content.length !== length) throw new Error(`${file} was changed while it was read`);
  return content;
}

/** The stats of a file; null if there is none, or a symbolic link leads out of the site, which a team could make. */
function fileAt(root: string, file: string): Stats | null {
  try {
    const isInside = realpathSync.native(file).startsWith(realpathSync.native(root) + sep);
    const stats = statSync(file);
    return isInside && stats.isFile() ? stats : null;
  } catch {
    // Not there, a name that is too long, or no permission.
    return null;
  }
}
