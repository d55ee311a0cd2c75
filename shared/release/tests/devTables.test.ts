import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { copyTemplate, makeScratch } from '@space/server/testing/process';
import { startBackend } from '../src/dev/backend.ts';
import { ROOT } from '../src/places.ts';

const FILE = '20261125130000_entries.sql';

let folder: string;
beforeEach(async () => {
  folder = makeScratch('space-dev-tables-');
  await copyTemplate(join(folder, 'data'));
  await mkdir(join(folder, 'supabase', 'migrations'), { recursive: true });
  await cp(join(ROOT, 'docs/examples/notes-entries.sql'), join(folder, 'supabase', 'migrations', FILE));
  vi.stubEnv('DATA_DIR', join(folder, 'data'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

/** Starts a development backend for the source; returns its output and the tables that it has. */
async function develop() {
  const printed: string[] = [];
  for (const name of ['log', 'error'] as const)
    vi.spyOn(console, name).mockImplementation((line: string) => void printed.push(line));
  const server = await startBackend('http://127.0.0.1:5170', [{ name: 'notes', folder }]);
  const [row] = await server.query('select public.own_tables() as tables');
  await server.close();
  return { tables: row?.['tables'], printed: printed.join('\n') };
}

test('development creates the tables of a source, and reports a migration that was changed', async () => {
  expect(await develop()).toEqual({
    tables: ['notes_entries'],
    printed: `[backend] The tables of notes were changed by ${FILE}.`,
  });
  expect(await develop()).toEqual({ tables: ['notes_entries'], printed: '' });
  await writeFile(join(folder, 'supabase', 'migrations', FILE), 'select 1;');
  const { tables, printed } = await develop();
  expect(tables).toEqual(['notes_entries']);
  expect(printed).toContain(
    `[backend] notes: differs from the migration that was applied here: restore it, and write a new one (supabase/migrations/${FILE})`,
  );
  expect(printed).toContain('set DATA_DIR to another folder than');
});
