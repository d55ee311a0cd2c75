import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyTemplate } from '../src/testing/template.ts';

test('workers that need the template at the same time make one, and each gets a whole copy', async () => {
  const root = mkdtempSync(join(tmpdir(), 'space-template-'));
  const cache = join(root, 'cache');
  const copies = ['a', 'b'].map((name) => join(root, name));
  await Promise.all(copies.map((copy) => copyTemplate(copy, cache)));
  expect(readdirSync(cache)).toHaveLength(1);
  const [first, second] = copies.map(
    (copy) => readdirSync(join(copy, 'database'), { recursive: true }).length,
  );
  expect(first).toBeGreaterThan(900);
  expect(second).toBe(first);
  rmSync(root, { recursive: true, force: true });
});
