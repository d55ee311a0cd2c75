import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageClaim, Release } from '@space/federation';
import { releaseOf } from './deriveRegistry.ts';
import { draftIn, nullIf, replaceFile } from './files.ts';
import { SHELL, addressOf, folderOf } from './layout.ts';
import { integrityMap } from './pageHtml.ts';
import { readRecord } from './readStore.ts';
import type { Pointer, ReleaseRecord } from './schema.ts';
import { isMissing, isStoreError } from './storeError.ts';

/** What a tab that tries a staged release learns about it from `/remotes/<name>/staged.json`. */
export interface StagedRelease {
  title: string;
  pages: readonly PageClaim[];
  release: Release;
  /** The hash of each script and style sheet, by its address. */
  integrity: Readonly<Record<string, string>>;
}

/** The hashes of a release's style sheets, by address. */
const styleHashes = ({ name, version, files }: ReleaseRecord) =>
  Object.fromEntries(
    Object.entries(files)
      .filter(([file]) => file.endsWith('.css'))
      .map(([file, { integrity }]) => [addressOf(name, version) + file, integrity]),
  );

const stagedRelease = (record: ReleaseRecord): StagedRelease => ({
  title: record.title,
  pages: record.pages,
  release: releaseOf(record),
  integrity: { ...integrityMap([record]), ...styleHashes(record) },
});

/** Writes what browsers may try of a remote: its staged releases whose record can be read. */
export async function writeStaged(store: string, name: string, { staged }: Pointer): Promise<void> {
  if (name === SHELL) return;
  const known: Record<string, StagedRelease> = {};
  for (const { version } of staged) {
    const record = await readRecord(store, name, version).catch(nullIf(isStoreError));
    if (record !== null) known[version] = stagedRelease(record);
  }
  await replaceFile(join(folderOf(store, name), 'staged.json'), `${JSON.stringify(known, null, 2)}\n`);
}

/** Every version that a pointer names. */
const versionsIn = ({ live, history, canary, staged, halted }: Pointer) =>
  [live, ...history, canary, ...staged, halted].flatMap((one) => one?.version ?? []);

/** Removes the files of releases that were staged and left without being promoted. The caller holds the lock of the folder. */
export async function removeUnpromoted(
  store: string,
  name: string,
  before: Pointer,
  after: Pointer,
): Promise<void> {
  const folder = folderOf(store, name);
  const named = versionsIn(after);
  for (const { version } of before.staged.filter((one) => !one.isKept && !named.includes(one.version))) {
    // Renamed first: no reader may find only half of the release.
    const draft = draftIn(folder);
    await rename(join(folder, version), draft).catch(nullIf(isMissing));
    await rm(draft, { recursive: true, force: true });
  }
}
