import { join } from 'node:path';
import type { Host, Refusal } from '@space/federation';
import {
  folderOf,
  hostOf,
  liveShells,
  previousOf,
  readFolder,
  refusalsOf,
  remotesIn,
  storeError,
  type ReleaseRecord,
} from '@space/store';
import { fitOf, type Candidate } from './gate/gateAgainstStore.ts';

/** Another shell than the live one: what it would no longer have, and which versions it would share. */
export interface Wish {
  /** Names of the platform, import specifiers, versions of containers, and 'contract@1'. */
  without: readonly string[];
  /** 'react@20.0.0' */
  shares: readonly string[];
}

/** What one release on offer needs of a shell, and why the shell in question would refuse it. */
export interface Examined {
  name: string;
  version: string;
  state: 'live' | 'canary' | 'previous';
  contract: number;
  container: string;
  shares: Readonly<Record<string, string>>;
  names: readonly string[];
  refusals: readonly Refusal[];
}

export interface Examination {
  /** What the shell in question offers. */
  shell: Host & { version: string };
  releases: Examined[];
  /** What cannot be read, a sentence each. */
  trouble: string[];
  /** Names of the platform that no release on offer uses. */
  unused: string[];
}

const STATES = ['live', 'canary', 'previous'] as const;

/** 'react@20.0.0' → ['react', '20.0.0']; the name may begin with an @. */
function parted(text: string): [name: string, version: string] {
  const at = text.lastIndexOf('@');
  const parts: [string, string] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || !/^\d+\.\d+\.\d+$/.test(parts[1]))
    throw storeError(`'${text}' is no share with its version, as in react@20.0.0.`);
  return parts;
}

/** The record of a shell, changed as wished. Throws StoreError for what it does not have. */
function changed(shell: ReleaseRecord, { without, shares }: Wish): ReleaseRecord {
  const { contracts, plugins, shares: shared, names } = hostOf(shell);
  const known = [...contracts.map((one) => `contract@${one}`), ...plugins, ...Object.keys(shared), ...names];
  for (const name of without)
    if (!known.includes(name))
      throw storeError(`The shell has no '${name}' that it could be without: \`doctor\` says what it has.`);
  const isKept = (name: string) => !without.includes(name);
  const next = shares.map(parted);
  for (const [name] of next)
    if (!(name in shared))
      throw storeError(`The shell does not share '${name}': it shares ${Object.keys(shared).join(', ')}.`);
  if (contracts.every((one) => !isKept(`contract@${one}`)))
    throw storeError('A shell keeps at least one contract.');
  return {
    ...shell,
    contracts: contracts.filter((one) => isKept(`contract@${one}`)),
    plugin: plugins.filter(isKept).join(' '),
    shares: Object.fromEntries(
      [...Object.entries(shared), ...next].filter(([specifier]) => isKept(specifier)),
    ),
    uses: names.filter(isKept),
  };
}

/** What a pointer offers of a remote, each release once. */
async function offered(store: string, name: string) {
  const folder = await readFolder(store, name);
  if ('reason' in folder) return { found: [], trouble: [`${name}: ${folder.reason}`] };
  const { pointer, records } = folder;
  const versions = [pointer.live?.version, pointer.canary?.version, previousOf(pointer)];
  const found: { record: ReleaseRecord; state: Examined['state'] }[] = [];
  const trouble: string[] = [];
  for (const [version, record] of records) {
    const state = STATES[versions.indexOf(version)] ?? 'previous';
    if (record instanceof Error) trouble.push(`${name} ${version}: ${record.message}`);
    else found.push({ record, state });
  }
  return { found, trouble };
}

/**
 * Asks each release on offer (live, canary, and the one before) what it needs of a shell, and whether a shell would run it:
 * the live one, another that was built, or either of them changed as wished. Types are asked for of one that was built alone.
 *
 * Takes the store, the wish, the shell in question, and the remote where one alone is asked; changes nothing. Throws
 * StoreError when no shell is live, or the shell does not have what it is to be without.
 */
export async function examine(
  store: string,
  wish: Wish,
  built: Candidate | null = null,
  only: string | null = null,
): Promise<Examination> {
  const [live] = built ? [built.record] : await liveShells(store);
  if (live === undefined) throw storeError('No shell is live in this store.');
  const shell = changed(live, wish);
  const host = hostOf(shell);
  const all = await remotesIn(store);
  if (only !== null && !all.includes(only))
    throw storeError(`There is nothing called '${only}' in this store. There are: ${all.join(', ')}.`);
  const folders = await Promise.all(all.map((name) => offered(store, name)));
  const trouble = folders.flatMap((folder) => folder.trouble);
  const offers = folders.flatMap(({ found }) => found);
  const placed = ({ record }: (typeof offers)[number]) => ({
    record,
    folder: join(folderOf(store, record.name), record.version),
  });
  const refusals = built
    ? await fitOf({ ...built, record: shell }, offers.map(placed))
    : offers.map(({ record }) => refusalsOf(record, shell));
  const used = new Set(offers.flatMap(({ record }) => record.uses));
  return {
    shell: { version: shell.version, ...host },
    releases: offers
      .map(({ record, state }, index) => ({
        name: record.name,
        version: record.version,
        state,
        contract: record.contract,
        container: record.plugin,
        shares: record.shares,
        names: record.uses,
        refusals: refusals[index] ?? [],
      }))
      .filter(({ name }) => only === null || name === only),
    trouble: trouble.filter((sentence) => only === null || sentence.startsWith(only)),
    unused: host.names.filter((name) => !used.has(name)),
  };
}
