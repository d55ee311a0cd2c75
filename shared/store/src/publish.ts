import { randomUUID } from 'node:crypto';
import { cp, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceFile } from './files.ts';
import { folderOf } from './layout.ts';
import { withLock } from './lock.ts';
import { readPointer, readRecord } from './readStore.ts';
import type { Pointer, ReleaseRecord } from './schema.ts';

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/**
 * Puts the files of a release into the store, where nothing points at them yet. Copied aside and renamed: a release is
 * there whole or not at all. One that is there already is left as it is, for it has the same content.
 *
 * Takes the store, the record and the folder that holds the files it names.
 */
export async function addRelease(store: string, record: ReleaseRecord, from: string): Promise<void> {
  const folder = folderOf(store, record.name);
  const place = join(folder, record.version);
  if (await exists(place)) return;
  const draft = join(folder, `.draft-${randomUUID()}`);
  try {
    for (const file of Object.keys(record.files)) {
      await mkdir(dirname(join(draft, file)), { recursive: true });
      await cp(join(from, file), join(draft, file));
    }
    await writeFile(join(draft, 'release.json'), `${JSON.stringify(record, null, 2)}\n`);
    await rename(draft, place).catch(async (error: unknown) => {
      // Somebody else put the same content there meanwhile.
      if (!(await exists(place))) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/**
 * Moves a pointer: reads it, asks what it shall be, writes it, alone among all processes.
 *
 * Takes the store, the name and the move (old pointer → new one; it may throw to refuse). Returns both. Throws StoreError
 * when the new pointer names a release that is not in the store.
 */
export async function movePointer(
  store: string,
  name: string,
  move: (pointer: Pointer) => Pointer | Promise<Pointer>,
): Promise<{ before: Pointer; after: Pointer }> {
  const folder = folderOf(store, name);
  await mkdir(folder, { recursive: true });
  return withLock(folder, async () => {
    const before = await readPointer(store, name);
    const after = await move(before);
    for (const version of [after.live?.version, after.canary?.version]) {
      if (version !== undefined) await readRecord(store, name, version);
    }
    await replaceFile(join(folder, 'pointer.json'), `${JSON.stringify(after, null, 2)}\n`);
    return { before, after };
  });
}
