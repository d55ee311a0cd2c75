import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allPaths, readTexts } from './repository.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));

/** One fault in each file, and the rule that must find it. */
const FAULTS: readonly [file: string, code: string, rule: string][] = [
  ['remotes/planner/src/a.ts', "import { x } from '@space/retro';", 'space(imports)'],
  ['remotes/planner/src/b.ts', "import { x } from '@space/shell';", 'space(imports)'],
  ['remotes/planner/src/c.ts', "import { x } from '@supabase/supabase-js';", 'space(imports)'],
  ['remotes/planner/src/d.ts', "import { x } from 'react-router-dom';", 'space(imports)'],
  ['remotes/planner/src/e.ts', "import { x } from '@space/supabase';", 'space(imports)'],
  ['remotes/retro/src/a.ts', "import { x } from 'react-toastify';", 'space(imports)'],
  ['remotes/new/src/a.ts', "import { x } from '@space/retro';", 'space(imports)'],
  ['remotes/new/src/b.ts', "import { x } from '@space/retro/src/routes.tsx';", 'space(imports)'],
  ['shell/src/a.ts', "import { x } from '@space/planner';", 'space(imports)'],
  ['shell/src/h.ts', "import { x } from '@space/new';", 'space(imports)'],
  ['shell/src/b.ts', "import { x } from 'date-fns';", 'space(imports)'],
  ['shared/domain/src/a.ts', "import { x } from 'react';", 'space(imports)'],
  ['shared/domain/src/b.ts', "import { x } from '@space/supabase';", 'space(imports)'],
  ['shared/ui/src/a.ts', "import { x } from '@space/ui/src/button/Button.tsx';", 'space(imports)'],
  ['shared/store/src/a.ts', "import { x } from '@space/server';", 'space(imports)'],
  ['e2e/specs/a.spec.ts', "import { x } from '@space/domain';", 'space(imports)'],
  ['remotes/planner/src/l.ts', "import type { X } from '@space/supabase';", 'space(imports)'],
  ['remotes/planner/src/f.ts', "export const x = () => import('@space/auth');", 'space(imports)'],
  ['remotes/planner/src/g.ts', "export type X = import('@space/auth').X;", 'space(imports)'],
  ['remotes/planner/src/h.ts', "export { x } from '@space/platform/internal';", 'space(imports)'],
  ['remotes/planner/src/i.ts', "import { x } from 'node:fs';", 'space(imports)'],
  ['remotes/planner/src/j.ts', "import { x } from '../../retro/src/x.ts';", 'space(imports)'],
  ['remotes/planner/src/k.test.ts', "import { x } from '../../retro/src/x.ts';", 'space(imports)'],
  ['shell/src/layout/a.ts', "import { x } from '../admin/x.ts';", 'space(imports)'],
  ['shell/src/c.ts', "export const day = new Date('2026-11-20');", 'no-date-from-text'],
  ['shell/src/d.ts', "export const day = Date.parse('2026-11-20');", 'no-date-from-text'],
  ['shell/src/e.ts', 'export const x: any = 1;', 'no-explicit-any'],
  ['shell/src/f.ts', '// a line\n'.repeat(251), 'max-lines'],
  ['shell/src/G.tsx', 'export function G() {\n  return <img src="x" />;\n}', 'alt-text'],
  ['shell/src/ring/one.ts', "import { two } from './two.ts';\nexport const one = () => two;", 'no-cycle'],
  ['shell/src/ring/two.ts', "import { one } from './one.ts';\nexport const two = () => one;", 'no-cycle'],
];

/** Imports that the tables allow, and tests, which may import more. */
const FINE: readonly [file: string, code: string][] = [
  [
    'remotes/new/src/fine.ts',
    "export { PATHS } from '@space/domain';\nexport { useToday } from '@space/platform';",
  ],
  ['shell/src/admin/fine.ts', "export { x } from '../layout/x.ts';"],
  ['shared/auth/src/fine.test.ts', "export { x } from '@space/server/testing';"],
  ['e2e/lab/speed/fine.ts', "export { x } from '../../support/x.ts';"],
];

let folder: string;
let complaints: string[];

// A small copy of the tree: the real configuration lints it once.
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'space-fences-'));
  cpSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  cpSync(join(root, 'shared/tooling/lint'), join(folder, 'shared/tooling/lint'), { recursive: true });
  for (const [file, code] of [...FAULTS, ...FINE]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${code}\n`);
  }
  const { stdout } = await run(join(root, 'node_modules/.bin/oxlint'), ['--format=unix', '.'], {
    cwd: folder,
  }).catch((error: { stdout: string }) => error);
  complaints = stdout.split('\n');
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test.each(FAULTS)('%s: the violation is reported by its rule', (file, _, rule) => {
  expect(complaints.filter((line) => line.startsWith(`${file}:`)).join('\n')).toContain(rule);
});

test.each(FINE)('%s: an allowed import is not reported', (file) => {
  expect(complaints.filter((line) => line.startsWith(`${file}:`))).toEqual([]);
});

test('no browser test stops a server while its page is open: the fixture `started` does it later', () => {
  const specs = readTexts(allPaths().filter((path) => path.startsWith('e2e/specs/')));
  const early = specs.filter(({ text }) => /\bfinally \{[^}]*\.(stop|close)\(\)/.test(text));
  expect(early.map(({ path }) => path)).toEqual([]);
});
