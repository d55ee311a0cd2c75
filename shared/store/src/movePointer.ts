import { join } from 'node:path';
import { actorOf } from './actor.ts';
import { appendLog, type LogEntry } from './auditLog.ts';
import { exists, removeDeadDrafts, replaceFile } from './files.ts';
import { folderOf } from './layout.ts';
import { withLock } from './lock.ts';
import { movesBetween } from './moveOf.ts';
import { endExpiredPreviews } from './previews.ts';
import { checked, readPointer, readRecord } from './readStore.ts';
import { pointerSchema, type Pointer } from './schema.ts';
import { storeError } from './storeError.ts';

/** Who acts, as the log shall say it (by default as the environment has it), and why, where the pointer does not say it. */
export interface Act {
  who?: string | undefined;
  reason?: string | undefined;
}

/**
 * Moves a pointer: reads it, asks what it shall be, writes it, alone among all processes. What was done goes into the log
 * first, so that nothing moves without a line there (decision 031).
 *
 * Takes the store, the name, the move (old pointer → new one; it may throw to refuse), and who does it. Returns both.
 * Throws StoreError when nothing of that name was ever put into the store, when the new pointer breaks the schema or names
 * another release that is not in the store, or when the log cannot be written; the pointer is then as it was.
 */
export async function movePointer(
  store: string,
  name: string,
  move: (pointer: Pointer) => Pointer | Promise<Pointer>,
  { who = actorOf(process.env), reason }: Act = {},
): Promise<{ before: Pointer; after: Pointer }> {
  const folder = folderOf(store, name);
  if (!(await exists(folder))) throw storeError(`There is nothing called ${name} in the store.`);
  await endExpiredPreviews(store, name);
  return withLock(folder, async () => {
    const before = await readPointer(store, name);
    const after = checked(pointerSchema, await move(before), 'Such a pointer could not be read');
    // What is pointed at already may have been damaged since: switching off must work all the same.
    const known = [before.live?.version, before.canary?.version];
    for (const version of [after.live?.version, after.canary?.version]) {
      if (version !== undefined && !known.includes(version)) await readRecord(store, name, version);
    }
    for (const one of movesBetween(before, after))
      await appendLog(store, name, { who, ...one, reason: reason ?? one.reason ?? null });
    await replaceFile(join(folder, 'pointer.json'), `${JSON.stringify(after, null, 2)}\n`, true);
    await removeDeadDrafts(folder);
    return { before, after };
  });
}

/**
 * Writes a try down that was refused: to the log of what it was about, or to the site's while there is no such folder.
 *
 * Takes the store, the name, and what was tried by whom and why it was refused. Throws StoreError where this account may
 * not write.
 */
export async function noteRefusal(store: string, name: string, entry: LogEntry): Promise<void> {
  const folder = folderOf(store, name);
  const [place, own] = (await exists(folder)) ? [folder, name] : [store, null];
  const to = own === null ? [name, entry.to].filter(Boolean).join(' ') : entry.to;
  await withLock(place, () =>
    appendLog(store, own, { ...entry, what: `refused ${entry.what}`, to: to ?? null }),
  );
}
