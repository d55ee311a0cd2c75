import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Imports that the rule refuses, by their folder. */
const IMPORTS: Readonly<Record<string, readonly string[]>> = {
  'remotes/planner/src': ['@space/retro', '@supabase/supabase-js', '@space/platform/internal', 'node:fs'],
  'remotes/new/src': ['@space/shell', '@space/retro/src/routes.tsx', '../../retro/src/x.ts'],
  'shell/src/layout': ['@space/planner', 'date-fns', '../admin/x.ts'],
  'shared/domain/src': ['react'],
  'shared/store/src': ['@space/server'],
  'e2e/specs': ['@space/domain'],
};

/** Files with one fault each, and the rule that must find it; '' for what is allowed. */
const FILES: readonly (readonly [file: string, code: string, rule: string])[] = [
  ...Object.entries(IMPORTS).flatMap(([folder, names]) =>
    names.map((name, index) => [`${folder}/${index}.ts`, `import { x } from '${name}';`, 'imports'] as const),
  ),
  ['remotes/planner/src/a.test.ts', "import { x } from '../../retro/src/x.ts';", 'imports'],
  ['remotes/planner/src/g.ts', "export const x = () => import('@space/auth');", 'imports'],
  ['remotes/planner/src/h.ts', "export type X = import('@space/auth').X;", 'imports'],
  ['shell/src/c.ts', "export const day = new Date('2026-11-20');", 'no-date-from-text'],
  ['shell/src/d.ts', "export const day = Date.parse('2026-11-20');", 'no-date-from-text'],
  ['shell/src/e.ts', 'export const x: any = 1;', 'no-explicit-any'],
  ['shell/src/f.ts', '// a line\n'.repeat(251), 'max-lines'],
  ['shell/src/ring/one.ts', "import { two } from './two.ts';\nexport const one = () => two;", 'no-cycle'],
  ['shell/src/ring/two.ts', "import { one } from './one.ts';\nexport const two = () => one;", 'no-cycle'],
  ['remotes/new/src/fine.ts', "export { useToday } from '@space/platform';", ''],
  ['shell/src/admin/fine.ts', "export { x } from '../layout/x.ts';", ''],
  ['shared/auth/src/fine.test.ts', "export { x } from '@space/server/testing';", ''],
];

test('the linter finds each fault by its rule, and nothing in what is allowed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'space-fences-'));
  // A small copy of the tree: the real configuration lints it once.
  cpSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  cpSync(join(root, 'shared/tooling/lint'), join(folder, 'shared/tooling/lint'), { recursive: true });
  for (const [file, code] of FILES) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${code}\n`);
  }
  const oxlint = join(root, 'node_modules/.bin/oxlint');
  const { stdout } = spawnSync(oxlint, ['--format=unix', '.'], { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  const wrong = FILES.filter(([file, , rule]) => {
    const found = stdout.split('\n').filter((line) => line.startsWith(`${file}:`));
    return rule === '' ? found.length > 0 : !found.some((line) => line.includes(rule));
  });
  expect(wrong).toEqual([]);
});
