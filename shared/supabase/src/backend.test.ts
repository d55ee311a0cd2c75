/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readEnvironment } from './backend.ts';

const page = (metas: Record<string, string>, baseURI = 'https://space.example/planner/') => ({
  baseURI,
  querySelector: (selector: string) => {
    const content = metas[/name="([^"]+)"/.exec(selector)?.[1] ?? ''];
    return content === undefined ? null : { getAttribute: () => content };
  },
});

it.each([
  ['/', 'https://space.example'],
  ['https://ref.supabase.co/', 'https://ref.supabase.co'],
  ['/api/', 'https://space.example/api'],
])('the backend of a page with the address %s is %s', (address, url) => {
  const metas = { 'supabase-url': address, 'supabase-key': ' key ' };
  expect(readEnvironment(page(metas))).toEqual({ url, key: 'key' });
});

it.each([
  {},
  { 'supabase-url': '/' },
  { 'supabase-url': '', 'supabase-key': 'key' },
  { 'supabase-url': 'http://', 'supabase-key': 'key' },
])('a page that names no backend is an error: %o', (metas) => {
  expect(() => readEnvironment(page(metas))).toThrow(
    expect.objectContaining({ code: 'environment_missing' }),
  );
});

it('the first page loads neither supabase-js nor another package with the entry point', () => {
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
  expect([...visited].sort()).toEqual([
    './errors.ts',
    './index.ts',
    './loadAuthClient.ts',
    './storedSession.ts',
  ]);
});
