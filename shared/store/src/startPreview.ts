import { join } from 'node:path';
import { actorOf } from './actor.ts';
import { appendLog } from './auditLog.ts';
import { releaseOf } from './deriveRegistry.ts';
import { exists, replaceFile } from './files.ts';
import { SHELL, folderOf } from './layout.ts';
import { withLock } from './lock.ts';
import { integrityMap } from './pageHtml.ts';
import {
  endExpiredPreviews,
  labelSchema,
  previewFile,
  readPreviews,
  removePreviews,
  type Preview,
} from './previews.ts';
import { addRelease } from './publish.ts';
import { checked } from './readStore.ts';
import type { ReleaseRecord } from './schema.ts';
import { storeError } from './storeError.ts';

const DAY = 86_400_000;
export const PREVIEW_DAYS = { usual: 14, most: 90 } as const;
/** At a time, of one remote. */
const MOST = 50;

interface PreviewWish {
  label: string;
  days?: number | undefined;
  who?: string | undefined;
  signature?: string | null | undefined;
}

/**
 * Puts a release that was judged into the store and shows it to those who ask for it by its label, until its time is over. No
 * pointer moves, no page names it. The same label again shows the new one.
 *
 * Takes the store, the record, the folder of its files, and label, days and who does it; returns the preview. Throws
 * StoreError for a label that is none, and when there are too many.
 */
export async function startPreview(
  store: string,
  record: ReleaseRecord,
  from: string,
  { label, days = PREVIEW_DAYS.usual, who = actorOf(process.env), signature }: PreviewWish,
  now = new Date(),
): Promise<Preview> {
  const { name, version, title, pages } = record;
  checked(labelSchema, label, `'${label}' is no label like pr-12`);
  if (name === SHELL) throw storeError('The shell has no preview: everybody is given the same HTML.');
  if (!(Number.isInteger(days) && days > 0 && days <= PREVIEW_DAYS.most))
    throw storeError(`A preview is shown for 1 to ${PREVIEW_DAYS.most} days.`);
  const folder = folderOf(store, name);
  await endExpiredPreviews(store, name, now);
  const others = await readPreviews(store, name);
  if (others.filter((one) => one.label !== label).length >= MOST)
    throw storeError(`There are ${MOST} previews of ${name}. End one: --label <label> --end.`);
  const wasThere = await exists(join(folder, version));
  await addRelease(store, record, from, { who, signature });
  return withLock(folder, async () => {
    const known = await readPreviews(store, name);
    const before = known.find((one) => one.label === label);
    const preview: Preview = {
      label,
      version,
      since: now.toISOString(),
      until: new Date(now.getTime() + days * DAY).toISOString(),
      isOwn: !wasThere || known.some((one) => one.version === version && one.isOwn),
    };
    const content = {
      ...preview,
      title,
      pages,
      release: releaseOf(record),
      integrity: integrityMap([record]),
    };
    const reason = `${label}, until ${preview.until}`;
    await appendLog(store, name, {
      who,
      what: 'preview',
      from: before?.version ?? null,
      to: version,
      reason,
    });
    await replaceFile(previewFile(store, name, label), `${JSON.stringify(content, null, 2)}\n`, true);
    if (before !== undefined) await removePreviews(store, name, [before], { who, isReplaced: true });
    return preview;
  });
}
