import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { fillIn, permissionsOf, siteHeaders } from '@space/store';
import type { PagePermissions, PageSettings } from '@space/store';
import { fileAt } from './files.ts';
import type { Encoding } from './encoding.ts';

export interface Page {
  /** As every file of the site, but for what its inline import map and its registry need. */
  headers: Record<string, string>;
  etag: string;
  bodies: Record<Encoding, Buffer>;
}

/** Returns a function that reads an HTML file with the settings filled in, or null; pages stay in memory. */
export function createPageReader(
  settings: PageSettings,
  permissions: PagePermissions,
): (file: string) => Page | null {
  const pages = new Map<string, { stamp: string; page: Page }>();

  return function readPage(file) {
    const stats = fileAt(file);
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
    bodies: { identity, gzip: gzipSync(identity), br: brotliCompressSync(identity) },
  };
}
