import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { expect, test } from 'vitest';

/** The folders of the shell from the bottom up: each may import what stands before it. */
const LAYERS = [
  'browser', // what the browser offers: addresses, idle moments, time limits
  'registry', // which pages and versions there are
  'sky',
  'toasts',
  'parts', // outlines of pages
  'guard', // who may stay on a page
  'layout', // what surrounds every page
  'override', // a remote from another address
  'heal', // what went wrong, and whether trying again helps
  'load', // opening a page of a remote
  'errors', // what is shown in the place of a page
  'auth',
  'admin',
  'inspector',
  'app', // the router and the start
];
const LAZY = /import\('(?<lazy>\.[^']+)'\)/;
const STATIC = /from '(?<from>\.[^']+)'/;
const IMPORT = new RegExp(`${STATIC.source}|${LAZY.source}`, 'g');

const ROOT = import.meta.dirname;
const folderOf = (file: string) => relative(ROOT, file).split(sep)[0] ?? '';

function importsIn(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(({ groups }) =>
    join(dirname(file), groups?.['from'] ?? groups?.['lazy'] ?? ''),
  );
}

const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && file.includes(sep))
  .map((file) => join(ROOT, file));

test('every folder of the shell has its layer', () => {
  expect([...new Set(files.map(folderOf))].sort()).toEqual([...LAYERS].sort());
});

test('imports between folders of the shell point down', () => {
  const upward = files.flatMap((file) =>
    importsIn(file)
      .filter((imported) => LAYERS.indexOf(folderOf(imported)) > LAYERS.indexOf(folderOf(file)))
      .map((imported) => `${relative(ROOT, file)} imports ${relative(ROOT, imported)}`),
  );
  expect(upward).toEqual([]);
});
