import { describe, expect, test } from 'vitest';
import { importsOf } from './importsOf.ts';

const from = (code: string, file = 'Page.tsx') => importsOf(code, file, '@space/platform');

describe('importsOf', () => {
  test('names what is imported, as the other package calls it, with the line', () => {
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

  test('reads JSX and types, each by the ending of the file', () => {
    expect(
      from("import { Link } from '@space/platform';\nexport const A = () => <Link to='/' />;"),
    ).toHaveLength(1);
    expect(
      from("import { tasks } from '@space/platform';\nexport const a = <T,>(b: T) => b;", 'a.ts'),
    ).toHaveLength(1);
  });

  test('throws for what is no program, with the name of the file', () => {
    expect(() => from("import { from '@space/platform';")).toThrow(/Page\.tsx/);
  });
});
