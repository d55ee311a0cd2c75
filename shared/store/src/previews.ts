import { readFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { draftIn, nullIf } from './files.ts';
import { folderOf } from './layout.ts';
import { withLock } from './lock.ts';
import { readPointer } from './readStore.ts';
import { versionSchema, type Pointer } from './schema.ts';
import { isMissing, storeError } from './storeError.ts';

/** As in 'pr-12': part of an address, and of a file's name. */
const LABEL = /^[a-z0-9][a-z0-9-]{0,39}$/;
export const labelSchema = z.string().check(z.regex(LABEL));
const FILE = /^preview-(.+)\.json$/;

const previewSchema = z.object({
  label: labelSchema,
  version: versionSchema,
  since: z.iso.datetime(),
  until: z.iso.datetime(),
  /** The version was added to the store only for previews: it is removed with the last of them. */
  isOwn: z.boolean(),
});
/** A release that is shown to visitors who ask for it by its label. The file also holds what a browser needs. */
export type Preview = z.infer<typeof previewSchema>;

/** The file of a preview: beside the pointer, where hosts cache nothing for longer than a visit. */
export const previewFile = (store: string, name: string, label: string) =>
  join(folderOf(store, name), `preview-${label}.json`);

/** Reads the previews of a remote, expired ones included, by label. Skips unreadable files. */
export async function readPreviews(store: string, name: string): Promise<Preview[]> {
  const names = await readdir(folderOf(store, name)).catch(nullIf(isMissing));
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

/** Whether a preview has not expired at a given time. */
export const isShown = ({ until }: Preview, now: Date) => until > now.toISOString();

/** Every version that a pointer names. */
const versionsIn = ({ live, history, canary, halted }: Pointer) =>
  [live, ...history, canary, halted].flatMap((one) => one?.version ?? []);

/**
 * Ends previews, and removes the versions that are in the store only for them. The caller holds the lock of the folder.
 * Takes the store, the name, the previews, and whether new previews have replaced their files.
 */
export async function removePreviews(
  store: string,
  name: string,
  ended: readonly Preview[],
  { isReplaced = false }: { isReplaced?: boolean } = {},
): Promise<void> {
  const folder = folderOf(store, name);
  for (const { label } of isReplaced ? [] : ended) await rm(previewFile(store, name, label), { force: true });
  const kept = (await readPreviews(store, name)).map((one) => one.version);
  const used = new Set([...kept, ...versionsIn(await readPointer(store, name))]);
  for (const { version, isOwn } of ended) {
    if (!isOwn || used.has(version)) continue;
    // Renamed first: no reader may find only half of the release.
    const draft = draftIn(folder);
    await rename(join(folder, version), draft).catch(nullIf(isMissing));
    await rm(draft, { recursive: true, force: true });
  }
}

/** Removes the expired previews of a remote. Takes the store, the name and the time; returns how many there were. */
export async function endExpiredPreviews(store: string, name: string, now = new Date()): Promise<number> {
  const isOver = (preview: Preview) => !isShown(preview, now);
  // Checked without the lock first: usually there are none.
  if (!(await readPreviews(store, name)).some(isOver)) return 0;
  return withLock(folderOf(store, name), async () => {
    const ended = (await readPreviews(store, name)).filter(isOver);
    await removePreviews(store, name, ended);
    return ended.length;
  });
}

/** Ends a preview early. Throws StoreError if there is none with that label. */
export async function endPreview(store: string, name: string, label: string): Promise<Preview> {
  const missing = () => storeError(`There is no preview '${label}' of ${name}.`);
  const find = async () => (await readPreviews(store, name)).find((one) => one.label === label);
  if ((await find()) === undefined) throw missing();
  return withLock(folderOf(store, name), async () => {
    const found = await find();
    if (found === undefined) throw missing();
    await removePreviews(store, name, [found]);
    return found;
  });
}
