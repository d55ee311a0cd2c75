// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { loadTables, platform } from '@space/platform/testing';

const entrySchema = {
  safeParse: (value: unknown) => ({
    success: true as const,
    data: value as { id: string; text: string; day: number },
  }),
};
const openEntries = async () => (await loadTables('notes-extra')).open('entries', entrySchema);

beforeEach(() => platform.reset());

test('a remote queries only its own tables, and opening them sends no request', async () => {
  const entries = await openEntries();
  expect(platform.calls('listRows')).toEqual([]);
  await entries.list({ where: { text: 'a' } });
  expect(platform.calls('listRows')).toEqual([['notes_extra_entries', { where: { text: 'a' } }]]);
});

test('the tables of the fake behave like those of the server', async () => {
  const entries = await openEntries();
  platform.plantRows('notes_extra_entries', { id: '1', text: 'b', day: 2 }, { id: '2', text: 'a', day: 10 });
  expect(await entries.list({ order: ['-day'] })).toMatchObject([{ day: 10 }, { day: 2 }]);
  expect(await entries.list({ where: { day: { gte: 3 } } })).toMatchObject([{ id: '2' }]);
  expect(await entries.list({ where: { text: 'b' }, limit: 1 })).toMatchObject([{ id: '1' }]);
  const { id } = await entries.insert({ text: 'c', day: 1 });
  expect(await entries.update(id, { text: 'd' })).toMatchObject({ id, text: 'd', day: 1 });
  await entries.remove(id);
  await expect(entries.remove(id)).rejects.toMatchObject({ kind: 'rejected', code: 'no_row' });
  platform.failEach('insertRow', 'network');
  await expect(entries.insert({ text: 'e' })).rejects.toMatchObject({ kind: 'network' });
});
