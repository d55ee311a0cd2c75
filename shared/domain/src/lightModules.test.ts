import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Returns every package and file that a module of this folder imports, directly or indirectly. */
function listImports(file: string, found = new Set<string>()): Set<string> {
  const source = readFileSync(new URL(file, import.meta.url), 'utf8');
  for (const [, imported = ''] of source.matchAll(/^import (?!type).*? from '([^']+)';/gms)) {
    if (found.has(imported)) continue;
    found.add(imported);
    if (imported.startsWith('.')) listImports(imported, found);
  }
  return found;
}

test.each(['./paths.ts', './messages.ts', './today.ts', './taskOrder.ts', './emoji.ts', './plans.ts'])(
  '%s imports no library, as the first load of the site needs it',
  (file) => {
    expect([...listImports(file)].filter((imported) => !imported.startsWith('.'))).toEqual([]);
  },
);

test('the check itself detects a library', () => {
  expect(listImports('./task.ts')).toContain('zod/mini');
});
