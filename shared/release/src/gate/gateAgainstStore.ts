import { join } from 'node:path';
import type { PageClaim, Refusal } from '@space/federation';
import { SHELL, folderOf, liveShells, previousOf, readPointer, readRecord, remotesIn } from '@space/store';
import type { ReleaseRecord } from '@space/store';
import { gateRelease, gateShell } from './gateRelease.ts';
import type { Candidate, PublishedRelease } from './gateRelease.ts';
import { readTypes } from './releaseTypes.ts';

/** Every release of a remote that a visitor of the site may be given: live, canary and the one before. */
async function offeredBy(store: string, name: string): Promise<ReleaseRecord[]> {
  const pointer = await readPointer(store, name);
  const versions = new Set(
    [pointer.live?.version, pointer.canary?.version, previousOf(pointer)].filter(
      (version) => typeof version === 'string',
    ),
  );
  return Promise.all([...versions].map((version) => readRecord(store, name, version)));
}

const withTypes = async (store: string, record: ReleaseRecord): Promise<PublishedRelease> => ({
  record,
  types: await readTypes(join(folderOf(store, record.name), record.version)),
});

/**
 * Checks all that is checked before a release goes live in a store: `gateRelease` for a remote, `gateShell` for the
 * shell, with what the store offers now.
 *
 * Takes the store, the record and the folder where its files lie (in the store or not); returns every rule that is
 * broken, none when it may go live. Throws StoreError or TypeError when a release that is offered now cannot be read.
 */
export async function gateAgainstStore(store: string, { record, folder }: Candidate): Promise<Refusal[]> {
  const names = (await remotesIn(store)).filter((name) => name !== record.name);
  const offered = (await Promise.all(names.map((name) => offeredBy(store, name)))).flat();
  if (record.name === SHELL) {
    const remotes = await Promise.all(offered.map((one) => withTypes(store, one)));
    return gateShell({ record, folder, remotes });
  }
  const claims: Record<string, PageClaim[]> = {};
  for (const { name, pages } of offered) claims[name] = [...(claims[name] ?? []), ...pages];
  const shells = await Promise.all((await liveShells(store)).map((one) => withTypes(store, one)));
  return gateRelease({ record, folder, shells, claims });
}
