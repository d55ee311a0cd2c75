import { createReadStream, readFileSync, realpathSync, statSync, type Stats } from 'node:fs';
import { join, sep } from 'node:path';
import { FOREVER, contentTypeOf } from '@space/store';
import { ENDING, acceptedEncodings, isKnown, type Encoding } from './encoding.ts';
import type { SiteRequest, SiteResponse } from './handler.ts';

/** Files whose name or folder changes with their content: built chunks, releases. */
const IMMUTABLE = /^\/(assets|(remotes\/[^/]+|shell)\/[^/]+)\//;

/** In bytes. What is no longer is read at once: that takes less time than a stream, which asks the disk four times. */
const SMALL = 65_536;

interface Found {
  file: string;
  stats: Stats;
  encoding: Encoding;
}

/**
 * Sends a file as it is on disk now, or the compressed form beside it, each with an ETag of its own, and no ranges (RFC
 * 9110, 14.2). The path is decoded, without a way out; false: there is no such file.
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
  const etag = `"${stats.size.toString(36)}-${Math.round(stats.mtimeMs).toString(36)}${ENDING[encoding].replace('.', '-')}"`;
  const caching = {
    ...headers,
    'Cache-Control': IMMUTABLE.test(path) ? FOREVER : 'no-cache',
    Vary: 'Accept-Encoding',
    ETag: etag,
  };
  if (isKnown(request.headers['if-none-match'], etag)) {
    response.writeHead(304, caching).end();
    return true;
  }
  response.writeHead(200, {
    ...caching,
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
    'Content-Type': contentTypeOf(path),
    'Content-Length': stats.size,
    'Accept-Ranges': 'none',
  });
  if (request.method === 'HEAD') response.end();
  else if (stats.size <= SMALL) sendWhole(file, stats.size, response);
  else stream(file, response);
  return true;
}

/** A compressed form counts only beside the file itself. */
function find(root: string, file: string, accepted: readonly Encoding[]): Found | null {
  const stats = fileAt(root, file);
  if (stats === null) return null;
  for (const encoding of accepted) {
    const compressed = fileAt(root, file + ENDING[encoding]);
    if (compressed !== null) return { file: file + ENDING[encoding], stats: compressed, encoding };
  }
  return { file, stats, encoding: 'identity' };
}

/**
 * What is known of a file, or null where there is none, or where a link leads out of the site: who may write one folder of a
 * store must not hand out what only the server may read. Takes the site's folder and the file's path.
 */
export function fileAt(root: string, file: string): Stats | null {
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    return stats?.isFile() && realpathSync.native(file).startsWith(realpathSync.native(root) + sep)
      ? stats
      : null;
  } catch {
    // A name that is too long, a file where a folder is meant, no right to look: to the visitor it is not there.
    return null;
  }
}

/** As `stream`, for a small file: broken off where it is gone, or has another length than the head says. */
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
  // Deleted or cut short since it was looked at: the length is sent already, so the answer can only be broken off.
  content.on('error', () => response.destroy());
  response.on('close', () => content.destroy());
  content.pipe(response);
}
