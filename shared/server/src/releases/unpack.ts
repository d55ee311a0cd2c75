import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { errorMessage } from '@space/store';
import { Parser, type ReadEntry } from 'tar';
import { Refusal } from '../http/respond.ts';

const MEGABYTE = 1024 * 1024;
/** The maximum size of an archive. The largest build of this repository has a hundredth of it. */
export const MAX_ARCHIVE = {
  ...{ bytes: 50 * MEGABYTE, unpackedBytes: 100 * MEGABYTE, entries: 4000, pathLength: 200 },
} as const;

/** Inside the folder, nothing that git or a shell would interpret, and nothing hidden but Vite's manifest. */
const PATH = /^((?!.*\.\.)[\w@+-][\w@+.-]*(\/[\w@+-][\w@+.-]*)*\/?|dist\/\.vite\/(manifest\.json)?)$/;

const refusedEntry = ({ path }: ReadEntry, what: string) =>
  new Refusal(400, `${JSON.stringify(path.slice(0, 80))} ${what}`);
const notRegular = (entry: ReadEntry) =>
  refusedEntry(entry, 'is not a regular file: links and devices are refused.');
const tooMuch = () =>
  new Refusal(413, `The archive holds more than ${MAX_ARCHIVE.unpackedBytes / MEGABYTE} MB.`);

function createWriter(folder: string) {
  let [entries, size] = [0, 0];
  return function take(entry: ReadEntry): void {
    const { path, type } = entry;
    entries += 1;
    size += entry.size || 0;
    if (entries > MAX_ARCHIVE.entries)
      throw new Refusal(413, `The archive has more than ${MAX_ARCHIVE.entries} entries.`);
    if (size > MAX_ARCHIVE.unpackedBytes) throw tooMuch();
    if (!PATH.test(path) || path.length > MAX_ARCHIVE.pathLength)
      throw refusedEntry(entry, 'is not allowed as a path in the archive of a release.');
    if (type === 'Directory') return entry.resume();
    if (!['File', 'OldFile', 'ContiguousFile'].includes(type)) throw notRegular(entry);
    const file = join(folder, path);
    try {
      mkdirSync(dirname(file), { recursive: true });
      // 'wx' fails for a file that exists.
      writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
    } catch {
      throw refusedEntry(entry, 'is in the archive more than once.');
    }
    entry.on('data', (chunk) => appendFileSync(file, chunk));
  };
}

/** Unpacks an archive (.tar.gz) as it arrives. Throws a Refusal; the caller deletes the folder. */
export async function unpack(body: Readable, folder: string): Promise<void> {
  let isAtEnd = false;
  const parser = new Parser({ strict: true, onReadEntry: createWriter(folder) });
  parser.on('eof', () => void (isAtEnd = true));
  parser.on('ignoredEntry', (entry: ReadEntry) => {
    throw notRegular(entry);
  });
  const gunzip = createGunzip();
  let received = 0;
  body.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > MAX_ARCHIVE.bytes)
      gunzip.destroy(new Refusal(413, `The archive is larger than ${MAX_ARCHIVE.bytes / MEGABYTE} MB.`));
  });
  body.once('error', (error) => gunzip.destroy(error)).pipe(gunzip);
  let unpacked = 0;
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      // The parser would decompress it a second time, without a size limit.
      if (unpacked === 0 && chunk[0] === 0x1f && chunk[1] === 0x8b)
        throw new Refusal(400, 'The archive is compressed twice.');
      unpacked += chunk.length;
      if (unpacked > MAX_ARCHIVE.unpackedBytes + MAX_ARCHIVE.entries * 2048) throw tooMuch();
      // The end of the archive is followed by zeros, which the parser would buffer.
      if (!isAtEnd) parser.write(chunk);
    }
    parser.end();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const reason = errorMessage(error);
    throw new Refusal(400, `This is not a complete tar archive compressed with gzip: ${reason}.`);
  } finally {
    gunzip.destroy();
  }
}
