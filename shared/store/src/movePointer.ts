import { join } from 'node:path';
import { actorOf } from './actor.ts';
import { appendLog, type LogEntry } from './auditLog.ts';
import { exists, removeDeadDrafts, replaceFile } from './files.ts';
import { folderOf } from './layout.ts';
import { withLock } from './lock.ts';
import { movesBetween } from './movesBetween.ts';
import { endExpiredPreviews } from './previews.ts';
import { checked, readPointer, readRecord } from './readStore.ts';
import { pointerSchema, type Pointer } from './schema.ts';
import { storeError } from './storeError.ts';

/** The actor for the log (by default from the environment), and the reason (by default the pointer's own). */
export interface Act {
  who?: string | undefined;
  reason?: string | undefined;
}

/**
 * Changes a pointer under the folder's lock: reads it, applies the move and writes the result. The action is logged first,
 * so that no pointer moves without a log line (decision 031).
 *
 * Takes the store, the name, the move (old pointer → new one; it may throw to refuse), and the actor. Returns both
 * pointers. Throws StoreError if nothing of that name is in the store, if the new pointer breaks the schema or names
 * another release that is not in the store, or if the log cannot be written; the pointer is then unchanged.
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
    const after = checked(pointerSchema, await move(before), 'The moved pointer would be unreadable');
    // Releases that the pointer names already may be damaged by now: switching off must work all the same.
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
 * Logs a refused attempt: in the log of the shell or remote, or in the site's if that has no folder yet.
 *
 * Takes the store, the name, and the log entry of the attempt with its actor and reason. Throws StoreError if this account
 * may not write.
 */
export async function logRefusal(store: string, name: string, entry: LogEntry): Promise<void> {
  const folder = folderOf(store, name);
  const [place, own] = (await exists(folder)) ? [folder, name] : [store, null];
  const to = own === null ? [name, entry.to].filter(Boolean).join(' ') : entry.to;
  await withLock(place, () =>
    appendLog(store, own, { ...entry, what: `refused ${entry.what}`, to: to ?? null }),
  );
}
