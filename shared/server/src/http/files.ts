import { createReadStream, readFileSync, realpathSync, statSync, type Stats } from 'node:fs';
import { join, sep } from 'node:path';
import { IMMUTABLE_CACHE, contentTypeOf } from '@space/store';
import { EXTENSION, acceptedEncodings, matchesEtag, type Encoding } from './encoding.ts';
import type { SiteRequest, SiteResponse } from './handler.ts';

/** Files whose name or folder changes with their content: built chunks, releases. */
const IMMUTABLE = /^\/(assets|(remotes\/[^/]+|shell)\/[^/]+)\//;

/** In bytes. Files up to this size are read at once, which is faster than a stream with its four disk operations. */
const MAX_BUFFERED_BYTES = 65_536;

interface Found {
  file: string;
  stats: Stats;
  encoding: Encoding;
}

/**
 * Sends a file as it is on disk now, or its precompressed version, each with its own ETag, without ranges (RFC 9110, 14.2).
 * The path must be decoded and must not lead out of the root. Returns false if there is no such file.
 */
export function sendFile(
  root: string,
  path: string,
  request: SiteRequest,
  response: SiteResponse,
  headers: Readonly<Record<string, string>>,
): boolean {
  const found = find(root, join(root, path), acceptedEncodings(request.headers['accept-encoding']));
  if (found === null) return false;
  const { file, stats, encoding } = found;
  const etag = `"${stats.size.toString(36)}-${Math.round(stats.mtimeMs).toString(36)}${EXTENSION[encoding].replace('.', '-')}"`;
  const cachingHeaders = {
    ...headers,
    'Cache-Control': IMMUTABLE.test(path) ? IMMUTABLE_CACHE : 'no-cache',
    Vary: 'Accept-Encoding',
    ETag: etag,
  };
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    response.writeHead(304, cachingHeaders).end();
    return true;
  }
  response.writeHead(200, {
    ...cachingHeaders,
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
    'Content-Type': contentTypeOf(path),
    'Content-Length': stats.size,
    'Accept-Ranges': 'none',
  });
  if (request.method === 'HEAD') response.end();
  else if (stats.size <= MAX_BUFFERED_BYTES) sendWhole(file, stats.size, response);
  else stream(file, response);
  return true;
}

/** A precompressed file counts only if the original exists beside it. */
function find(root: string, file: string, accepted: readonly Encoding[]): Found | null {
  const stats = fileAt(root, file);
  if (stats === null) return null;
  for (const encoding of accepted) {
    const compressed = fileAt(root, file + EXTENSION[encoding]);
    if (compressed !== null) return { file: file + EXTENSION[encoding], stats: compressed, encoding };
  }
  return { file, stats, encoding: 'identity' };
}

/**
 * The stats of a file, or null if it does not exist or a symbolic link leads out of the site: a team that may write one
 * folder of a store must not publish files that only the server may read. Takes the site's folder and the file's path.
 */
export function fileAt(root: string, file: string): Stats | null {
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    return stats?.isFile() && realpathSync.native(file).startsWith(realpathSync.native(root) + sep)
      ? stats
      : null;
  } catch {
    // The name is too long, a parent is not a folder, or access is denied: for the visitor the file does not exist.
    return null;
  }
}

/** Like `stream`, for a small file. Aborts the response if the file is gone or its length differs from Content-Length. */
function sendWhole(file: string, length: number, response: SiteResponse): void {
  try {
    const content = readFileSync(file);
    if (content.length === length) response.end(content);
    else response.destroy();
  } catch {
    response.destroy();
  }
}

function stream(file: string, response: SiteResponse): void {
  const content = createReadStream(file);
  // The file was deleted or truncated after `stat`: Content-Length is already sent, so the response can only be aborted.
  content.on('error', () => response.destroy());
  response.on('close', () => content.destroy());
  content.pipe(response);
}
