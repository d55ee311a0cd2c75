import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { fillIn, permissionsOf, siteHeaders, type PagePermissions, type PageSettings } from '@space/store';
import { fileAt } from './files.ts';
import type { Encoding } from './encoding.ts';

export interface Page {
  /** As every file of the site, but for what its inline import map and its registry need. */
  headers: Record<string, string>;
  etag: string;
  /** What is sent. Each form is made when it is first asked for. */
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

const brotli = promisify(brotliCompress);

const PACK = {
  quick: (html: Buffer) => brotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  br: brotli,
  gzip: promisify(gzip),
};

/** A page that is asked for so often is worth Brotli's best: a twelfth fewer bytes, in fifty times the time. */
const OFTEN = 10;

/** Compresses outside the event loop, so that other requests do not wait, and each form once. */
function rememberForms(identity: Buffer): Page['body'] {
  const forms = new Map<keyof typeof PACK, Promise<Buffer>>();
  let asked = 0;
  return (encoding) => {
    if (encoding === 'identity') return Promise.resolve(identity);
    asked += 1;
    const how = encoding === 'br' && asked < OFTEN ? 'quick' : encoding;
    const form = forms.get(how) ?? PACK[how](identity);
    forms.set(how, form);
    return form;
  };
}
