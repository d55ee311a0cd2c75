import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Parser, type ReadEntry } from 'tar';

/** What an archive may be at most. The largest build of this repository is a hundredth of it. */
export const ARCHIVE = {
  bytes: 50 * 1024 * 1024,
  unpackedBytes: 100 * 1024 * 1024,
  entries: 4000,
  pathLength: 200,
} as const;

/** Why an archive is refused, in a sentence, and with which status. */
export interface RefusedArchive extends Error {
  name: 'RefusedArchive';
  status: 400 | 413;
}

export const isRefusedArchive = (value: unknown): value is RefusedArchive =>
  value instanceof Error && value.name === 'RefusedArchive';

const refused = (message: string, status: RefusedArchive['status'] = 400): RefusedArchive =>
  Object.assign(new Error(message), { name: 'RefusedArchive' as const, status });

/** As the record of a release has its files: no way out of the folder, nothing hidden, nothing that git or a shell reads. */
const PATH = /^(?!.*\.\.)[\w@+-][\w@+.-]*(\/[\w@+-][\w@+.-]*)*\/?$/;
/** What Vite says of its build, which says what each page needs: the one hidden file. */
const VITE_MANIFEST = /^dist\/\.vite\/(manifest\.json)?$/;
/** A name from outside, as an answer may repeat it. */
const shown = (path: string) => JSON.stringify(path.slice(0, 80));
const FILES: readonly string[] = ['File', 'OldFile', 'ContiguousFile'];
const GZIP = [0x1f, 0x8b];

/** Writes the entries of an archive below a folder, as they come; returns what takes the unpacked bytes. */
function createWriter(folder: string) {
  let entries = 0;
  let size = 0;
  let open: number | null = null;

  /** Entries follow one another: at most one file is open. */
  function close(): void {
    if (open !== null) closeSync(open);
    open = null;
  }

  function take(entry: ReadEntry): void {
    const { path, type } = entry;
    entries += 1;
    size += entry.size || 0;
    if (entries > ARCHIVE.entries)
      throw refused(`The archive has more than ${ARCHIVE.entries} entries.`, 413);
    if (size > ARCHIVE.unpackedBytes)
      throw refused(`The archive holds more than ${ARCHIVE.unpackedBytes / 1024 / 1024} MB.`, 413);
    if (!(PATH.test(path) || VITE_MANIFEST.test(path)) || path.length > ARCHIVE.pathLength)
      throw refused(`${shown(path)} is not a path that an archive of a release may have.`);
    if (type === 'Directory') {
      entry.resume();
      return;
    }
    if (!FILES.includes(type)) throw refused(`${shown(path)} is no file: links and devices are refused.`);
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    try {
      // A file that is there already would be written into: by a second entry of that name, for example.
      open = openSync(file, 'wx', 0o600);
    } catch (error) {
      throw Object.assign(refused(`${shown(path)} is in the archive more than once.`), { cause: error });
    }
    const own = open;
    entry.on('data', (chunk) => void writeSync(own, chunk));
    entry.on('end', close);
  }

  return { take, close };
}

/** The bytes of a body, up to the limit. What is left of it when no one wants more is not read, and not broken off. */
async function* counted(body: Readable): AsyncIterable<Buffer> {
  let size = 0;
  // A plain `for await` would destroy the request on return, before the refusal is sent.
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > ARCHIVE.bytes)
      throw refused(`The archive is larger than ${ARCHIVE.bytes / 1024 / 1024} MB.`, 413);
    yield chunk;
  }
}

/**
 * Unpacks an archive (tar, compressed by gzip) into a folder that is empty, entry by entry, and stops at the first that is
 * not a plain file or folder below it, or at the first byte too many. Nothing is kept in memory, and nothing is run.
 *
 * Takes the compressed bytes as they arrive and the folder. Throws RefusedArchive; what was written by then is for the
 * caller to remove.
 */
export async function unpack(body: Readable, folder: string): Promise<void> {
  const writer = createWriter(folder);
  const parser = new Parser({ strict: true, onReadEntry: writer.take });
  parser.on('ignoredEntry', ({ path }: ReadEntry) => {
    throw refused(`${shown(path)} is no file: links and devices are refused.`);
  });
  const gunzip = createGunzip();
  const source = Readable.from(counted(body), { objectMode: false });
  source.once('error', (error) => gunzip.destroy(error)).pipe(gunzip);
  let unpacked = 0;
  let isOver = false;
  parser.on('eof', () => void (isOver = true));
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      // The parser would unpack a second time, and no one would count that.
      if (unpacked === 0 && GZIP.every((byte, index) => chunk[index] === byte))
        throw refused('The archive is compressed twice.');
      unpacked += chunk.length;
      // Headers and what fills blocks up come on top.
      if (unpacked > ARCHIVE.unpackedBytes + ARCHIVE.entries * 2048)
        throw refused(`The archive holds more than ${ARCHIVE.unpackedBytes / 1024 / 1024} MB.`, 413);
      // Behind its end there are zeros, which the parser would keep.
      if (!isOver) parser.write(chunk);
    }
    parser.end();
  } catch (error) {
    if (isRefusedArchive(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw refused(`This is not a whole tar archive that gzip has compressed: ${reason}.`);
  } finally {
    writer.close();
    source.destroy();
    gunzip.destroy();
  }
}
