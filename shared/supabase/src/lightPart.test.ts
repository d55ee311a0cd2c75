/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('the entry point imports neither supabase-js nor another package', () => {
  const visited = new Set<string>();
  const visit = (file: string): void => {
    if (visited.has(file)) return;
    visited.add(file);
    const source = readFileSync(new URL(file, import.meta.url), 'utf8');
    for (const [, isType, from = ''] of source.matchAll(
      /^(?:import|export) (type )?[^;]*? from '([^']+)';/gm,
    )) {
      if (isType) continue;
      expect(from).toMatch(/^\.\//);
      visit(from);
    }
  };
  visit('./index.ts');
  expect(visited.size).toBeGreaterThan(3);
});
