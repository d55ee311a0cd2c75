import { createReadStream, readFileSync, realpathSync, statSync, type Stats } from 'node:fs';
import { join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { IMMUTABLE_CACHE } from '@space/store';
import { getMimeType } from 'hono/utils/mime';
import { acceptedEncodings, contentHeaders, revalidate, type Encoding, type HttpContext } from './respond.ts';

const IMMUTABLE = /^\/(assets|(remotes\/[^/]+|shell)\/[^/]+)\//;
const EXTENSION = { br: '.br', gzip: '.gz', identity: '' } as const satisfies Record<Encoding, string>;
/** A stream takes four disk operations. */
const MAX_BUFFERED_BYTES = 65_536;

/** Sends a file, or its precompressed version. The path is decoded and inside the root. Null: there is none. */
export function fileResponse(
  root: string,
  path: string,
  context: HttpContext,
  headers: Readonly<Record<string, string>>,
): Response | null {
  const { req } = context;
  const file = join(root, path);
  if (fileAt(root, file) === null) return null;
  const accepted = acceptedEncodings(req.header('accept-encoding'));
  const encoding = accepted.find((each) => fileAt(root, file + EXTENSION[each])) ?? 'identity';
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
    const content = req.method === 'HEAD' ? null : read(sent, size);
    const type = { 'Content-Type': getMimeType(path) ?? 'application/octet-stream', 'Accept-Ranges': 'none' };
    return new Response(content, {
      headers: { ...caching, ...type, ...contentHeaders(encoding, size) },
    });
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
export function fileAt(root: string, file: string): Stats | null {
  try {
    const isInside = realpathSync.native(file).startsWith(realpathSync.native(root) + sep);
    const stats = statSync(file);
    return isInside && stats.isFile() ? stats : null;
  } catch {
    // Not there, a name that is too long, or no permission.
    return null;
  }
}
