import { once } from 'node:events';
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { create, Header, type HeaderData } from 'tar';
import { beforeEach, describe, expect, test } from 'vitest';
import { discardRest } from '../src/http/readBody.ts';
import { MAX_ARCHIVE, unpack } from '../src/releases/unpack.ts';
import { exchange } from './support/rawHttp.ts';
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
const unpackEntries = (...entries: Entry[]) => unpackAll(gzipSync(archiveOf(...entries)));

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
  expect(readdirSync(folder, { recursive: true }).map(String).toSorted()).toEqual([
    'dist',
    'dist/.vite',
    'dist/.vite/manifest.json',
    'dist/assets',
    'dist/assets/large-1_a@2+b.js',
    'dist/empty.js',
    'remote.json',
  ]);
  expect(readFileSync(join(folder, 'dist/assets/large-1_a@2+b.js'), 'utf8')).toBe(large);
  expect(statSync(join(folder, 'remote.json')).mode & 0o777).toBe(0o600);
});

describe('rejects an entry without writing outside the folder', () => {
  test.each<[string, Entry]>([
    ['a path that leads out of the folder', { path: '../outside.js', text: 'x' }],
    ['a path that leads out after a subfolder', { path: 'dist/../../outside.js', text: 'x' }],
    ['an absolute path', { path: '/tmp/outside.js', text: 'x' }],
    ['a Windows path', { path: 'C:\\outside.js', text: 'x' }],
    ['a backslash', { path: 'dist\\..\\..\\outside.js', text: 'x' }],
    [
      'a .git folder, whose settings git would execute',
      { path: '.git/config', text: '[core] fsmonitor = touch /tmp/x' },
    ],
    ['another file beside the manifest in .vite', { path: 'dist/.vite/deps.json', text: 'x' }],
    ['a .vite manifest outside dist', { path: '.vite/manifest.json', text: '{}' }],
    ['a hidden file', { path: 'dist/.htaccess', text: 'x' }],
    ['the folder itself', { path: './', type: 'Directory' }],
    ['a name with a line break', { path: 'dist/a\nb.js', text: 'x' }],
    ['a name with a space', { path: 'dist/a b.js', text: 'x' }],
    ['a long path', { path: `dist/${'a/'.repeat(MAX_ARCHIVE.pathLength / 2)}b.js`, text: 'x' }],
    ['a symbolic link', { path: 'dist/a.js', type: 'SymbolicLink', linkpath: '/etc/passwd' }],
    ['a hard link', { path: 'dist/a.js', type: 'Link', linkpath: 'remote.json' }],
    ['a device', { path: 'dist/a', type: 'CharacterDevice', devmaj: 1, devmin: 5 }],
    ['a block device', { path: 'dist/a', type: 'BlockDevice' }],
    ['a pipe', { path: 'dist/a', type: 'FIFO' }],
  ])('%s', async (_what, entry) => {
    const before = readdirSync(at());
    const refused = { name: 'RefusedArchive', status: 400 };
    await expect(unpackEntries({ path: 'remote.json', text: '{}' }, entry)).rejects.toMatchObject(refused);
    expect(readdirSync(at())).toEqual(before);
    expect(readdirSync(folder).filter((name) => name !== 'remote.json' && name !== 'dist')).toEqual([]);
  });

  test.each<[string, Entry[]]>([
    [
      'the same path twice',
      [
        { path: 'a.js', text: 'one' },
        { path: 'a.js', text: 'two' },
      ],
    ],
    [
      'a file, then a folder of the same name',
      [
        { path: 'a', text: 'one' },
        { path: 'a/b.js', text: 'two' },
      ],
    ],
    [
      'a folder, then a file of the same name',
      [
        { path: 'a/b.js', text: 'one' },
        { path: 'a', text: 'two' },
      ],
    ],
  ])('%s', async (_what, entries) => {
    await expect(unpackEntries(...entries)).rejects.toMatchObject({ name: 'RefusedArchive' });
  });

  test('a link, then a file behind it, without creating the link', async () => {
    const link: Entry = { path: 'dist', type: 'SymbolicLink', linkpath: '..' };
    const unpacking = unpackEntries(link, { path: 'dist/outside.js', text: 'x' });
    await expect(unpacking).rejects.toThrow('"dist" is not a regular file');
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('rejects what is not a complete archive', () => {
  const good = archiveOf({ path: 'remote.json', text: '{}'.repeat(2000) });
  test.each<[string, Uint8Array]>([
    ['an empty body', new Uint8Array()],
    ['plain text', Buffer.from('This is not an archive. '.repeat(100))],
    ['an uncompressed archive', good],
    ['an archive that is compressed twice', gzipSync(gzipSync(good))],
    ['compressed text', gzipSync('This is not an archive. '.repeat(100))],
    ['an archive truncated after its compression', gzipSync(good).subarray(0, 60)],
    ['an archive truncated before its compression', gzipSync(good.subarray(0, 1500))],
    ['an archive with one altered byte', gzipSync(good).fill(255, 30, 31)],
    ['a header with a wrong checksum', gzipSync(Buffer.from(good).fill('x', 0, 1))],
  ])('%s', async (_what, bytes) => {
    await expect(unpackAll(bytes)).rejects.toMatchObject({ name: 'RefusedArchive', status: 400 });
  });
});

describe('rejects too much data before writing it', () => {
  test('a bomb that unpacks to a thousand times its size', async () => {
    const zeros = Buffer.alloc(MAX_ARCHIVE.unpackedBytes);
    const bomb = Buffer.concat([headerOf({ path: 'a.js', size: zeros.length * 2 }), zeros, zeros]);
    await expect(unpackAll(gzipSync(bomb))).rejects.toMatchObject({ status: 413 });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('too many small entries, and too much data after the end of the archive', async () => {
    const many = Array.from({ length: MAX_ARCHIVE.entries + 1 }, (_, index) => ({
      path: `${index}/`,
      type: 'Directory' as const,
    }));
    await expect(unpackEntries(...many)).rejects.toMatchObject({ status: 413 });
    const zeros = Buffer.alloc(MAX_ARCHIVE.unpackedBytes + MAX_ARCHIVE.entries * 2048);
    const trailing = gzipSync(Buffer.concat([archiveOf({ path: 'a.js', text: 'x' }), zeros]));
    await expect(unpackAll(trailing)).rejects.toMatchObject({ status: 413 });
  });

  test('an endless body', async () => {
    const chunk = Buffer.alloc(1024 * 1024);
    const endless = Readable.from(
      (function* chunks() {
        yield gzipSync(archiveOf({ path: 'a.js', text: 'x' })).subarray(0, 10);
        for (;;) yield chunk;
      })(),
    );
    await expect(unpack(endless, folder)).rejects.toMatchObject({ name: 'RefusedArchive' });
  });
});

test('reads the rest of a rejected request, so that its response arrives', async () => {
  const { promise: refusal, resolve } = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    void unpack(request, folder)
      .catch(() => resolve())
      .then(() => discardRest(request))
      .then(() => response.end('refused'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server has an address.
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [first, rest] = [Buffer.alloc(1000), Buffer.alloc(3_000_000)];
  const length = `Content-Length: ${first.length + rest.length}`;
  const head = `PUT / HTTP/1.1\r\nHost: server\r\nConnection: close\r\n${length}\r\n\r\n`;
  const answer = exchange(socket, [Buffer.from(head), first]);
  await refusal;
  socket.write(rest);
  expect(await answer).toMatchObject({ status: 200, body: 'refused' });
  server.close();
});
