import { join } from 'node:path';
import type { PageClaim, Refusal } from '@space/federation';
import { SHELL, folderOf, liveShells, readFolder, remotesIn } from '@space/store';
import type { ReleaseRecord } from '@space/store';
import { gateRelease, gateShell } from './gateRelease.ts';
import type { Candidate, PublishedRelease } from './gateRelease.ts';
import { readTypes } from './releaseTypes.ts';

const placeOf = (store: string, { name, version }: ReleaseRecord) => join(folderOf(store, name), version);

const withTypes = async ({ record, folder }: Candidate): Promise<PublishedRelease> => ({
  record,
  types: await readTypes(folder),
});

/**
 * Checks all that is checked before a release goes live in a store: `gateRelease` for a remote, `gateShell` for the
 * shell, with what the store offers now.
 *
 * Takes the store, the record and the folder where its files lie (in the store or not), and what goes live along with it,
 * in the place of what the store offers under those names. Returns every rule that is broken, none when it may go live.
 * Throws when the live shell, or the types of a remote that is offered now, cannot be read.
 */
export async function gateAgainstStore(
  store: string,
  { record, folder }: Candidate,
  together: readonly Candidate[] = [],
): Promise<Refusal[]> {
  const replaced = [record, ...together.map((one) => one.record)].map(({ name }) => name);
  const names = (await remotesIn(store)).filter((name) => !replaced.includes(name));
  const folders = await Promise.all(names.map((name) => readFolder(store, name)));
  const offered = folders.flatMap((one) => ('records' in one ? [...one.records.values()] : []));
  const atHand = offered.flatMap((one) =>
    one instanceof Error ? [] : [{ record: one, folder: placeOf(store, one) }],
  );
  const remotes = [...atHand, ...together.filter((one) => one.record.name !== SHELL)];
  if (record.name === SHELL) {
    return gateShell({ record, folder, remotes: await Promise.all(remotes.map(withTypes)) });
  }
  const claims: Record<string, PageClaim[]> = {};
  for (const { record: other } of remotes) {
    claims[other.name] = [...(claims[other.name] ?? []), ...other.pages];
  }
  const next = together.filter((one) => one.record.name === SHELL);
  const live = (await liveShells(store)).map((one) => ({ record: one, folder: placeOf(store, one) }));
  const shells = await Promise.all((next.length > 0 ? next : live).map(withTypes));
  return gateRelease({ record, folder, shells, claims });
}
