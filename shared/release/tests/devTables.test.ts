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

/** What a development server prints, and the tables that it has, when it is started on the source. */
async function develop() {
  const printed: string[] = [];
  for (const name of ['log', 'error'] as const)
    vi.spyOn(console, name).mockImplementation((line: string) => void printed.push(line));
  const server = await startBackend('http://127.0.0.1:5170', [{ name: 'notes', folder }]);
  const [found] = await server.query('select public.own_tables() as tables');
  await server.close();
  return { tables: found?.['tables'], printed: printed.join('\n') };
}

test('development makes the tables of a source, and says what hinders it', async () => {
  expect(await develop()).toEqual({
    tables: ['notes_entries'],
    printed: `[backend] The tables of notes were changed by ${FILE}.`,
  });
  expect(await develop()).toEqual({ tables: ['notes_entries'], printed: '' });
  await writeFile(join(folder, 'supabase', 'migrations', FILE), 'select 1;');
  const { tables, printed } = await develop();
  expect(tables).toEqual(['notes_entries']);
  expect(printed).toContain(
    `[backend] notes: was applied here in another form: leave it as it was, and write a new one (supabase/migrations/${FILE})`,
  );
  expect(printed).toContain('name another DATA_DIR than');
});
