import { expect, test } from 'vitest';
import { deriveRegistry, type RemoteFolder } from './deriveRegistry.ts';
import { EMPTY_POINTER, type ReleaseRecord } from './schema.ts';
import { makeRecord } from './testing.ts';

const shell = makeRecord('shell', { plugin: '1.0.0' });
const site = { overrideOrigins: [], autoRollback: false, serviceWorker: true };
const since = '2026-11-21T12:00:00.000Z';

function folderOf(name: string, parts: Partial<ReleaseRecord>): RemoteFolder {
  const record = makeRecord(name, { pages: [{ path: `/${name}`, access: 'public' }], ...parts });
  const pointer = { ...EMPTY_POINTER, live: { version: record.version, since } };
  return { name, pointer, records: new Map([[record.version, record]]) };
}

const notes = folderOf('notes', {
  fills: [
    { slot: 'planner.aside', title: 'Notes' },
    { slot: 'planner.head', title: 'Notes of today' },
  ],
});

test('lists the fills of offered slots in the registry, and reports the others as not shown', () => {
  const planner = folderOf('planner', { offers: ['planner.aside'] });
  const { registry, hiddenFills, leftOut } = deriveRegistry(shell, [notes, planner], site);
  expect(registry.remotes['notes']?.live.fills).toEqual([{ slot: 'planner.aside', title: 'Notes' }]);
  expect(registry.remotes['planner']?.live).not.toHaveProperty('fills');
  expect(hiddenFills).toEqual([{ name: 'notes', slot: 'planner.head' }]);
  expect(leftOut).toEqual([]);
});

test('a remote keeps its pages when the slot that it fills is no longer offered', () => {
  const { registry, hiddenFills, leftOut } = deriveRegistry(shell, [notes, folderOf('planner', {})], site);
  expect(registry.remotes['notes']?.pages).toEqual([{ path: '/notes', access: 'public' }]);
  expect(registry.remotes['notes']?.live).not.toHaveProperty('fills');
  expect(hiddenFills.map(({ slot }) => slot)).toEqual(['planner.aside', 'planner.head']);
  expect(leftOut).toEqual([]);
});
