import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type { RowSchema } from '../src/index.ts';
import { startWorld } from './world.ts';

// The tables of remotes, against the real server.

const MIGRATION = new URL('../../../docs/examples/notes-entries.sql', import.meta.url);
interface Entry {
  id: string;
  text: string;
  created_at: string;
}

/** Like a zod schema: it returns the fields that it names, and drops the others. */
const entrySchema: RowSchema<Entry> = {
  safeParse(value) {
    const { id, text, created_at } = value as Partial<Record<string, unknown>>; // any row
    if (typeof id === 'string' && typeof text === 'string' && typeof created_at === 'string')
      return { success: true, data: { id, text, created_at } };
    return { success: false, error: 'This is no entry' };
  },
};

const world = startWorld();
beforeAll(async () => {
  const migrations = [{ file: '20261125130000_entries.sql', sql: readFileSync(MIGRATION, 'utf8') }];
  expect(await world().server.applyMigrations('notes', migrations)).toMatchObject({ findings: [] });
});

async function openEntries() {
  const { backend, userId } = await world().openSignedInTab();
  const tables = await backend.loadTables('notes');
  return { backend, userId, entries: tables.open<Entry>('entries', entrySchema) };
}
const textsOf = (entries: readonly Entry[]) => entries.map(({ text }) => text);

test('inserts, lists, updates and deletes rows, each parsed by its schema', async () => {
  const { entries } = await openEntries();
  const first = await entries.insert({ text: 'Buy seeds' });
  expect(Object.keys(first).toSorted()).toEqual(['created_at', 'id', 'text']);
  await entries.insert({ text: 'Water (twice), or not' });
  expect(textsOf(await entries.list({ order: ['created_at'] }))).toEqual([
    'Buy seeds',
    'Water (twice), or not',
  ]);
  expect(textsOf(await entries.list({ order: ['-created_at'], limit: 1 }))).toEqual([
    'Water (twice), or not',
  ]);
  expect(textsOf(await entries.list({ order: ['created_at'], limit: 1, offset: 1 }))).toHaveLength(1);
  expect(textsOf(await entries.list({ where: { text: 'Water (twice), or not' } }))).toHaveLength(1);
  expect(textsOf(await entries.list({ where: { created_at: { gt: first.created_at } } }))).toHaveLength(1);
  expect(await entries.list({ where: { text: { gte: 'A', lt: 'C' } } })).toEqual([first]);
  expect(await entries.update(first.id, { text: 'Buy more' })).toEqual({ ...first, text: 'Buy more' });
  await entries.remove(first.id);
  expect(await entries.list({ where: { id: first.id } })).toEqual([]);
});

test('hides rows of other users, and reports what the database refuses as rejected', async () => {
  const [{ entries }, other] = [await openEntries(), await openEntries()];
  const { id } = await other.entries.insert({ text: 'Mine' });
  const gone = { name: 'BackendError', kind: 'rejected', code: 'no_row' };
  expect(await entries.list()).toEqual([]);
  await expect(entries.update(id, { text: 'Hers' })).rejects.toMatchObject(gone);
  await expect(entries.remove(id)).rejects.toMatchObject(gone);
  await expect(entries.insert({ text: '' })).rejects.toMatchObject({ kind: 'rejected', code: '23514' });
  const { backend } = await world().openSignedInTab();
  const missing = (await backend.loadTables('notes')).open<Entry>('missing', entrySchema);
  await expect(missing.list()).rejects.toMatchObject({ kind: 'rejected', status: 404 });
  const odd = (await other.backend.loadTables('notes')).open('entries', {
    safeParse: () => ({ success: false, error: 'odd' }),
  });
  await expect(odd.list()).rejects.toMatchObject({ kind: 'rejected', code: 'unreadable_row' });
});

test('returns everything that remotes store for a user, complete and without rows of others', async () => {
  const [ada, ben] = [await openEntries(), await openEntries()];
  await ben.entries.insert({ text: 'Mine' });
  expect(await (await ada.backend.loadTables('settings')).everything()).toEqual({ notes_entries: [] });
  const { query } = world().server;
  await query('alter table public.notes_entries disable trigger user');
  await query(
    `insert into public.notes_entries (user_id, text) select $1, 'Entry ' || number from generate_series(1, 2345) as number`,
    [ada.userId],
  );
  await query('alter table public.notes_entries enable trigger user');
  const { notes_entries: rows = [] } = await (await ada.backend.loadTables('settings')).everything();
  expect(new Set(rows.map((row) => (row as Entry).text)).size).toBe(2345);
  expect(rows).toHaveLength(2345);
  expect(rows[0]).toMatchObject({ user_id: ada.userId });
});
