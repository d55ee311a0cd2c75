import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Parser, type ReadEntry } from 'tar';

/** The maximum size of an archive. The largest build of this repository has a hundredth of it. */
export const MAX_ARCHIVE = {
  bytes: 50 * 1024 * 1024,
  unpackedBytes: 100 * 1024 * 1024,
  entries: 4000,
  pathLength: 200,
} as const;

/** Why an archive is refused, as a message and an HTTP status. */
export interface RefusedArchive extends Error {
  name: 'RefusedArchive';
  status: 400 | 413;
}

export const isRefusedArchive = (value: unknown): value is RefusedArchive =>
  value instanceof Error && value.name === 'RefusedArchive';

const refused = (message: string, status: RefusedArchive['status'] = 400): RefusedArchive =>
  Object.assign(new Error(message), { name: 'RefusedArchive' as const, status });

/** The paths that a release may contain: inside the folder, no hidden files, none that git or a shell would interpret. */
const PATH = /^(?!.*\.\.)[\w@+-][\w@+.-]*(\/[\w@+-][\w@+.-]*)*\/?$/;
/** Vite's manifest, which lists the files that each page needs: the only hidden file that is allowed. */
const VITE_MANIFEST = /^dist\/\.vite\/(manifest\.json)?$/;
/** Quotes a path from an archive for an error message. */
const quote = (path: string) => JSON.stringify(path.slice(0, 80));
const TYPES: readonly string[] = ['File', 'OldFile', 'ContiguousFile'];
const GZIP_MAGIC = [0x1f, 0x8b];

/** Writes the entries of an archive into a folder as they arrive. Returns a callback for entries, and `close`. */
function createWriter(folder: string) {
  let entries = 0;
  let size = 0;
  let open: number | null = null;

  /** Entries arrive one after another, so at most one file is open. */
  function close(): void {
    if (open !== null) closeSync(open);
    open = null;
  }

  function take(entry: ReadEntry): void {
    const { path, type } = entry;
    entries += 1;
    size += entry.size || 0;
    if (entries > MAX_ARCHIVE.entries)
      throw refused(`The archive has more than ${MAX_ARCHIVE.entries} entries.`, 413);
    if (size > MAX_ARCHIVE.unpackedBytes)
      throw refused(`The archive holds more than ${MAX_ARCHIVE.unpackedBytes / 1024 / 1024} MB.`, 413);
    if (!(PATH.test(path) || VITE_MANIFEST.test(path)) || path.length > MAX_ARCHIVE.pathLength)
      throw refused(`${quote(path)} is not allowed as a path in the archive of a release.`);
    if (type === 'Directory') {
      entry.resume();
      return;
    }
    if (!TYPES.includes(type))
      throw refused(`${quote(path)} is not a regular file: links and devices are refused.`);
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    try {
      // 'wx' fails for a file that exists, for example because of a second entry with the same name.
      open = openSync(file, 'wx', 0o600);
    } catch (error) {
      throw Object.assign(refused(`${quote(path)} is in the archive more than once.`), { cause: error });
    }
    const own = open;
    entry.on('data', (chunk) => void writeSync(own, chunk));
    entry.on('end', close);
  }

  return { take, close };
}

/** Yields the bytes of a body up to the limit. If the consumer stops early, the request stays open, the rest unread. */
async function* limitBytes(body: Readable): AsyncIterable<Buffer> {
  let size = 0;
  // A plain `for await` would destroy the request on return, before the refusal is sent.
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_ARCHIVE.bytes)
      throw refused(`The archive is larger than ${MAX_ARCHIVE.bytes / 1024 / 1024} MB.`, 413);
    yield chunk;
  }
}

/**
 * Unpacks an archive (.tar.gz) into an empty folder, entry by entry. It stops at the first entry that is not a plain file or
 * folder inside it, or as soon as a size limit is exceeded. It streams, and it runs nothing from the archive.
 *
 * Takes the compressed bytes as they arrive and the folder. Throws RefusedArchive; the caller removes what was written
 * until then.
 */
export async function unpack(body: Readable, folder: string): Promise<void> {
  const writer = createWriter(folder);
  const parser = new Parser({ strict: true, onReadEntry: writer.take });
  parser.on('ignoredEntry', ({ path }: ReadEntry) => {
    throw refused(`${quote(path)} is not a regular file: links and devices are refused.`);
  });
  const gunzip = createGunzip();
  const source = Readable.from(limitBytes(body), { objectMode: false });
  source.once('error', (error) => gunzip.destroy(error)).pipe(gunzip);
  let unpacked = 0;
  let isAtEnd = false;
  parser.on('eof', () => void (isAtEnd = true));
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      // The parser would decompress it a second time, without a size limit.
      if (unpacked === 0 && GZIP_MAGIC.every((byte, index) => chunk[index] === byte))
        throw refused('The archive is compressed twice.');
      unpacked += chunk.length;
      // Entries also have headers and padding.
      if (unpacked > MAX_ARCHIVE.unpackedBytes + MAX_ARCHIVE.entries * 2048)
        throw refused(`The archive holds more than ${MAX_ARCHIVE.unpackedBytes / 1024 / 1024} MB.`, 413);
      // The end of the archive is followed by zeros, which the parser would buffer.
      if (!isAtEnd) parser.write(chunk);
    }
    parser.end();
  } catch (error) {
    if (isRefusedArchive(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw refused(`This is not a complete tar archive compressed with gzip: ${reason}.`);
  } finally {
    writer.close();
    source.destroy();
    gunzip.destroy();
  }
}
