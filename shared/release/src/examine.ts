import type { Host, Refusal } from '@space/federation';
import {
  hostOf,
  liveShells,
  previousOf,
  readFolder,
  refusalsOf,
  remotesIn,
  storeError,
  type ReleaseRecord,
} from '@space/store';
import type { Candidate } from './gate/rules.ts';

/** A hypothetical change of the shell: what it would drop, and which versions it would share. */
export interface ShellChange {
  /** Platform names, import specifiers, container versions, and contracts ('contract@1'). */
  without: readonly string[];
  /** Shared packages with their new version: 'react@20.0.0'. */
  shares: readonly string[];
}

/** What an offered release needs from a shell, and why it would not run in the examined shell. */
export interface ExaminedRelease {
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
  /** What the examined shell offers. */
  shell: Host & { version: string };
  releases: ExaminedRelease[];
  /** A sentence for each release that cannot be read. */
  trouble: string[];
  /** Platform names that no offered release uses. */
  unused: string[];
}

const STATES = ['live', 'canary', 'previous'] as const;

/** 'react@20.0.0' → ['react', '20.0.0']; the name may begin with an @. */
function parseShare(text: string): [name: string, version: string] {
  const at = text.lastIndexOf('@');
  const parts: [string, string] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || !/^\d+\.\d+\.\d+$/.test(parts[1]))
    throw storeError(`'${text}' is not a share with a version, such as react@20.0.0.`);
  return parts;
}

/** Applies a hypothetical change to the record of a shell. Throws StoreError for a name that the shell does not have. */
function applyChange(shell: ReleaseRecord, { without, shares }: ShellChange): ReleaseRecord {
  const { contracts, plugins, shares: shared, names } = hostOf(shell);
  const known = [...contracts.map((one) => `contract@${one}`), ...plugins, ...Object.keys(shared), ...names];
  for (const name of without)
    if (!known.includes(name))
      throw storeError(`The shell has no '${name}' to leave out: \`doctor\` shows what it has.`);
  const isKept = (name: string) => !without.includes(name);
  const next = shares.map(parseShare);
  for (const [name] of next)
    if (!Object.hasOwn(shared, name))
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

/** The releases that a remote's pointer offers, each once. */
async function offeredReleases(store: string, name: string) {
  const folder = await readFolder(store, name);
  if ('reason' in folder) return { found: [], trouble: [`${name}: ${folder.reason}`] };
  const { pointer, records } = folder;
  const versions = [pointer.live?.version, pointer.canary?.version, previousOf(pointer)];
  const found: { record: ReleaseRecord; state: ExaminedRelease['state'] }[] = [];
  const trouble: string[] = [];
  for (const [version, record] of records) {
    const state = STATES[versions.indexOf(version)] ?? 'previous';
    if (record instanceof Error) trouble.push(`${name} ${version}: ${record.message}`);
    else found.push({ record, state });
  }
  return { found, trouble };
}

/**
 * Determines what each offered release (live, canary, previous) needs from a shell, and whether it would run in a shell: the
 * live one or a newly built one, optionally with a hypothetical change.
 *
 * Takes the store, the change, the built shell if there is one, and a remote's name to examine only that remote; changes
 * nothing. Throws StoreError when no shell is live, or when the shell lacks a name that it is to drop.
 */
export async function examine(
  store: string,
  change: ShellChange,
  built: Candidate | null = null,
  only: string | null = null,
): Promise<Examination> {
  const [live] = built ? [built.record] : await liveShells(store);
  if (live === undefined) throw storeError('No shell is live in this store.');
  const shell = applyChange(live, change);
  const host = hostOf(shell);
  const all = await remotesIn(store);
  if (only !== null && !all.includes(only))
    throw storeError(`There is nothing called '${only}' in this store. It has: ${all.join(', ')}.`);
  const folders = await Promise.all(all.map((name) => offeredReleases(store, name)));
  const trouble = folders.flatMap((folder) => folder.trouble);
  const offers = folders.flatMap(({ found }) => found);
  const used = new Set(offers.flatMap(({ record }) => record.uses));
  return {
    shell: { version: shell.version, ...host },
    releases: offers
      .map(({ record, state }) => ({
        name: record.name,
        version: record.version,
        state,
        contract: record.contract,
        container: record.plugin,
        shares: record.shares,
        names: record.uses,
        refusals: refusalsOf(record, shell),
      }))
      .filter(({ name }) => only === null || name === only),
    trouble: trouble.filter((sentence) => only === null || sentence.startsWith(only)),
    unused: host.names.filter((name) => !used.has(name)),
  };
}
