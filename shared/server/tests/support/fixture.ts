import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { zstdDecompressSync } from 'node:zlib';
import { extract } from 'tar';
import { createTestClient, type TestServer } from '../../src/testing.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures');

/** The backup of the data directory below. */
export const OLD_BACKUP = join(FIXTURES, 'bd380de3.backup.gz');

/** Unpacks the data directory of commit bd380de3 into a new folder. */
export async function unpackOldFolder(folder: string): Promise<void> {
  mkdirSync(folder);
  const content = zstdDecompressSync(readFileSync(join(FIXTURES, 'bd380de3.tar.zst')));
  await pipeline(Readable.from([content]), extract({ cwd: folder }));
}

/** What the users of the fixture see: Anna's and Ben's names and titles, and what a search finds. */
export const OLD_DATA = ['anna', 'ben'].map((person) => {
  const plans = Array.from({ length: 20 }, (_, number) => `Plan ${number} of ${person}`);
  return [person, [...plans, 'Café crème à Zürich'], ['Café crème à Zürich']];
});

/** Signs the users of the fixture in with their passwords. Returns what they see. */
export async function readOldData({ origin, publishableKey }: TestServer): Promise<typeof OLD_DATA> {
  const titlesOf = (rows: unknown) => (rows as { title: string }[]).map(({ title }) => title); // as selected
  const readUser = async (person: string) => {
    const client = createTestClient(origin, publishableKey);
    const credentials = { email: `${person}@example.com`, password: 'Passw0rd!' };
    const { data, error } = await client.auth.signInWithPassword(credentials);
    if (error) throw error;
    const profile = await client
      .from('profiles')
      .select()
      .eq('id', data.user.id)
      .single<{ display_name: string }>();
    const tasks = await client.from('tasks').select('title').order('created_at').throwOnError();
    const found = await client.rpc('search_tasks', { search: 'zurich creme' }).throwOnError();
    return [profile.data?.display_name ?? '', titlesOf(tasks.data), titlesOf(found.data)];
  };
  return Promise.all(['anna', 'ben'].map(readUser));
}
