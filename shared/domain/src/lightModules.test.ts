import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Every package and file that a module of this folder reaches. */
function reach(file: string, found = new Set<string>()): Set<string> {
  const source = readFileSync(new URL(file, import.meta.url), 'utf8');
  for (const [, imported = ''] of source.matchAll(/^import (?!type).*? from '([^']+)';/gms)) {
    if (found.has(imported)) continue;
    found.add(imported);
    if (imported.startsWith('.')) reach(imported, found);
  }
  return found;
}

test.each(['./paths.ts', './messages.ts', './today.ts', './taskOrder.ts', './emoji.ts', './plans.ts'])(
  '%s brings no library along: the first load of the site needs it',
  (file) => {
    expect([...reach(file)].filter((imported) => !imported.startsWith('.'))).toEqual([]);
  },
);

test('the check itself finds a library', () => {
  expect(reach('./task.ts')).toContain('zod/mini');
});
