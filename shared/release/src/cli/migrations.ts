import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { amongOthers, supabaseDirectory } from '@space/server/data';
import {
  folderOf,
  readMigrations,
  readPointer,
  readPreviews,
  readRecord,
  remotesIn,
  storeError,
} from '@space/store';
import { placeOf, type Call } from './call.ts';
import type { Outcome } from './outcome.ts';

/** What a store offers of a remote, the migrations of live before those of what is only tried or shown. */
async function versionsOf(store: string, name: string): Promise<string[]> {
  const { live, canary } = await readPointer(store, name);
  const previews = await readPreviews(store, name);
  return [live, canary, ...previews].flatMap((one) => (one === null ? [] : [one.version]));
}

function fileOf(remote: string, file: string): string {
  const { version, name } = amongOthers(remote, file);
  return `${version}_${name}.sql`;
}

/**
 * `migrations <folder>`: makes `<folder>/supabase`, with all that `supabase db push` takes to a hosted project: the site's own
 * folder, and beside its migrations those of every remote that is live, tried or shown.
 */
export async function migrations({ store, words: [word = ''] }: Call): Promise<Outcome> {
  const folder = resolve(placeOf(process.env), word);
  const place = join(folder, 'supabase');
  if (`${place}/` === supabaseDirectory)
    throw storeError(`${place} holds the site's own migrations alone. Name another folder, as in dist.`);
  await cp(supabaseDirectory, place, { recursive: true, filter: (path) => !path.includes('.temp') });
  const added = new Map<string, string>();
  for (const name of await remotesIn(store)) {
    for (const version of await versionsOf(store, name)) {
      const record = await readRecord(store, name, version);
      for (const { file, sql } of await readMigrations(record, join(folderOf(store, name), version)))
        added.set(fileOf(name, file), sql);
    }
  }
  await mkdir(join(place, 'migrations'), { recursive: true });
  for (const [file, sql] of added) await writeFile(join(place, 'migrations', file), sql);
  const names = [...added.keys()].toSorted();
  return {
    lines: [
      `${place} has the site's migrations${names.length === 0 ? '; no remote brings any' : `, and of remotes: ${names.join(', ')}`}.`,
      `supabase db push --include-all --workdir ${folder}`,
    ],
    data: { folder, migrations: names },
    isDone: true,
  };
}
