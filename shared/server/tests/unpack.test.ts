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

function headerOf(data: HeaderData): Buffer {
  const head = Buffer.alloc(512);
  new Header({ type: 'File', mode: 0o644, mtime: new Date(0), ...data }).encode(head, 0);
  return head;
}

/** Creates an archive with exactly these entries, also with those that no tool would write. */
function archiveOf(...entries: Entry[]): Buffer {
  const blocks = entries.flatMap(({ text = '', ...data }) => {
    const head = headerOf({ size: Buffer.byteLength(text), ...data });
    const body = Buffer.alloc(Math.ceil(Buffer.byteLength(text) / 512) * 512);
    body.write(text);
    return [head, body];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

/** Streams the bytes in chunks, like a network. */
const streamOf = (bytes: Uint8Array, size = 1000) =>
  Readable.from(
    (function* chunks() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    })(),
  );
const unpackAll = (bytes: Uint8Array) => unpack(streamOf(bytes), folder);

test('unpacks the files and folders that `tar` packed, also empty files, without execute permission', async () => {
  const source = at('source');
  for (const name of ['assets', '.vite']) mkdirSync(join(source, 'dist', name), { recursive: true });
  const large = 'x'.repeat(300_000);
  for (const [file, text] of [
    ['remote.json', '{}'],
    ['dist/empty.js', ''],
    ['dist/.vite/manifest.json', '{}'],
    ['dist/assets/large-1_a@2+b.js', large],
  ] as const)
    writeFileSync(join(source, file), text, { mode: 0o777 });
  const packed = await create({ gzip: true, cwd: source }, ['remote.json', 'dist']).concat();
  await unpackAll(packed);
  const names =
    'dist dist/.vite dist/.vite/manifest.json dist/assets dist/assets/large-1_a@2+b.js dist/empty.js remote.json';
  expect(readdirSync(folder, { recursive: true }).map(String).toSorted()).toEqual(names.split(' '));
  expect(readFileSync(join(folder, 'dist/assets/large-1_a@2+b.js'), 'utf8')).toBe(large);
  expect(statSync(join(folder, 'remote.json')).mode & 0o777).toBe(0o600);
});

const FILE: Entry = { path: 'remote.json', text: '{}' };
const text = 'x';
test.each<[string, ...Entry[]]>([
  ['a path that leads out of the folder', { path: '../outside.js', text }],
  ['a path that leads out after a subfolder', { path: 'dist/../../outside.js', text }],
  ['an absolute path', { path: '/tmp/outside.js', text }],
  ['a Windows path', { path: 'C:\\outside.js', text }],
  ['a backslash', { path: 'dist\\..\\..\\outside.js', text }],
  ['a .git folder, whose settings git would execute', { path: '.git/config', text: '[core] fsmonitor = x' }],
  ['another file beside the manifest in .vite', { path: 'dist/.vite/deps.json', text }],
  ['a .vite manifest outside dist', { path: '.vite/manifest.json', text: '{}' }],
  ['a hidden file', { path: 'dist/.htaccess', text }],
  ['the folder itself', { path: './', type: 'Directory' }],
  ['a name with a line break', { path: 'dist/a\nb.js', text }],
  ['a name with a space', { path: 'dist/a b.js', text }],
  ['a long path', { path: `dist/${'a/'.repeat(MAX_ARCHIVE.pathLength / 2)}b.js`, text }],
  ['a symbolic link', { path: 'dist/a.js', type: 'SymbolicLink', linkpath: '/etc/passwd' }],
  [
    'a link, and a file behind it',
    { path: 'dist', type: 'SymbolicLink', linkpath: '..' },
    { path: 'dist/a.js', text },
  ],
  ['a hard link', { path: 'dist/a.js', type: 'Link', linkpath: 'remote.json' }],
  ['a device', { path: 'dist/a', type: 'CharacterDevice', devmaj: 1, devmin: 5 }],
  ['a block device', { path: 'dist/a', type: 'BlockDevice' }],
  ['a pipe', { path: 'dist/a', type: 'FIFO' }],
  ['the same path twice', FILE],
  ['a folder with the name of a file', { path: 'remote.json/b.js', text }],
  ['a file with the name of a folder', { path: 'dist/b.js', text }, { path: 'dist', text }],
])('rejects %s, and writes nothing outside the folder', async (_what, ...entries) => {
  const before = readdirSync(at());
  const unpacking = unpackAll(gzipSync(archiveOf(FILE, ...entries)));
  await expect(unpacking).rejects.toMatchObject({ name: 'RefusedArchive', status: 400 });
  expect(readdirSync(at())).toEqual(before);
  expect(readdirSync(folder).filter((name) => name !== 'remote.json' && name !== 'dist')).toEqual([]);
  expect(existsSync('/tmp/outside.js')).toBe(false);
});

const good = archiveOf({ path: 'remote.json', text: '{}'.repeat(2000) });
const small = archiveOf({ path: 'a.js', text });
const zeros = (bytes: number) => Buffer.alloc(bytes);
const { entries: most, unpackedBytes } = MAX_ARCHIVE;
const bomb = () => [headerOf({ path: 'a.js', size: unpackedBytes * 2 }), zeros(unpackedBytes * 2)];
const folders = (count: number) =>
  Array.from({ length: count }, (_, index): Entry => ({ path: `${index}/`, type: 'Directory' }));
test.each<[string, number, () => Uint8Array]>([
  ['an empty body', 400, () => new Uint8Array()],
  ['plain text', 400, () => Buffer.from('This is not an archive. '.repeat(100))],
  ['an uncompressed archive', 400, () => good],
  ['an archive that is compressed twice', 400, () => gzipSync(gzipSync(good))],
  ['compressed text', 400, () => gzipSync('This is not an archive. '.repeat(100))],
  ['an archive truncated after its compression', 400, () => gzipSync(good).subarray(0, 60)],
  ['an archive truncated before its compression', 400, () => gzipSync(good.subarray(0, 1500))],
  ['an archive with one altered byte', 400, () => gzipSync(good).fill(255, 30, 31)],
  ['a header with a wrong checksum', 400, () => gzipSync(Buffer.from(good).fill('x', 0, 1))],
  ['a bomb', 413, () => gzipSync(Buffer.concat(bomb()))],
  ['too many entries', 413, () => gzipSync(archiveOf(...folders(most + 1)))],
  ['much after its end', 413, () => gzipSync(Buffer.concat([small, zeros(unpackedBytes + most * 2048)]))],
])('rejects %s with %i', async (_what, status, bytes) => {
  await expect(unpackAll(bytes())).rejects.toMatchObject({ name: 'RefusedArchive', status });
});

test('rejects an endless body', async () => {
  const endless = Readable.from(
    (function* chunks() {
      yield gzipSync(small).subarray(0, 10);
      for (;;) yield zeros(1024 * 1024);
    })(),
  );
  await expect(unpack(endless, folder)).rejects.toMatchObject({ name: 'RefusedArchive' });
});
