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
const FAULTS: readonly [file: string, code: string, rule: string][] = [
  ['remotes/planner/src/a.ts', "import { x } from '@space/retro';", 'no-restricted-imports'],
  ['remotes/planner/src/b.ts', "import { x } from '@space/shell';", 'no-restricted-imports'],
  ['remotes/planner/src/c.ts', "import { x } from '@supabase/supabase-js';", 'no-restricted-imports'],
  ['remotes/planner/src/d.ts', "import { x } from 'react-router-dom';", 'no-restricted-imports'],
  ['remotes/planner/src/e.ts', "import { x } from '@space/supabase';", 'no-restricted-imports'],
  ['remotes/retro/src/a.ts', "import { x } from 'react-toastify';", 'no-restricted-imports'],
  ['remotes/new/src/a.ts', "import { x } from '@space/retro';", 'no-restricted-imports'],
  ['remotes/new/src/b.ts', "import { x } from '@space/retro/src/routes.tsx';", 'no-restricted-imports'],
  ['shell/src/a.ts', "import { x } from '@space/planner';", 'no-restricted-imports'],
  [
    'remotes/retro/src/door.ts',
    "import { onNotice } from '@space/platform/internal';",
    'no-restricted-imports',
  ],
  ['shell/src/h.ts', "import { x } from '@space/new';", 'no-restricted-imports'],
  ['shell/src/b.ts', "import { x } from 'date-fns';", 'no-restricted-imports'],
  ['shared/domain/src/a.ts', "import { x } from 'react';", 'no-restricted-imports'],
  ['shared/domain/src/b.ts', "import { x } from '@space/supabase';", 'no-restricted-imports'],
  ['shared/ui/src/a.ts', "import { x } from '@space/ui/src/button/Button.tsx';", 'no-restricted-imports'],
  ['e2e/specs/a.spec.ts', "import { x } from '@space/domain';", 'no-restricted-imports'],
  ['shell/src/c.ts', "export const day = new Date('2026-11-20');", 'no-date-from-text'],
  ['shell/src/d.ts', "export const day = Date.parse('2026-11-20');", 'no-date-from-text'],
  ['shell/src/e.ts', 'export const x: any = 1;', 'no-explicit-any'],
  ['shell/src/f.ts', '// a line\n'.repeat(251), 'max-lines'],
  ['shell/src/G.tsx', 'export function G() {\n  return <img src="x" />;\n}', 'alt-text'],
  ['shell/src/ring/one.ts', "import { two } from './two.ts';\nexport const one = () => two;", 'no-cycle'],
  ['shell/src/ring/two.ts', "import { one } from './one.ts';\nexport const two = () => one;", 'no-cycle'],
];

const FINE = 'remotes/new/src/fine.ts';
const FINE_CODE =
  "import { PATHS } from '@space/domain';\nimport { describeRemote } from '@space/federation/contractKit';\n";

let folder: string;
let complaints: string[];

// A small copy of the tree: the real configuration reads it once.
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'space-fences-'));
  cpSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  cpSync(join(root, 'shared/tooling/lint'), join(folder, 'shared/tooling/lint'), { recursive: true });
  for (const [file, code] of [
    ...FAULTS,
    [FINE, `${FINE_CODE}export const x = [PATHS, describeRemote];`] as const,
  ]) {
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

test.each(FAULTS)('%s: a fault is found by its rule', (file, _, rule) => {
  expect(complaints.filter((line) => line.startsWith(`${file}:`)).join('\n')).toContain(rule);
});

test('what the table of packages allows is left alone', () => {
  expect(complaints.filter((line) => line.startsWith(`${FINE}:`))).toEqual([]);
});
