import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { folderOf } from './layout.ts';
import { licencesOf } from './licences.ts';
import type { ReleaseRecord } from './schema.ts';
import { makeRecord, fileOf } from './testing.ts';

let store: string;
beforeEach(() => {
  store = mkdtempSync(join(tmpdir(), 'space-licences-'));
});
afterEach(() => rmSync(store, { recursive: true }));

/** A release of these files, in the store. */
function released(name: string, files: Record<string, string>): ReleaseRecord {
  const record = makeRecord(name, {
    files: Object.fromEntries(Object.entries(files).map(([file, text]) => [file, fileOf(text)])),
  });
  for (const [file, text] of Object.entries(files)) {
    const path = join(folderOf(store, name), record.version, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return record;
}

const ZUSTAND = {
  name: 'zustand',
  version: '5.1.0',
  identifier: 'MIT',
  text: 'MIT License\r\n\r\nCopyright',
};

test('lists each package and font once, with the releases that contain it', async () => {
  const records = [
    released('shell', {
      'licences.json': JSON.stringify([
        { name: 'react', version: '19.3.1', identifier: 'MIT', text: 'MIT, too' },
      ]),
      'service-worker-licences.json': JSON.stringify([ZUSTAND]),
    }),
    released('retro', {
      'licences.json': JSON.stringify([ZUSTAND]),
      'assets/vt323-LICENSE.txt': 'Open Font',
    }),
  ];
  expect((await licencesOf(store, records)).split(`${'='.repeat(80)}\n`)).toEqual([
    'Licences of the code and the fonts of others that this site sends to browsers. The source of each is in its\npackage, which https://www.npmjs.com has under its name and version.\n\n',
    'react 19.3.1 (MIT)\nIn: shell\n\nMIT, too\n\n',
    'The font vt323\nIn: retro\n\nOpen Font\n\n',
    'zustand 5.1.0 (MIT)\nIn: shell, retro\n\nMIT License\n\nCopyright\n',
  ]);
});

test.each([
  ['no licence file', {}, true],
  ['invalid JSON', { 'licences.json': '[{"name":' }, false],
  ['JSON of another shape', { 'licences.json': '[{"name":1}]' }, false],
  [
    'a text that is too long',
    { 'licences.json': JSON.stringify([{ ...ZUSTAND, text: 'x'.repeat(2 ** 20) }]) },
    false,
  ],
])('a release with %s adds no licences', async (_, files, isNamed) => {
  const text = await licencesOf(store, [released('clock', files)]);
  expect(text.includes('A release of clock does not say what it holds.')).toBe(isNamed);
  expect(text).not.toContain('zustand');
});
