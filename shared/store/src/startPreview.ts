import { join } from 'node:path';
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
/** The limit of simultaneous previews of one remote. */
const MAX_PREVIEWS = 50;

interface PreviewOptions {
  label: string;
  days?: number | undefined;
}

/**
 * Adds a release that passed the gate to the store and shows it to visitors who ask for it by its label, until it expires.
 * No pointer moves, and no page names it. A label that is used again shows the new release.
 *
 * Takes the store, the record, the folder of its files, and label and days; returns the preview. Throws StoreError
 * for an invalid label, and if there are too many previews.
 */
export async function startPreview(
  store: string,
  record: ReleaseRecord,
  from: string,
  { label, days = PREVIEW_DAYS.usual }: PreviewOptions,
  now = new Date(),
): Promise<Preview> {
  const { name, version, title, pages } = record;
  checked(labelSchema, label, `'${label}' is not a label such as pr-12`);
  if (name === SHELL) throw storeError('The shell has no preview: everyone gets the same HTML.');
  if (!(Number.isInteger(days) && days > 0 && days <= PREVIEW_DAYS.most))
    throw storeError(`A preview is shown for 1 to ${PREVIEW_DAYS.most} days.`);
  const folder = folderOf(store, name);
  await endExpiredPreviews(store, name, now);
  const others = await readPreviews(store, name);
  if (others.filter((one) => one.label !== label).length >= MAX_PREVIEWS)
    throw storeError(
      `${name} already has ${MAX_PREVIEWS} previews, the maximum. End one: --label <label> --end.`,
    );
  const wasThere = await exists(join(folder, version));
  await addRelease(store, record, from);
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
    await replaceFile(previewFile(store, name, label), `${JSON.stringify(content, null, 2)}\n`, true);
    if (before !== undefined) await removePreviews(store, name, [before], { isReplaced: true });
    return preview;
  });
}
