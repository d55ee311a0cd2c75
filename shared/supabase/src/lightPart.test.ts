/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('imports neither supabase-js nor a schema into its light part', () => {
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
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
  expect(seen.size).toBeGreaterThan(3);
});
