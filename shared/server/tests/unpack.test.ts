import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { create, Header, type HeaderData } from 'tar';
import { beforeEach, expect, test } from 'vitest';
import { MAX_ARCHIVE, unpack } from '../src/releases/unpack.ts';
import { folderForEach } from './support/folder.ts';

const at = folderForEach();
let folder: string;
beforeEach(() => {
  folder = at('folder');
  mkdirSync(folder);
});

interface Entry extends HeaderData {
  text?: string;
}

/** Creates an archive with exactly these entries, also with those that no tool would write. */
function archiveOf(...entries: Entry[]): Buffer {
  const blocks = entries.flatMap(({ text = '', ...data }) => {
    const head = Buffer.alloc(512);
    const defaults = {
      type: 'File',
      mode: 0o644,
      mtime: new Date(0),
      size: Buffer.byteLength(text),
    } as const;
    new Header({ ...defaults, ...data }).encode(head, 0);
    const body = Buffer.alloc(Math.ceil(Buffer.byteLength(text) / 512) * 512);
    body.write(text);
    return [head, body];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

/** Unpacks bytes that come in chunks, like from a network. */
const unpackAll = (bytes: Uint8Array) =>
  unpack(
    Readable.from(
      (function* chunks() {
        for (let from = 0; from < bytes.length; from += 1000) yield bytes.subarray(from, from + 1000);
      })(),
    ),
    folder,
  );

test('unpacks the files and folders that `tar` packed, also empty files, without execute permission', async () => {
  const source = at('source');
  for (const name of ['assets', '.vite']) mkdirSync(join(source, 'dist', name), { recursive: true });
  const files = {
    'remote.json': '{}',
    'dist/empty.js': '',
    'dist/.vite/manifest.json': '{}',
    'dist/assets/large-1_a@2+b.js': 'x'.repeat(300_000),
  };
  for (const [file, content] of Object.entries(files))
    writeFileSync(join(source, file), content, { mode: 0o777 });
  await unpackAll(await create({ gzip: true, cwd: source }, ['remote.json', 'dist']).concat());
  expect(readdirSync(folder, { recursive: true })).toHaveLength(7);
  for (const [file, content] of Object.entries(files))
    expect(readFileSync(join(folder, file), 'utf8')).toBe(content);
  expect(statSync(join(folder, 'remote.json')).mode & 0o777).toBe(0o600);
});

const FILE: Entry = { path: 'remote.json', text: '{}' };
const text = 'x';
/** Paths that no build has: they lead out, are hidden, or are names that another system reads in another way. */
const PATHS = [
  ...[
    '../outside.js',
    'dist/../../outside.js',
    '/tmp/outside.js',
    'C:\\outside.js',
    'dist\\..\\..\\outside.js',
  ],
  ...[
    '.git/config',
    'dist/.vite/deps.json',
    '.vite/manifest.json',
    'dist/.htaccess',
    'dist/a\nb.js',
    'dist/a b.js',
  ],
  ...[`dist/${'a/'.repeat(MAX_ARCHIVE.pathLength / 2)}b.js`, 'remote.json', 'remote.json/b.js'],
];
test.each<Entry[]>([
  ...PATHS.map((path): Entry[] => [{ path, text }]),
  [{ path: './', type: 'Directory' }],
  [
    { path: 'dist', type: 'SymbolicLink', linkpath: '..' },
    { path: 'dist/a.js', text },
  ],
  [{ path: 'dist/a.js', type: 'Link', linkpath: 'remote.json' }],
  [{ path: 'dist/a', type: 'CharacterDevice', devmaj: 1, devmin: 5 }],
  [{ path: 'dist/a', type: 'FIFO' }],
  [
    { path: 'dist/b.js', text },
    { path: 'dist', text },
  ],
])('rejects %j, and writes nothing outside the folder', async (...entries) => {
  const before = readdirSync(at());
  const unpacking = unpackAll(gzipSync(archiveOf(FILE, ...entries)));
  await expect(unpacking).rejects.toMatchObject({ name: 'RefusedArchive', status: 400 });
  expect(readdirSync(at())).toEqual(before);
  expect(readdirSync(folder).filter((name) => name !== 'remote.json' && name !== 'dist')).toEqual([]);
  expect(existsSync('/tmp/outside.js')).toBe(false);
});

const good = archiveOf({ path: 'remote.json', text: '{}'.repeat(2000) });
const { entries: most, unpackedBytes } = MAX_ARCHIVE;
const folders = Array.from({ length: most + 1 }, (_, index): Entry => ({
  path: `${index}/`,
  type: 'Directory',
}));
test.each<[string, number, () => Uint8Array]>([
  ['plain text', 400, () => Buffer.from('This is not an archive. '.repeat(100))],
  ['an uncompressed archive', 400, () => good],
  ['compressed text', 400, () => gzipSync('This is not an archive. '.repeat(100))],
  ['an archive truncated after its compression', 400, () => gzipSync(good).subarray(0, 60)],
  ['an archive truncated before its compression', 400, () => gzipSync(good.subarray(0, 1500))],
  ['an archive with one altered byte', 400, () => gzipSync(good).fill(255, 30, 31)],
  ['a header with a wrong checksum', 400, () => gzipSync(Buffer.from(good).fill('x', 0, 1))],
  ['too many entries', 413, () => gzipSync(archiveOf(...folders))],
  [
    'much after its end',
    413,
    () => gzipSync(Buffer.concat([good, Buffer.alloc(unpackedBytes + most * 2048)])),
  ],
])('rejects %s with %i', async (_what, status, bytes) => {
  await expect(unpackAll(bytes())).rejects.toMatchObject({ name: 'RefusedArchive', status });
});
