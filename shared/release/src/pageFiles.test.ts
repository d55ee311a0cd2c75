import { expect, test } from 'vitest';
import { folderForEach } from '@space/server/testing/folders';
import { writeFiles } from '@space/store/testing';
import { chunksOfRemote, withoutForeignRules } from './pageFiles.ts';

const at = folderForEach();
/** A manifest of Vite in which the page is in this file and imports this. */
const inFile = (file: unknown, imports: readonly string[] = []) => ({
  'src/Clock.tsx': { file, imports },
  'src/entry.ts': { file: 'entry.js', imports: ['_shared'] },
  _shared: { file: 'shared.js' },
  _hands: { file: 'hands.js', css: ['hands.css'] },
});
const NEEDED = { '/clock': ['clock.js', 'hands.js', 'hands.css'] };

const PAGES = { '/clock': { title: 'Clock', source: 'src/Clock.tsx' } };

// It may come from another team: its files are untrusted input.
test.each<[string, pages: unknown, manifest: unknown, found: object | string]>([
  ['its module and its imports, not yet loaded', PAGES, inFile('clock.js', ['_hands', '_shared']), NEEDED],
  ['no file outside the build', PAGES, inFile('../secret.js'), 'does not contain ../secret.js'],
  ['no import that is not in the build', PAGES, inFile('clock.js', ['react']), 'does not contain react'],
  ['nothing of a manifest without a file name', PAGES, inFile(null), 'manifest.json cannot be read'],
  ['nothing of null as pages', null, inFile('clock.js'), 'pages.json cannot be read'],
])('the chunks of a page are %s', (_what, pages, manifest, found) => {
  const dist = writeFiles(at(), { 'pages.json': pages, '.vite/manifest.json': manifest });
  const files = ['pages.json', 'entry.js', 'shared.js', 'clock.js', 'hands.js', 'hands.css'];
  const chunks = () => chunksOfRemote({ dist, files }, ['entry.js']);
  if (typeof found === 'string') expect(chunks).toThrow(found);
  else expect(chunks()).toEqual(found);
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
