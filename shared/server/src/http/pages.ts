import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { fillIn, permissionsOf, siteHeaders, type PagePermissions, type PageSettings } from '@space/store';
import { fileAt } from './files.ts';
import type { Encoding } from './encoding.ts';

export interface Page {
  /** The headers of the site's files, plus the permissions that the page's inline import map and registry need. */
  headers: Record<string, string>;
  etag: string;
  /** The content in an encoding. Each is compressed on first use. */
  body(encoding: Encoding): Promise<Buffer>;
}

/** Returns a function that reads an HTML file and fills in the settings, or returns null. It caches pages in memory. */
export function createPageReader(
  root: string,
  settings: PageSettings,
  permissions: PagePermissions,
): (file: string) => Page | null {
  const pages = new Map<string, { stamp: string; page: Page }>();

  return function readPage(file) {
    const stats = fileAt(root, file);
    if (stats === null) return null;
    const stamp = `${stats.mtimeMs}-${stats.size}`;
    const cached = pages.get(file);
    if (cached?.stamp === stamp) return cached.page;
    const page = makePage(fillIn(readFileSync(file, 'utf8'), settings), permissions);
    pages.set(file, { stamp, page });
    return page;
  };
}

function makePage(html: string, permissions: PagePermissions): Page {
  const identity = Buffer.from(html);
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 27);
  // Weak, because the compressed versions have the same content but other bytes.
  return {
    headers: siteHeaders({ ...permissions, ...permissionsOf(html) }),
    etag: `W/"${hash}"`,
    body: cacheEncodings(identity),
  };
}

const brotli = promisify(brotliCompress);

const COMPRESSORS = {
  quick: (html: Buffer) => brotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  br: brotli,
  gzip: promisify(gzip),
};

/** From this number of requests on, a page is worth Brotli's best quality: 8 % fewer bytes for fifty times the effort. */
const BEST_QUALITY_AFTER = 10;

/** Compresses outside the event loop, so that other requests do not wait. Each encoding is cached. */
function cacheEncodings(identity: Buffer): Page['body'] {
  const cache = new Map<keyof typeof COMPRESSORS, Promise<Buffer>>();
  let requests = 0;
  return (encoding) => {
    if (encoding === 'identity') return Promise.resolve(identity);
    requests += 1;
    const method = encoding === 'br' && requests < BEST_QUALITY_AFTER ? 'quick' : encoding;
    const compressed = cache.get(method) ?? COMPRESSORS[method](identity);
    cache.set(method, compressed);
    return compressed;
  };
}
