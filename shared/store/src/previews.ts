import { readFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { appendLog } from './auditLog.ts';
import { draftIn, nothingWhere } from './files.ts';
import { folderOf } from './layout.ts';
import { withLock } from './lock.ts';
import { readPointer } from './readStore.ts';
import { versionSchema, type Pointer } from './schema.ts';
import { isMissing, storeError } from './storeError.ts';

/** 'pr-12': a part of an address, and of a file's name. */
const LABEL = /^[a-z0-9][a-z0-9-]{0,39}$/;
export const labelSchema = z.string().check(z.regex(LABEL));
const FILE = /^preview-(.+)\.json$/;

/** Who acts in the log when a preview ends by itself. */
const CLEAN_UP = 'the clean-up';

const previewSchema = z.object({
  label: labelSchema,
  version: versionSchema,
  since: z.iso.datetime(),
  until: z.iso.datetime(),
  /** The version was put into the store for previews alone: it goes with the last of them. */
  isOwn: z.boolean(),
});
/** A release that is shown to those who ask for it by its label. The file holds what a browser needs as well. */
export type Preview = z.infer<typeof previewSchema>;

/** Where a preview is: beside the pointer, where hosts keep nothing for longer than a visit. */
export const previewFile = (store: string, name: string, label: string) =>
  join(folderOf(store, name), `preview-${label}.json`);

/** The previews of a remote, those that are over too, by label. A file that cannot be read is none. */
export async function readPreviews(store: string, name: string): Promise<Preview[]> {
  const names = await readdir(folderOf(store, name)).catch(nothingWhere(isMissing));
  const labels = (names ?? []).flatMap((file) => FILE.exec(file)?.[1] ?? []).filter((one) => LABEL.test(one));
  const read = async (label: string) => {
    try {
      const text = await readFile(previewFile(store, name, label), 'utf8');
      const preview = previewSchema.safeParse(JSON.parse(text)).data;
      return preview?.label === label ? [preview] : [];
    } catch {
      return [];
    }
  };
  return (await Promise.all(labels.sort().map(read))).flat();
}

/** Whether a preview is shown at a time. */
export const isShown = ({ until }: Preview, now: Date) => until > now.toISOString();

/** Every version that a pointer speaks of. */
const versionsIn = ({ live, history, canary, halted, failing }: Pointer) =>
  [live, ...history, canary, halted, failing].flatMap((one) => one?.version ?? []);

/**
 * Ends previews, and removes the versions that were in the store for them alone. To be called under the lock of the folder.
 * Takes the store, the name, the previews, who ends them, and whether their files are there still.
 */
export async function removePreviews(
  store: string,
  name: string,
  ended: readonly Preview[],
  { who, isReplaced = false }: { who: string; isReplaced?: boolean },
): Promise<void> {
  const folder = folderOf(store, name);
  for (const { label, version } of isReplaced ? [] : ended) {
    await appendLog(store, name, { who, what: 'end preview', from: version, reason: label });
    await rm(previewFile(store, name, label), { force: true });
  }
  const kept = (await readPreviews(store, name)).map((one) => one.version);
  const used = new Set([...kept, ...versionsIn(await readPointer(store, name))]);
  for (const { version, isOwn } of ended) {
    if (!isOwn || used.has(version)) continue;
    // Gone at once: no one is to find half of it.
    const draft = draftIn(folder);
    await rename(join(folder, version), draft).catch(nothingWhere(isMissing));
    await rm(draft, { recursive: true, force: true });
  }
}

/** Removes the previews of a remote that are over. Takes the store, the name and the time; returns how many there were. */
export async function endExpiredPreviews(store: string, name: string, now = new Date()): Promise<number> {
  const isOver = (preview: Preview) => !isShown(preview, now);
  // Without the lock first: mostly there are none.
  if (!(await readPreviews(store, name)).some(isOver)) return 0;
  return withLock(folderOf(store, name), async () => {
    const ended = (await readPreviews(store, name)).filter(isOver);
    await removePreviews(store, name, ended, { who: CLEAN_UP });
    return ended.length;
  });
}

/** Ends a preview before its time. Throws StoreError when there is none of that label. */
export async function endPreview(store: string, name: string, label: string, who: string): Promise<Preview> {
  const missing = () => storeError(`There is no preview '${label}' of ${name}.`);
  const find = async () => (await readPreviews(store, name)).find((one) => one.label === label);
  if ((await find()) === undefined) throw missing();
  return withLock(folderOf(store, name), async () => {
    const found = await find();
    if (found === undefined) throw missing();
    await removePreviews(store, name, [found], { who });
    return found;
  });
}
