import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { importsOf, namesOfShare } from './moduleNames.ts';

const from = (code: string, file = 'Page.tsx') => importsOf(code, file, '@space/platform');

describe('importsOf', () => {
  test('lists the imported names as the other package exports them, with their lines', () => {
    const code =
      "import { useState } from 'react';\nimport {\n  notify,\n  tasks as all,\n} from '@space/platform';\n";
    expect(from(code)).toEqual([
      { name: 'notify', line: 3 },
      { name: 'tasks', line: 4 },
    ]);
  });

  test.each([
    ["import type { notify } from '@space/platform';"],
    ["import { type notify } from '@space/platform';"],
    ["export type { Notice } from '@space/platform';"],
    ["type Notify = import('@space/platform').Notice;"],
    ["// import { notify } from '@space/platform'"],
    ["import { notify } from '@space/platform-extras';"],
    ['const text = \'import { notify } from "@space/platform"\';'],
  ])('does not count %s', (code) => expect(from(code)).toEqual([]));

  test.each([
    ["export { notify } from '@space/platform';", 'notify'],
    ["import notify from '@space/platform';", 'default'],
    ["import * as all from '@space/platform';", '*'],
    ["export * from '@space/platform';", '*'],
    ["export * as all from '@space/platform';", '*'],
    ["const all = await import('@space/platform');", '*'],
  ])('counts %s', (code, name) => expect(from(code)).toEqual([{ name, line: 1 }]));

  test('parses JSX and types according to the file extension', () => {
    expect(
      from("import { Link } from '@space/platform';\nexport const A = () => <Link to='/' />;"),
    ).toHaveLength(1);
    expect(
      from("import { tasks } from '@space/platform';\nexport const a = <T,>(b: T) => b;", 'a.ts'),
    ).toHaveLength(1);
  });

  test('throws for a syntax error, with file and line', () => {
    expect(() => from("\nimport { from '@space/platform';")).toThrow(/^Page\.tsx:2: /);
  });
});

describe('namesOfShare', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'space-names-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test('loads an external package to list its exports', () => {
    const file = createRequire(import.meta.url).resolve('react/jsx-runtime');
    expect(namesOfShare('react/jsx-runtime', file).toSorted()).toEqual(['Fragment', 'jsx', 'jsxs']);
  });

  test('reads the values that the index of our own package exports, without its types', async () => {
    const index = join(folder, 'index.ts');
    await writeFile(
      index,
      "export { Link, useDay as useToday } from './all.ts';\nexport type { Notice } from './all.ts';\nexport { type Other, notify } from './all.ts';\n",
    );
    expect(namesOfShare('ours', index)).toEqual(['Link', 'useToday', 'notify']);
  });

  test('refuses an index that does not list its names', async () => {
    const index = join(folder, 'index.ts');
    await writeFile(index, "export * from './all.ts';\n");
    expect(() => namesOfShare('ours', index)).toThrow('the index of ours must list its names');
  });
});
