import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { fillIn, permissionsOf, siteHeaders, type PagePermissions, type PageSettings } from '@space/store';
import { fileAt } from './files.ts';
import type { Encoding } from './encoding.ts';

export interface Page {
  /** As every file of the site, but for what its inline import map and its registry need. */
  headers: Record<string, string>;
  etag: string;
  /** What is sent. Each form is made when it is first asked for: a page's best compression takes a fifth of a second. */
  body(encoding: Encoding): Promise<Buffer>;
}

/** Returns a function that reads an HTML file of a site with the settings filled in, or null; pages stay in memory. */
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
    const known = pages.get(file);
    if (known?.stamp === stamp) return known.page;
    const page = makePage(fillIn(readFileSync(file, 'utf8'), settings), permissions);
    pages.set(file, { stamp, page });
    return page;
  };
}

function makePage(html: string, permissions: PagePermissions): Page {
  const identity = Buffer.from(html);
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 27);
  // Weak: the compressed forms say the same, not byte for byte.
  return {
    headers: siteHeaders({ ...permissions, ...permissionsOf(html) }),
    etag: `W/"${hash}"`,
    body: rememberForms(identity),
  };
}

const PACK = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** Compresses outside the event loop, so that other requests do not wait, and each encoding once. */
function rememberForms(identity: Buffer): Page['body'] {
  const forms = new Map<Encoding, Promise<Buffer>>([['identity', Promise.resolve(identity)]]);
  return (encoding) => {
    const form = forms.get(encoding) ?? PACK[encoding === 'br' ? 'br' : 'gzip'](identity);
    forms.set(encoding, form);
    return form;
  };
}
