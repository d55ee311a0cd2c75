import { cp, mkdir, readFile, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { CONTRACT_VERSION } from '@space/federation';
import * as z from 'zod/mini';
import { SHELL, folderOf, parsedOrNull, remotesIn, storeError } from './readStore.ts';

// Stores from before the contract that this checkout runs: they are not half served, and nothing of them is deleted.

const livePointer = z.object({ live: z.object({ version: z.string() }) });
const anyRecord = z.object({ contract: z.number() });

/** The parsed file; null if it cannot be read: damage is reported elsewhere. */
const readLoosely = async <T>(file: string, schema: z.ZodMiniType<T>): Promise<T | null> =>
  parsedOrNull(await readFile(file, 'utf8').catch(() => ''), schema);

/** The contract of a live release that is not the one of this checkout; null if there is none. */
async function formerContract(store: string): Promise<number | null> {
  for (const name of [SHELL, ...(await remotesIn(store))]) {
    const folder = folderOf(store, name);
    const version = (await readLoosely(join(folder, 'pointer.json'), livePointer))?.live.version ?? '';
    const record = await readLoosely(join(folder, version, 'release.json'), anyRecord);
    if (record !== null && record.contract !== CONTRACT_VERSION) return record.contract;
  }
  return null;
}

/** Throws StoreError with the command to run if a store holds releases of another contract. Takes the store's folder. */
export async function requireCurrentStore(store: string): Promise<void> {
  const contract = await formerContract(store);
  if (contract !== null)
    throw storeError(
      `The releases in ${store} are of a former kind (contract ${contract}, not ${CONTRACT_VERSION}) and do not run any more: \`npm start -- --set-aside\` keeps the folder under another name, deletes nothing, and releases this checkout anew.`,
    );
}

/** Moves a store of a former kind to the name that it returns; site.json stays, too. Throws StoreError for others. */
export async function setAside(store: string): Promise<string> {
  if ((await formerContract(store)) === null)
    throw storeError(`The releases in ${store} are not of a former kind: nothing was set aside.`);
  const kept = `${store}.before-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  await mkdir(kept);
  // The releases last: until they are moved, the store is of a former kind, and the command can be given again.
  const isOfReleases = (name: string) => [SHELL, 'remotes'].includes(name);
  const names = await readdir(store);
  for (const name of [...names.filter((one) => !isOfReleases(one)), ...names.filter(isOfReleases)])
    await (name === 'site.json' ? cp : rename)(join(store, name), join(kept, name));
  return kept;
}
