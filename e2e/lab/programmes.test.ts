import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROGRAMMES } from './programmes.ts';

test('without a name, npm run lab prints each programme, what it writes and how long it takes', () => {
  const main = join(import.meta.dirname, 'main.ts');
  const printed = execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    encoding: 'utf8',
  });
  const described = [...printed.matchAll(/^\| `([\w-]+)` +\|(?:[^|]+\|){3}$/gm)].map(([, name]) => name);
  expect(described).toEqual(PROGRAMMES.map(({ name }) => name));
  expect(PROGRAMMES.filter(({ file }) => !existsSync(join(import.meta.dirname, file)))).toEqual([]);
});
