import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chunksOfRemote } from './chunks.ts';

// A build may come from another team, over the network: its manifests are untrusted input.

let folder: string;
let dist: string;
const PAGES = { '/clock': { title: 'Clock', source: 'src/Clock.tsx' } };
const FILES = ['entry.js', 'shared.js', 'clock.js', 'hands.js', 'hands.css'];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'space-chunks-'));
  dist = join(folder, 'dist');
  mkdirSync(join(dist, '.vite'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Computes the chunks of a build with this Vite manifest. */
function chunksOf(manifest: unknown, pages: unknown = PAGES) {
  writeFileSync(join(dist, 'pages.json'), JSON.stringify(pages));
  writeFileSync(join(dist, '.vite/manifest.json'), JSON.stringify(manifest));
  return chunksOfRemote({ dist, files: FILES }, ['entry.js']);
}

const inFile = (file: unknown, imports: readonly string[] = []) => ({
  'src/Clock.tsx': { file, imports },
  'src/entry.ts': { file: 'entry.js', imports: ['_shared'] },
  _shared: { file: 'shared.js' },
  _hands: { file: 'hands.js', css: ['hands.css'] },
});

test('the chunks of a page are its module and what it imports, without what is loaded already', () => {
  const manifest = inFile('clock.js', ['_hands', '_shared']);
  expect(chunksOf(manifest)).toEqual({ '/clock': ['clock.js', 'hands.js', 'hands.css'] });
});

test.each([
  ['a file outside the build', inFile('../secret.js'), 'does not contain ../secret.js'],
  ['an import that is not in the build', inFile('clock.js', ['react']), 'does not contain react'],
  ['a manifest without a file name', inFile(null), 'manifest.json cannot be read'],
  ['null as a manifest', null, 'manifest.json cannot be read'],
])('rejects %s', (_, manifest, message) => {
  expect(() => chunksOf(manifest)).toThrow(message);
});

test('rejects an invalid pages.json', () => {
  expect(() => chunksOf(inFile('clock.js'), null)).toThrow('pages.json cannot be read');
});
