import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chunksOfRemote } from './chunksOf.ts';

// A build may come from another team, over the network: its manifests are untrusted input.

let folder: string;
let dist: string;
const PAGES = { '/clock': { title: 'Clock', source: 'src/Clock.tsx' } };
const FILES = ['entry.js', 'clock.js', 'hands.js'];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'space-chunks-'));
  dist = join(folder, 'dist');
  mkdirSync(join(dist, '.vite'), { recursive: true });
  writeFileSync(join(folder, 'secret.js'), '');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Computes the chunks of a build with this Vite manifest, where `clock.js` has these imports. */
function chunksOf(manifest: unknown, imports: readonly string[] = ['./hands.js'], pages: unknown = PAGES) {
  const written = { 'pages.json': JSON.stringify(pages), '.vite/manifest.json': JSON.stringify(manifest) };
  const modules = {
    'entry.js': '',
    'hands.js': '',
    'clock.js': imports.map((one) => `import '${one}';`).join(''),
  };
  for (const [file, text] of Object.entries({ ...written, ...modules }))
    writeFileSync(join(dist, file), text);
  return chunksOfRemote(dist, FILES, ['entry.js']);
}
const inFile = (file: unknown) => ({ 'src/Clock.tsx': { file } });

test('the chunks of a page are its module and the imports of that module', async () => {
  expect(await chunksOf(inFile('clock.js'))).toEqual({ '/clock': ['clock.js', 'hands.js'] });
});

test.each([
  ['a file outside the build', inFile('../secret.js'), undefined, 'does not contain ../secret.js'],
  ['a device', inFile('../../../../dev/zero'), undefined, 'does not contain ../../../../dev/zero'],
  [
    'an import of a file outside the build',
    inFile('clock.js'),
    ['../secret.js'],
    'does not contain ../secret.js',
  ],
  ['an import of a package', inFile('clock.js'), ['react'], 'does not contain react'],
  ['a manifest without a file name', inFile(null), undefined, 'manifest.json cannot be read'],
  ['null as a manifest', null, undefined, 'manifest.json cannot be read'],
])('rejects %s', async (_, manifest, imports, message) => {
  await expect(chunksOf(manifest, imports)).rejects.toMatchObject({
    name: 'StoreError',
    message: expect.stringContaining(message),
  });
});

test('rejects an invalid pages.json', async () => {
  await expect(chunksOf(inFile('clock.js'), [], null)).rejects.toMatchObject({
    name: 'StoreError',
    message: expect.stringContaining('pages.json cannot be read'),
  });
});
