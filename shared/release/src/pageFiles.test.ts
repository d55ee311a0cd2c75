import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chunksOfRemote, withoutForeignRules } from './pageFiles.ts';

/** Computes the chunks of a build with this Vite manifest. It may come from another team: its files are untrusted input. */
function chunksOf(
  manifest: unknown,
  pages: unknown = { '/clock': { title: 'Clock', source: 'src/Clock.tsx' } },
) {
  const dist = mkdtempSync(join(tmpdir(), 'space-chunks-'));
  try {
    mkdirSync(join(dist, '.vite'));
    writeFileSync(join(dist, 'pages.json'), JSON.stringify(pages));
    writeFileSync(join(dist, '.vite/manifest.json'), JSON.stringify(manifest));
    const files = ['pages.json', 'entry.js', 'shared.js', 'clock.js', 'hands.js', 'hands.css'];
    return chunksOfRemote({ dist, files }, ['entry.js']);
  } finally {
    rmSync(dist, { recursive: true });
  }
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

test.each<[string, unknown, string, pages?: unknown]>([
  ['a file outside the build', inFile('../secret.js'), 'does not contain ../secret.js'],
  ['an import that is not in the build', inFile('clock.js', ['react']), 'does not contain react'],
  ['a manifest without a file name', inFile(null), 'manifest.json cannot be read'],
  ['null as a manifest', null, 'manifest.json cannot be read'],
  ['null as pages', inFile('clock.js'), 'pages.json cannot be read', null],
])('rejects %s', (_what, manifest, message, ...pages) => {
  expect(() => chunksOf(manifest, ...pages)).toThrow(message);
});

const SCRIPT = 'const styles = { row: "clock__Row__row__0a1b2", on: "clock__Row__is-on__0a1b2" };';
const OWN = '.clock__Row__row__0a1b2{color:red}';
const FOREIGN = '.clock__Sum__sum__3c4d5{top:0}';

test.each([
  ['the page’s own module', '.clock__Row__row__0a1b2 > b:hover{color:red}', true],
  ['the page’s own module, for a class that no script names', '.clock__Row__late__0a1b2{color:red}', true],
  ['the page’s own animation', '@keyframes clock__Row__turn__0a1b2{to{rotate:1turn}}', true],
  ['no module: a font', '@font-face{font-family:Clock;src:url(./clock.woff2)}', true],
  ['no module: an element', '[data-world=clock] h1{color:red}', true],
  ['two modules, one of them the page’s', '.clock__Row__row__0a1b2,.clock__Sum__sum__3c4d5{top:0}', true],
  ['the page’s own module, with a nested rule', '.clock__Row__row__0a1b2{color:red;&:hover{top:0}}', true],
  ['no module: the order of layers', '@layer first,second;', true],
  ['another module', FOREIGN, false],
  ['a module of the same name in another folder', '.clock__Row__row__3c4d5{color:red}', false],
  ['another module’s animation', '@keyframes clock__Sum__turn__3c4d5{to{rotate:1turn}}', false],
  ['another module, with the at-rules around it', `@media print{@supports (top:0){${FOREIGN}}}`, false],
])('of the style sheet a page needs its own rules: one of %s', (_what, rule, isKept) => {
  expect(withoutForeignRules(OWN + rule + OWN, SCRIPT)).toBe(OWN + (isKept ? rule : '') + OWN);
  expect(withoutForeignRules(`@media print{${FOREIGN}${OWN}}`, SCRIPT)).toBe(`@media print{${OWN}}`);
});
