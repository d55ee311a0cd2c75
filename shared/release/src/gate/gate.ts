import type { Refusal } from '@space/federation';
import {
  SHELL,
  isStoreError,
  readLiveShell,
  readFolder,
  readRecord,
  remotesIn,
  versionsOf,
  type ReleaseRecord,
} from '@space/store';
export type { Candidate } from './rules.ts';
import { REMOTE_RULES, SHELL_RULES, type Candidate, type Site } from './rules.ts';

/** Every readable release of a remote, live or not. */
async function allRecords(store: string, name: string): Promise<ReleaseRecord[]> {
  const read = async (version: string) => {
    try {
      return [await readRecord(store, name, version)];
    } catch (error) {
      if (isStoreError(error)) return [];
      throw error;
    }
  };
  return (await Promise.all((await versionsOf(store, name)).map(read))).flat();
}

/** Reads what a store offers besides the given releases, which replace those of the same name. */
async function siteWithout(store: string, replaced: readonly ReleaseRecord[]): Promise<Site> {
  const names = replaced.map(({ name }) => name);
  const others = (await remotesIn(store)).filter((name) => !names.includes(name));
  const folders = await Promise.all(others.map((name) => readFolder(store, name)));
  const known = folders.map((one) => ('records' in one ? [...one.records.values()] : null));
  const readable = (record: ReleaseRecord | Error): record is ReleaseRecord => !(record instanceof Error);
  const broken = others.filter((_, index) => !known[index]?.every(readable));
  const reserved = await Promise.all(broken.map((name) => allRecords(store, name)));
  return {
    shell: names.includes(SHELL) ? undefined : ((await readLiveShell(store)) ?? undefined),
    remotes: known.flatMap((records) => (records ?? []).filter(readable)),
    reserved: reserved.flat(),
  };
}

/**
 * Runs all rules of the gate on a release, against what the store offers now.
 *
 * Takes the store, the release, and the releases that go live with it, which replace those offered under the same names.
 * Returns a refusal for each broken rule, none if it may go live. Throws StoreError when the live shell cannot be read.
 */
export async function gateAgainstStore(
  store: string,
  candidate: Candidate,
  together: readonly Candidate[] = [],
): Promise<Refusal[]> {
  const others = together.map(({ record }) => record);
  const site = await siteWithout(store, [candidate.record, ...others]);
  const shell = others.find(({ name }) => name === SHELL) ?? site.shell;
  const remotes = [...site.remotes, ...others.filter(({ name }) => name !== SHELL)];
  const rules = candidate.record.name === SHELL ? SHELL_RULES : REMOTE_RULES;
  const refusals: Refusal[] = [];
  for (const rule of rules) refusals.push(...(await rule(candidate, { ...site, shell, remotes })));
  return refusals;
}

/** The error for a release that the gate refuses. Recognised by its name, because two copies of a class can meet. */
export interface RefusedRelease extends Error {
  name: 'RefusedRelease';
  release: Pick<ReleaseRecord, 'name' | 'version'>;
  refusals: readonly Refusal[];
}

/** Formats refusals for people: a line with the verdict, and one for each broken rule. */
function explain(name: string, version: string, refusals: readonly Refusal[]): string {
  const lines = refusals.map(
    ({ rule, message, where }) => `  ${rule}: ${message}${where === undefined ? '' : ` (${where})`}`,
  );
  return [`${name} ${version} was refused:`, ...lines].join('\n');
}

/** Creates the error for a release that the gate refuses. Takes the release and its refusals. */
export function refusedRelease(
  { name, version }: RefusedRelease['release'],
  refusals: readonly Refusal[],
): RefusedRelease {
  const details = { name: 'RefusedRelease' as const, release: { name, version }, refusals };
  return Object.assign(new Error(explain(name, version, refusals)), details);
}

/** Whether an unknown error is a RefusedRelease. */
export function isRefusedRelease(value: unknown): value is RefusedRelease {
  return value instanceof Error && value.name === 'RefusedRelease';
}

/** Throws RefusedRelease if the gate refuses a release. Takes the same as `gateAgainstStore`. */
export async function enforceGate(...args: Parameters<typeof gateAgainstStore>): Promise<void> {
  const refusals = await gateAgainstStore(...args);
  if (refusals.length > 0) throw refusedRelease(args[1].record, refusals);
}
