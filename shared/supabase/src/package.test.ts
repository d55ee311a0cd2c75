/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as backend from './backend.ts';
import * as light from './index.ts';

it('shows these names and no others', () => {
  expect(Object.keys(light).toSorted()).toEqual([
    'RECOVERY_KEY',
    'SESSION_KEY',
    'backendError',
    'clearStoredSession',
    'isBackendError',
    'readEnvironment',
    'readSession',
    'readStoredSession',
    'safeStorage',
    'safeTabStorage',
  ]);
  expect(Object.keys(backend)).toEqual(['createBackend']);
});

it('has a light part that imports neither supabase-js nor a schema', () => {
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
