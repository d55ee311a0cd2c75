import { once } from 'node:events';
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { create, Header, type HeaderData } from 'tar';
import { beforeEach, describe, expect, test } from 'vitest';
import { dropRest } from '../src/http/readBody.ts';
import { ARCHIVE, unpack } from '../src/releases/unpack.ts';
import { exchange } from '../siege/send.ts';
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

function headOf(data: HeaderData): Buffer {
  const head = Buffer.alloc(512);
  new Header({ type: 'File', mode: 0o644, mtime: new Date(0), ...data }).encode(head, 0);
  return head;
}

/** An archive with the entries as they are, which no tool would make. */
function archiveOf(...entries: Entry[]): Buffer {
  const blocks = entries.flatMap(({ text = '', ...data }) => {
    const head = headOf({ size: Buffer.byteLength(text), ...data });
    const body = Buffer.alloc(Math.ceil(Buffer.byteLength(text) / 512) * 512);
    body.write(text);
    return [head, body];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

/** In pieces, as a network brings them. */
const arriving = (bytes: Uint8Array, size = 1000) =>
  Readable.from(
    (function* pieces() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    })(),
  );
const unpackAll = (bytes: Uint8Array) => unpack(arriving(bytes), folder);
const unpackEntries = (...entries: Entry[]) => unpackAll(gzipSync(archiveOf(...entries)));

test('what `tar` packs is there again, empty files and folders too, and nothing of it can be run', async () => {
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

describe('an entry is refused, and nothing is written outside of the folder', () => {
  test.each<[string, Entry]>([
    ['a path that leads out', { path: '../outside.js', text: 'x' }],
    ['one that leads out later', { path: 'dist/../../outside.js', text: 'x' }],
    ['an absolute path', { path: '/tmp/outside.js', text: 'x' }],
    ['a path of Windows', { path: 'C:\\outside.js', text: 'x' }],
    ['a backslash', { path: 'dist\\..\\..\\outside.js', text: 'x' }],
    [
      'a repository, whose settings git would run',
      { path: '.git/config', text: '[core] fsmonitor = touch /tmp/x' },
    ],
    ['what only lies beside that manifest', { path: 'dist/.vite/deps.json', text: 'x' }],
    ['a manifest elsewhere', { path: '.vite/manifest.json', text: '{}' }],
    ['a hidden file', { path: 'dist/.htaccess', text: 'x' }],
    ['the folder itself', { path: './', type: 'Directory' }],
    ['a name with a line break', { path: 'dist/a\nb.js', text: 'x' }],
    ['a name with a space', { path: 'dist/a b.js', text: 'x' }],
    ['a long path', { path: `dist/${'a/'.repeat(ARCHIVE.pathLength / 2)}b.js`, text: 'x' }],
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
      'twice',
      [
        { path: 'a.js', text: 'one' },
        { path: 'a.js', text: 'two' },
      ],
    ],
    [
      'a file, then a folder of its name',
      [
        { path: 'a', text: 'one' },
        { path: 'a/b.js', text: 'two' },
      ],
    ],
    [
      'a folder, then a file of its name',
      [
        { path: 'a/b.js', text: 'one' },
        { path: 'a', text: 'two' },
      ],
    ],
  ])('%s', async (_what, entries) => {
    await expect(unpackEntries(...entries)).rejects.toMatchObject({ name: 'RefusedArchive' });
  });

  test('a link, then a file behind it: the link is never made', async () => {
    const link: Entry = { path: 'dist', type: 'SymbolicLink', linkpath: '..' };
    const unpacking = unpackEntries(link, { path: 'dist/outside.js', text: 'x' });
    await expect(unpacking).rejects.toThrow('"dist" is no file');
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('what is no whole archive is refused', () => {
  const good = archiveOf({ path: 'remote.json', text: '{}'.repeat(2000) });
  test.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['text', Buffer.from('This is not an archive. '.repeat(100))],
    ['an archive that is not compressed', good],
    ['one that is compressed twice', gzipSync(gzipSync(good))],
    ['compressed text', gzipSync('This is not an archive. '.repeat(100))],
    ['one cut short in what is compressed', gzipSync(good).subarray(0, 60)],
    ['one cut short before it was compressed', gzipSync(good.subarray(0, 1500))],
    ['one byte altered', gzipSync(good).fill(255, 30, 31)],
    ['a header whose sum is wrong', gzipSync(Buffer.from(good).fill('x', 0, 1))],
  ])('%s', async (_what, bytes) => {
    await expect(unpackAll(bytes)).rejects.toMatchObject({ name: 'RefusedArchive', status: 400 });
  });
});

describe('what is too much is refused before it is written', () => {
  test('a bomb: a thousand times as large when it is unpacked', async () => {
    const zeros = Buffer.alloc(ARCHIVE.unpackedBytes);
    const bomb = Buffer.concat([headOf({ path: 'a.js', size: zeros.length * 2 }), zeros, zeros]);
    await expect(unpackAll(gzipSync(bomb))).rejects.toMatchObject({ status: 413 });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('one of small entries, and one behind the end of the archive', async () => {
    const many = Array.from({ length: ARCHIVE.entries + 1 }, (_, index) => ({
      path: `${index}/`,
      type: 'Directory' as const,
    }));
    await expect(unpackEntries(...many)).rejects.toMatchObject({ status: 413 });
    const zeros = Buffer.alloc(ARCHIVE.unpackedBytes + ARCHIVE.entries * 2048);
    const behind = gzipSync(Buffer.concat([archiveOf({ path: 'a.js', text: 'x' }), zeros]));
    await expect(unpackAll(behind)).rejects.toMatchObject({ status: 413 });
  });

  test('a body that goes on and on', async () => {
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

test('what arrives after a refusal is read to its end, so that the answer arrives too', async () => {
  const { promise: refusal, resolve } = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    void unpack(request, folder)
      .catch(() => resolve())
      .then(() => dropRest(request))
      .then(() => response.end('refused'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Of a TCP server that listens.
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
