import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Files with one fault each, by the rule that must find it. */
const FAULTS: Readonly<Record<string, readonly (readonly [file: string, code: string])[]>> = {
  'space(imports)': [
    ['remotes/planner/src/a.ts', "import { x } from '@space/retro';"],
    ['remotes/planner/src/c.ts', "import { x } from '@supabase/supabase-js';"],
    ['remotes/planner/src/d.ts', "import { x } from '@space/platform/internal';"],
    ['remotes/planner/src/e.ts', "import { x } from 'node:fs';"],
    ['remotes/planner/src/f.test.ts', "import { x } from '../../retro/src/x.ts';"],
    ['remotes/planner/src/g.ts', "export const x = () => import('@space/auth');"],
    ['remotes/planner/src/h.ts', "export type X = import('@space/auth').X;"],
    ['shell/src/a.ts', "import { x } from '@space/planner';"],
    ['shell/src/b.ts', "import { x } from 'date-fns';"],
    ['shell/src/layout/a.ts', "import { x } from '../admin/x.ts';"],
    ['shared/domain/src/a.ts', "import { x } from 'react';"],
    ['e2e/specs/a.spec.ts', "import { x } from '@space/domain';"],
  ],
  'no-date-from-text': [['shell/src/c.ts', "export const day = new Date('2026-11-20');"]],
  'no-explicit-any': [['shell/src/e.ts', 'export const x: any = 1;']],
  'max-lines': [['shell/src/f.ts', '// a line\n'.repeat(251)]],
  'no-cycle': [
    ['shell/src/ring/one.ts', "import { two } from './two.ts';\nexport const one = () => two;"],
    ['shell/src/ring/two.ts', "import { one } from './one.ts';\nexport const two = () => one;"],
  ],
  // Imports that the tables allow, and tests, which may import more.
  '': [
    ['remotes/new/src/fine.ts', "export { useToday } from '@space/platform';"],
    ['shell/src/admin/fine.ts', "export { x } from '../layout/x.ts';"],
    ['shared/auth/src/fine.test.ts', "export { x } from '@space/server/testing';"],
  ],
};

test('the linter finds each fault by its rule, and nothing in what is allowed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'space-fences-'));
  // A small copy of the tree: the real configuration lints it once.
  cpSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  cpSync(join(root, 'shared/tooling/lint'), join(folder, 'shared/tooling/lint'), { recursive: true });
  const files = Object.entries(FAULTS).flatMap(([rule, list]) =>
    list.map((each) => [...each, rule] as const),
  );
  for (const [file, code] of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${code}\n`);
  }
  const oxlint = join(root, 'node_modules/.bin/oxlint');
  const complaints = spawnSync(oxlint, ['--format=unix', '.'], {
    cwd: folder,
    encoding: 'utf8',
  }).stdout.split('\n');
  rmSync(folder, { recursive: true });
  const wrong = files.filter(([file, , rule]) => {
    const found = complaints.filter((line) => line.startsWith(`${file}:`));
    return rule === '' ? found.length > 0 : !found.some((line) => line.includes(rule));
  });
  expect(wrong).toEqual([]);
});
