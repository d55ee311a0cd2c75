import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chunksOfRemote } from './chunksOf.ts';

// A build may come from another team, over the network: what it says of itself is not to be believed.

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

/** What is found where a page's module is in this file, and these are its imports. */
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

test('a page needs its module and all that this imports', async () => {
  expect(await chunksOf(inFile('clock.js'))).toEqual({ '/clock': ['clock.js', 'hands.js'] });
});

test.each([
  ['a file beside it', inFile('../secret.js'), undefined, 'does not hold ../secret.js'],
  ['a device', inFile('../../../../dev/zero'), undefined, 'does not hold ../../../../dev/zero'],
  ['an import of what is beside it', inFile('clock.js'), ['../secret.js'], 'does not hold ../secret.js'],
  ['an import of a package', inFile('clock.js'), ['react'], 'does not hold react'],
  ['no file', inFile(null), undefined, 'manifest.json cannot be read'],
  ['no manifest', null, undefined, 'manifest.json cannot be read'],
])('%s is not read', async (_, manifest, imports, message) => {
  await expect(chunksOf(manifest, imports)).rejects.toMatchObject({
    name: 'StoreError',
    message: expect.stringContaining(message),
  });
});

test('pages that are none are refused', async () => {
  await expect(chunksOf(inFile('clock.js'), [], null)).rejects.toMatchObject({
    name: 'StoreError',
    message: expect.stringContaining('pages.json cannot be read'),
  });
});
