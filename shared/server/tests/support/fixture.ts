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

const titlesOf = (person: string) => [
  ...Array.from({ length: 20 }, (_, number) => `Plan ${number} of ${person}`),
  'Café crème à Zürich',
];

/** What the users of the fixture see. */
export const OLD_DATA = {
  anna: { name: 'anna', titles: titlesOf('anna'), found: ['Café crème à Zürich'] },
  ben: { name: 'ben', titles: titlesOf('ben'), found: ['Café crème à Zürich'] },
  unconfirmed: ['cleo@example.com'],
};

/** Signs the users of the fixture in with their passwords. Returns what they see. */
export async function readOldData({ origin, publishableKey, query }: TestServer): Promise<typeof OLD_DATA> {
  const readUser = async (person: string) => {
    const client = createTestClient(origin, publishableKey);
    const credentials = { email: `${person}@example.com`, password: 'Passw0rd!' };
    const { data, error } = await client.auth.signInWithPassword(credentials);
    if (error) throw error;
    const profile = client.from('profiles').select('display_name').eq('id', data.user.id).single();
    const tasks = await client.from('tasks').select('title').order('created_at').throwOnError();
    const found = await client.rpc('search_tasks', { search: 'zurich creme' }).throwOnError();
    const titleOf = (row: unknown) => String(Object(row).title);
    return {
      name: String((await profile.throwOnError()).data.display_name),
      titles: tasks.data.map(titleOf),
      found: (found.data as unknown[]).map(titleOf),
    };
  };
  const unconfirmed = await query('select email from auth.users where email_confirmed_at is null');
  return {
    anna: await readUser('anna'),
    ben: await readUser('ben'),
    unconfirmed: unconfirmed.map(({ email }) => String(email)),
  };
}
