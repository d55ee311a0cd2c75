import { createReadStream, readFileSync, realpathSync, statSync, type Stats } from 'node:fs';
import { join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { IMMUTABLE_CACHE } from '@space/store';
import { getMimeType } from 'hono/utils/mime';
import { acceptedEncodings, contentHeaders, revalidate, type Encoding, type HttpContext } from './respond.ts';

/** Files whose name or folder changes with their content: built chunks, releases. */
const IMMUTABLE = /^\/(assets|(remotes\/[^/]+|shell)\/[^/]+)\//;
/** The extension of a precompressed file: `app.js.br`. */
const EXTENSION = { br: '.br', gzip: '.gz', identity: '' } as const satisfies Record<Encoding, string>;
/** In bytes. Files up to this size are read at once, which is faster than a stream with its four disk operations. */
const MAX_BUFFERED_BYTES = 65_536;

/**
 * Sends a file as it is on disk now, or its precompressed version, each with its own ETag, without ranges (RFC 9110, 14.2).
 * The path must be decoded and must not lead out of the root. Returns null if there is no such file.
 */
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

/** A file that vanishes or shrinks now ends the connection: its length is already promised. */
function read(file: string, length: number): Uint8Array<ArrayBuffer> | ReadableStream {
  if (length > MAX_BUFFERED_BYTES) return Readable.toWeb(createReadStream(file)) as ReadableStream; // Node's type of it
  const content = readFileSync(file);
  if (content.length !== length) throw new Error(`${file} was changed while it was read`);
  return content;
}

/**
 * The stats of a file, or null if it does not exist or a symbolic link leads out of the site: a team that may write one
 * folder of a store must not publish files that only the server may read. Takes the site's folder and the file's path.
 */
export function fileAt(root: string, file: string): Stats | null {
  try {
    const isInside = realpathSync.native(file).startsWith(realpathSync.native(root) + sep);
    const stats = statSync(file);
    return isInside && stats.isFile() ? stats : null;
  } catch {
    // It does not exist, its name is too long, or access is denied.
    return null;
  }
}
