import { join } from 'node:path';
import { checkNavigation, checkPages, targetsOf, type Refusal } from '@space/federation';
import {
  SHELL,
  folderOf,
  isStoreError,
  liveShells,
  readFolder,
  readRecord,
  readSite,
  refusalsOf,
  remotesIn,
  errorMessage,
  versionsOf,
  storeError,
  type ReleaseRecord,
} from '@space/store';
import { checkCompressedFiles, checkIntegrity, checkRoutes, checkSize, readFiles } from './checkFiles.ts';
import { checkTypes } from './checkTypes.ts';
import { TYPES_FILE, parseReleaseTypes, readTypes, type ReleaseTypes } from './releaseTypes.ts';

export interface Candidate {
  record: ReleaseRecord;
  /** The folder of its files, in the store or elsewhere. */
  folder: string;
}

/** A release with the types that it was compiled against; null if they cannot be read. */
interface Typed<Types = ReleaseTypes | null> {
  record: ReleaseRecord;
  types: Types;
}

const shellWithTypes = async ({ record, folder }: Candidate): Promise<Typed<ReleaseTypes>> => ({
  record,
  types: await readTypes(folder),
});

/** Unreadable types count as none, so that a damaged release does not block other teams. */
const remoteWithTypes = async ({ record, folder }: Candidate): Promise<Typed> => ({
  record,
  types: await readTypes(folder).catch(() => null),
});

/** Checks the files of a release; returns the refusals, and its types if they can be read. */
async function inspectFiles({
  record,
  folder,
}: Candidate): Promise<{ refusals: Refusal[]; types: ReleaseTypes | null }> {
  const content = await readFiles(folder);
  const refusals = [
    ...checkIntegrity(record, content),
    ...(await checkCompressedFiles(record, content)),
    ...checkSize(record, content),
    ...checkRoutes(record, content),
  ];
  const text = content.get(TYPES_FILE);
  if (text === undefined) {
    if (record.isUntyped !== true) refusals.push({ rule: 'types', message: `it has no ${TYPES_FILE}` });
    return { refusals, types: null };
  }
  try {
    return { refusals, types: parseReleaseTypes(JSON.parse(text.toString())) };
  } catch (error) {
    const message = `${TYPES_FILE} cannot be read: ${errorMessage(error)}`;
    return { refusals: [...refusals, { rule: 'types', message }], types: null };
  }
}

/** Compares the records of a remote and a shell; a refusal has the source line of the cause if it is known. */
function checkContract(record: ReleaseRecord, shell: ReleaseRecord, types: ReleaseTypes | null): Refusal[] {
  return refusalsOf(record, shell).map((refusal) => {
    if (refusal.rule !== 'platform') return refusal;
    const name = record.uses.find((one) => refusal.message.includes(`'${one}'`));
    const where = name === undefined ? undefined : types?.places[name];
    return where === undefined ? refusal : { ...refusal, where };
  });
}

/** Checks whether remotes would run in a shell, by their records and types: the refusals for each, in the same order. */
async function checkInShell(shell: Typed<ReleaseTypes>, remotes: readonly Typed[]): Promise<Refusal[][]> {
  const typed = remotes.filter((remote): remote is Typed<ReleaseTypes> => remote.types !== null);
  const wanted = typed.map(({ record, types }) => ({
    types,
    // A name that the shell does not have is refused by rule 'platform'.
    uses: record.uses.filter((name) => shell.record.uses.includes(name)),
  }));
  const byTypes = await checkTypes(shell.types, wanted);
  return remotes.map((remote) => [
    ...checkContract(remote.record, shell.record, remote.types),
    ...(byTypes[typed.findIndex((one) => one === remote)] ?? []),
  ]);
}

/** Checks whether releases would run in a shell. Returns the refusals for each, in the same order. */
export async function checkCompatibility(
  shell: Candidate,
  remotes: readonly Candidate[],
): Promise<Refusal[][]> {
  return checkInShell(await shellWithTypes(shell), await Promise.all(remotes.map(remoteWithTypes)));
}

/** Every readable release of a remote, live or not: while a pointer or record is damaged, its pages stay reserved. */
async function allRecords(store: string, name: string): Promise<Candidate[]> {
  const read = async (version: string): Promise<Candidate[]> => {
    try {
      return [
        { record: await readRecord(store, name, version), folder: join(folderOf(store, name), version) },
      ];
    } catch (error) {
      if (isStoreError(error)) return [];
      throw error;
    }
  };
  return (await Promise.all((await versionsOf(store, name)).map(read))).flat();
}

const isBroken = (folder: Awaited<ReturnType<typeof readFolder>>) =>
  !('records' in folder) || [...folder.records.values()].some((record) => record instanceof Error);

/** Checks a remote: its pages, and whether each live shell can run it. */
async function gateRemote(
  { record }: Candidate,
  types: ReleaseTypes | null,
  shells: readonly Typed<ReleaseTypes>[],
  remotes: readonly Candidate[],
): Promise<Refusal[]> {
  const where = `remotes/${record.name}/remote.json`;
  const others = remotes.map((other) => other.record);
  const refusals: Refusal[] = [
    ...checkPages(record.name, record.pages, [...shells.map((shell) => shell.record), ...others]),
    ...checkNavigation(record.pages, record.navigation),
  ].map((one) => ({ ...one, where }));
  if (shells.length === 0)
    refusals.push({ rule: 'contract', message: 'there is no live shell that it could run in' });
  for (const shell of shells) {
    const found = (await checkInShell(shell, [{ record, types }])).flat();
    const suffix = shells.length > 1 ? ` (shell ${shell.record.version})` : '';
    refusals.push(...found.map((refusal) => ({ ...refusal, message: refusal.message + suffix })));
  }
  return refusals;
}

/** Checks a shell: its pages, and whether it can run every offered release of every remote. */
async function gateShell(
  { record }: Candidate,
  types: ReleaseTypes | null,
  remotes: readonly Typed[],
): Promise<Refusal[]> {
  const others = remotes.map((remote) => remote.record);
  // The shell is the first release of a site: the pages that it links to are released later, with their remotes.
  const refusals = checkPages(record.name, record.pages, others, targetsOf(record.pages));
  if (types === null) return refusals;
  for (const [index, found] of (await checkInShell({ record, types }, remotes)).entries()) {
    const { name = '', version = '' } = remotes[index]?.record ?? {};
    const who = `${name} ${version} would not run`;
    refusals.push(...found.map((refusal) => ({ ...refusal, message: `${who}: ${refusal.message}` })));
  }
  return refusals;
}

/**
 * Runs all checks of the gate on a release: files, size, pages, and whether it is compatible with the
 * releases that the store offers now.
 *
 * Takes the store, the release, and the releases that go live with it, which replace those offered under the same names.
 * Returns a refusal for each broken rule, none if it may go live. Throws StoreError when the live shell cannot be read, and
 * when the operator's configuration demands signatures, which are not checked.
 */
export async function gateAgainstStore(
  store: string,
  candidate: Candidate,
  together: readonly Candidate[] = [],
): Promise<Refusal[]> {
  const { name } = candidate.record;
  if ((await readSite(store)).keys !== undefined)
    throw storeError(
      'site.json lists "keys", but releases are not signed any more: whoever has a token or may write the folder releases. Remove "keys" from site.json.',
    );
  const toCandidate = (record: ReleaseRecord): Candidate => ({
    record,
    folder: join(folderOf(store, record.name), record.version),
  });
  const replaced = [candidate, ...together].map((one) => one.record.name);
  const names = (await remotesIn(store)).filter((other) => !replaced.includes(other));
  const folders = await Promise.all(names.map((other) => readFolder(store, other)));
  const offered = folders.flatMap((one) => ('records' in one ? [...one.records.values()] : []));
  const remotes = [
    ...offered.flatMap((one) => (one instanceof Error ? [] : [toCandidate(one)])),
    ...together.filter((one) => one.record.name !== SHELL),
  ];
  const { refusals, types } = await inspectFiles(candidate);
  if (name === SHELL)
    return [
      ...refusals,
      ...(await gateShell(candidate, types, await Promise.all(remotes.map(remoteWithTypes)))),
    ];
  const nextShell = together.filter((one) => one.record.name === SHELL);
  const shells = nextShell.length > 0 ? nextShell : (await liveShells(store)).map(toCandidate);
  const typed = await Promise.all(shells.map(shellWithTypes));
  const broken = folders.filter(isBroken).map((one) => allRecords(store, one.name));
  const claimants = [...remotes, ...(await Promise.all(broken)).flat()];
  const remoteRefusals = await gateRemote(candidate, types, typed, claimants);
  return [...refusals, ...remoteRefusals];
}
