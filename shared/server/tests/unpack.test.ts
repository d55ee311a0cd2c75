import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { Header, type HeaderData } from 'tar';
import { expect, test } from 'vitest';
import { MAX_ARCHIVE, unpack } from '../src/releases/unpack.ts';
import { folderForEach } from '../src/testing/folders.ts';

// Archives that are refused. Those that are unpacked: shared/release/tests/network.test.ts.

const at = folderForEach();
/** Unpacks bytes that come in chunks, like from a network. */
function unpackAll(bytes: Buffer): Promise<void> {
  mkdirSync(at('folder'));
  return unpack(Readable.from([bytes.subarray(0, 40), bytes.subarray(40)]), at('folder'));
}

/** Creates an archive with exactly these entries, also with those that no tool would write: files of 4,000 characters. */
function archiveOf(...entries: HeaderData[]): Buffer {
  const blocks = entries.map((data) => {
    const size = (data.type ?? 'File') === 'File' ? 4000 : 0;
    const block = Buffer.alloc(512 + Math.ceil(size / 512) * 512);
    new Header({ type: 'File', mode: 0o644, mtime: new Date(0), size, ...data }).encode(block, 0);
    return block.fill('x', 512, 512 + size);
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

/** Paths that no build has: they lead out, are hidden, are there twice, or another system reads them in another way. */
const PATHS = [
  ...['../outside.js', 'dist/../../outside.js', '/tmp/outside.js', 'C:\\outside.js', 'dist\\..\\outside.js'],
  ...['.git/config', 'dist/.vite/deps.json', '.vite/manifest.json', 'dist/.htaccess', 'dist/a\nb.js'],
  ...['dist/a b.js', `dist/${'a/'.repeat(MAX_ARCHIVE.pathLength / 2)}b.js`],
  ...['remote.json', 'remote.json/b.js'],
];
test.each<HeaderData>([
  ...PATHS.map((path) => ({ path })),
  { path: './', type: 'Directory' },
  { path: 'dist/a.js', type: 'SymbolicLink', linkpath: '/etc/passwd' },
  { path: 'assets', type: 'SymbolicLink', linkpath: '..' },
  { path: 'dist/a.js', type: 'Link', linkpath: 'remote.json' },
  { path: 'dist/a', type: 'FIFO' },
])('rejects %j, and writes nothing outside the folder', async (entry) => {
  const archive = archiveOf({ path: 'remote.json' }, entry, { path: 'assets/outside.js' });
  await expect(unpackAll(gzipSync(archive))).rejects.toMatchObject({ status: 400 });
  expect([readdirSync(at()), existsSync('/tmp/outside.js')]).toEqual([['folder'], false]);
  expect(readdirSync(at('folder'))).toEqual(['remote.json']);
});

const good = archiveOf({ path: 'remote.json' });
const { bytes: maxBytes, entries, unpackedBytes } = MAX_ARCHIVE;
const FOLDER = { path: 'dist/', type: 'Directory' } as const;
test.each<[string, number, Buffer]>([
  ['plain text', 400, Buffer.from('This is not an archive. '.repeat(100))],
  ['an archive truncated after its compression', 400, gzipSync(good).subarray(0, 60)],
  ['an archive with one altered byte', 400, gzipSync(good).fill(255, 30, 31)],
  ['a header with a wrong checksum', 400, gzipSync(Buffer.from(good).fill('y', 0, 1))],
  ['too many entries', 413, gzipSync(archiveOf(...Array.from({ length: entries + 1 }, () => FOLDER)))],
  ['much that unpacks to nothing', 413, Buffer.alloc(maxBytes + 1, gzipSync(''))],
  ['much after its end', 413, gzipSync(Buffer.concat([good, Buffer.alloc(unpackedBytes + entries * 2048)]))],
])('rejects %s with %i', async (_what, status, bytes) => {
  await expect(unpackAll(bytes)).rejects.toMatchObject({ status });
});
