import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addRelease } from './publish.ts';
import type { ReleaseRecord } from './schema.ts';
import { makeRecord, fileOf } from './testing.ts';

const VERSION = '0.1.0-0123456789ab';
const CODE = `export const words = '${'abcd '.repeat(1000)}';\n`;

let root: string;
let store: string;
let build: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'space-compressed-'));
  store = join(root, 'store');
  build = join(root, 'build');
});
afterEach(() => rmSync(root, { recursive: true }));

/** Writes the files of a build and returns the record that lists them. */
function release(texts: Record<string, string>): ReleaseRecord {
  for (const [file, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(build, file)), { recursive: true });
    writeFileSync(join(build, file), text);
  }
  const files = Object.entries(texts).map(([file, text]) => [file, fileOf(text)]);
  return makeRecord('clock', { files: Object.fromEntries(files) });
}

const placed = (file = '') => join(store, 'remotes/clock', VERSION, file);
const names = () =>
  readdirSync(placed(), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();

test('writes a Brotli and a gzip file beside each text file that is worth compressing', async () => {
  const record = release({
    'remoteEntry.js': CODE,
    'assets/small-1.css': '.clock {}',
    'assets/face-1.woff2': CODE,
    'assets/picture-1.svg': `<svg>${'<path d="M0 0"/>'.repeat(200)}</svg>`,
    'words.json': JSON.stringify(CODE),
  });
  await addRelease(store, record, build);
  expect(names()).toEqual([
    'face-1.woff2',
    'picture-1.svg',
    'picture-1.svg.br',
    'picture-1.svg.gz',
    'release.json',
    'remoteEntry.js',
    'remoteEntry.js.br',
    'remoteEntry.js.gz',
    'small-1.css',
    'words.json',
    'words.json.br',
    'words.json.gz',
  ]);
  expect(brotliDecompressSync(readFileSync(placed('remoteEntry.js.br'))).toString()).toBe(CODE);
  expect(gunzipSync(readFileSync(placed('remoteEntry.js.gz'))).toString()).toBe(CODE);
  expect(JSON.parse(readFileSync(placed('release.json'), 'utf8'))).toEqual(record);
});

test('does not rewrite an existing release, with or without its compressed files', async () => {
  const record = release({ 'remoteEntry.js': CODE });
  await addRelease(store, record, build);
  const before = statSync(placed('remoteEntry.js.br')).ino;
  await addRelease(store, record, build);
  expect(statSync(placed('remoteEntry.js.br')).ino).toBe(before);
  // As in a store from before compressed files were written.
  rmSync(placed('remoteEntry.js.br'));
  rmSync(placed('remoteEntry.js.gz'));
  await addRelease(store, record, build);
  expect(names()).toEqual(['release.json', 'remoteEntry.js']);
});

test.each(['.br', '.gz'])('replaces a release whose %s file is truncated or empty', async (ending) => {
  const record = release({ 'remoteEntry.js': CODE });
  await addRelease(store, record, build);
  const sound = readFileSync(placed(`remoteEntry.js${ending}`));
  for (const damaged of [sound.subarray(0, 20), Buffer.from('')]) {
    writeFileSync(placed(`remoteEntry.js${ending}`), damaged);
    await addRelease(store, record, build);
    expect(readFileSync(placed(`remoteEntry.js${ending}`))).toEqual(sound);
  }
});

test('keeps the compressed files that a build made and recorded itself', async () => {
  const record = release({ 'remoteEntry.js': CODE, 'remoteEntry.js.br': 'its own' });
  await addRelease(store, record, build);
  expect(readFileSync(placed('remoteEntry.js.br'), 'utf8')).toBe('its own');
  const before = statSync(placed()).ino;
  await addRelease(store, record, build);
  expect(statSync(placed()).ino).toBe(before);
});
