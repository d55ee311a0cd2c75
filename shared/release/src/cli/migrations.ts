import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { qualifiedName, supabaseDirectory } from '@space/server/data';
import {
  folderOf,
  readMigrations,
  readPointer,
  readPreviews,
  readRecord,
  remotesIn,
  storeError,
} from '@space/store';
import { callerFolder, type Call } from './call.ts';
import type { Outcome } from './outcome.ts';

/** The versions of a remote whose migrations are needed: live first, then the canary and the previews. */
async function versionsOf(store: string, name: string): Promise<string[]> {
  const { live, canary } = await readPointer(store, name);
  const previews = await readPreviews(store, name);
  return [live, canary, ...previews].flatMap((one) => (one === null ? [] : [one.version]));
}

function fileOf(remote: string, file: string): string {
  const { version, name } = qualifiedName(remote, file);
  return `${version}_${name}.sql`;
}

/**
 * `migrations <folder>`: writes `<folder>/supabase` for `supabase db push` to a hosted project: the site's own migrations,
 * and those of the live, canary and preview releases of every remote.
 */
export async function migrations({ store, args: [path = ''] }: Call): Promise<Outcome> {
  const folder = resolve(callerFolder(process.env), path);
  const target = join(folder, 'supabase');
  if (`${target}/` === supabaseDirectory)
    throw storeError(`${target} is the folder of the site's own migrations. Name another one, such as dist.`);
  await cp(supabaseDirectory, target, { recursive: true, filter: (file) => !file.includes('.temp') });
  const added = new Map<string, string>();
  for (const name of await remotesIn(store)) {
    for (const version of await versionsOf(store, name)) {
      const record = await readRecord(store, name, version);
      for (const { file, sql } of await readMigrations(record, join(folderOf(store, name), version)))
        added.set(fileOf(name, file), sql);
    }
  }
  await mkdir(join(target, 'migrations'), { recursive: true });
  for (const [file, sql] of added) await writeFile(join(target, 'migrations', file), sql);
  const names = [...added.keys()].toSorted();
  return {
    lines: [
      `${target} has the site's migrations${names.length === 0 ? '; no remote has any' : `, and those of remotes: ${names.join(', ')}`}.`,
      `supabase db push --include-all --workdir ${folder}`,
    ],
    data: { folder, migrations: names },
    isDone: true,
  };
}
