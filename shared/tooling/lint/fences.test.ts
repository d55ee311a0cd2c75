import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));

/** One fault in each file, and the rule that must find it. */
const IMPORTS: readonly [file: string, specifier: string][] = [
  ['remotes/planner/src/a.ts', '@space/retro'],
  ['remotes/planner/src/b.ts', '@space/shell'],
  ['remotes/planner/src/c.ts', '@supabase/supabase-js'],
  ['remotes/planner/src/d.ts', '@space/platform/internal'],
  ['remotes/planner/src/e.ts', 'node:fs'],
  ['remotes/planner/src/f.test.ts', '../../retro/src/x.ts'],
  ['remotes/new/src/b.ts', '@space/retro/src/routes.tsx'],
  ['shell/src/a.ts', '@space/planner'],
  ['shell/src/b.ts', 'date-fns'],
  ['shell/src/layout/a.ts', '../admin/x.ts'],
  ['shared/domain/src/a.ts', 'react'],
  ['shared/store/src/a.ts', '@space/server'],
  ['e2e/specs/a.spec.ts', '@space/domain'],
];
const FAULTS: readonly (readonly [file: string, code: string, rule: string])[] = [
  ...IMPORTS.map(([file, from]) => [file, `import { x } from '${from}';`, 'space(imports)'] as const),
  ['remotes/planner/src/g.ts', "export const x = () => import('@space/auth');", 'space(imports)'],
  ['remotes/planner/src/h.ts', "export type X = import('@space/auth').X;", 'space(imports)'],
  ['shell/src/c.ts', "export const day = new Date('2026-11-20');", 'no-date-from-text'],
  ['shell/src/d.ts', "export const day = Date.parse('2026-11-20');", 'no-date-from-text'],
  ['shell/src/e.ts', 'export const x: any = 1;', 'no-explicit-any'],
  ['shell/src/f.ts', '// a line\n'.repeat(251), 'max-lines'],
  ['shell/src/ring/one.ts', "import { two } from './two.ts';\nexport const one = () => two;", 'no-cycle'],
  ['shell/src/ring/two.ts', "import { one } from './one.ts';\nexport const two = () => one;", 'no-cycle'],
];

/** Imports that the tables allow, and tests, which may import more. */
const FINE: readonly [file: string, code: string][] = [
  ['remotes/new/src/fine.ts', "export { useToday } from '@space/platform';"],
  ['shell/src/admin/fine.ts', "export { x } from '../layout/x.ts';"],
  ['shared/auth/src/fine.test.ts', "export { x } from '@space/server/testing';"],
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

test('no browser test stops a server while its page is open: the fixture `started` does it later', async () => {
  const words = ['grep', '-lzP', String.raw`\bfinally \{[^}]*\.(stop|close)\(\)`, '--', 'e2e/specs'];
  const { stdout } = await run('git', words, { cwd: root }).catch((error: { stdout: string }) => error);
  expect(stdout).toBe('');
});
