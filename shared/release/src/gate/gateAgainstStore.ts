import { join } from 'node:path';
import {
  checkNavigation,
  checkPages,
  checkSlots,
  slotsOffered,
  targetsOf,
  type PageClaim,
  type Refusal,
} from '@space/federation';
import {
  SHELL,
  folderOf,
  isStoreError,
  liveShells,
  readFolder,
  readRecord,
  readSite,
  recordText,
  refusalsOf,
  remotesIn,
  sentenceOf,
  versionsOf,
  type ReleaseRecord,
  type SignedText,
} from '@space/store';
import { checkForms, checkIntegrity, checkRoutes, checkSize, contentOf } from './checkFiles.ts';
import { checkSignature } from './checkSignature.ts';
import { checkTypes } from './checkTypes.ts';
import { TYPES_FILE, parseReleaseTypes, readTypes, type ReleaseTypes } from './releaseTypes.ts';

export interface Candidate {
  record: ReleaseRecord;
  /** Where its files lie, in the store or not. */
  folder: string;
  /** The record as it is written, and who signed it; unsigned when it is not given. */
  signed?: SignedText;
}

/** A release with what it was compiled against; null where that cannot be read. */
interface Typed<Types = ReleaseTypes | null> {
  record: ReleaseRecord;
  types: Types;
}

const shellWithTypes = async ({ record, folder }: Candidate): Promise<Typed<ReleaseTypes>> => ({
  record,
  types: await readTypes(folder),
});

/** A release that was damaged in the store holds up no other team. */
const remoteWithTypes = async ({ record, folder }: Candidate): Promise<Typed> => ({
  record,
  types: await readTypes(folder).catch(() => null),
});

/** The refusals that files alone give rise to, and the types, when they are to be had. */
async function inspect({
  record,
  folder,
}: Candidate): Promise<{ refusals: Refusal[]; types: ReleaseTypes | null }> {
  const content = await contentOf(folder);
  const refusals = [
    ...checkIntegrity(record, content),
    ...(await checkForms(record, content)),
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
    const message = `${TYPES_FILE} cannot be read: ${sentenceOf(error)}`;
    return { refusals: [...refusals, { rule: 'types', message }], types: null };
  }
}

/** The rules of data between a remote and a shell, each refusal with its place where there is one. */
function checkContract(record: ReleaseRecord, shell: ReleaseRecord, types: ReleaseTypes | null): Refusal[] {
  return refusalsOf(record, shell).map((refusal) => {
    if (refusal.rule !== 'platform') return refusal;
    const name = record.uses.find((one) => refusal.message.includes(`'${one}'`));
    const where = name === undefined ? undefined : types?.places[name];
    return where === undefined ? refusal : { ...refusal, where };
  });
}

/** Why remotes would not run in a shell, by data and by types: the refusals for each, in the same order. */
async function checkFit(shell: Typed<ReleaseTypes>, remotes: readonly Typed[]): Promise<Refusal[][]> {
  const typed = remotes.filter((remote): remote is Typed<ReleaseTypes> => remote.types !== null);
  const wanted = typed.map(({ record, types }) => ({
    types,
    // A name that the shell has not is refused by 'platform'.
    uses: record.uses.filter((name) => shell.record.uses.includes(name)),
    slots: (record.fills ?? []).map(({ slot }) => slot),
  }));
  const byTypes = await checkTypes(shell.types, wanted);
  return remotes.map((remote) => [
    ...checkContract(remote.record, shell.record, remote.types),
    ...(byTypes[typed.findIndex((one) => one === remote)] ?? []),
  ]);
}

/** Why releases that lie in folders would not run in a shell: the refusals for each, in the same order. */
export async function fitOf(shell: Candidate, remotes: readonly Candidate[]): Promise<Refusal[][]> {
  return checkFit(await shellWithTypes(shell), await Promise.all(remotes.map(remoteWithTypes)));
}

/**
 * Every record of a remote that can be read, live or not. While its pointer or what that names cannot be read, no other may
 * take one of its pages: its team will mend it.
 */
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

/** A remote: its pages, its slots, and whether each shell of the site can run it. */
async function gateRemote(
  { record }: Candidate,
  types: ReleaseTypes | null,
  shells: readonly Typed<ReleaseTypes>[],
  remotes: readonly Candidate[],
): Promise<Refusal[]> {
  const claims: Record<string, PageClaim[]> = { [SHELL]: shells.flatMap((shell) => shell.record.pages) };
  for (const { record: other } of remotes)
    claims[other.name] = [...(claims[other.name] ?? []), ...other.pages];
  const where = `remotes/${record.name}/remote.json`;
  const offered = slotsOffered(remotes.map((other) => other.record));
  const refusals: Refusal[] = [
    ...checkPages(record.name, record.pages, claims),
    ...checkNavigation(record.pages, record.navigation),
    ...checkSlots(record.name, record, offered),
  ].map((one) => ({ ...one, where }));
  if (shells.length === 0)
    refusals.push({ rule: 'contract', message: 'no shell is live that it could run in' });
  for (const shell of shells) {
    const found = (await checkFit(shell, [{ record, types }])).flat();
    const suffix = shells.length > 1 ? ` (shell ${shell.record.version})` : '';
    refusals.push(...found.map((refusal) => ({ ...refusal, message: refusal.message + suffix })));
  }
  return refusals;
}

/** A shell: its pages, and whether it can run every release of every remote that the site offers. */
async function gateShell(
  { record }: Candidate,
  types: ReleaseTypes | null,
  remotes: readonly Typed[],
): Promise<Refusal[]> {
  const claims = Object.fromEntries(remotes.map((remote) => [remote.record.name, remote.record.pages]));
  // The first release of a site is its shell: the pages that it leads to come with their remotes.
  const refusals = checkPages(record.name, record.pages, claims, targetsOf(record.pages));
  if (types === null) return refusals;
  for (const [index, found] of (await checkFit({ record, types }, remotes)).entries()) {
    const { name = '', version = '' } = remotes[index]?.record ?? {};
    const who = `${name} ${version} would not run`;
    refusals.push(...found.map((refusal) => ({ ...refusal, message: `${who}: ${refusal.message}` })));
  }
  return refusals;
}

/**
 * Checks all that is checked before a release goes live in a store: its files against the record, their weight, its pages,
 * and whether it runs with what the store offers now, by data and by types.
 *
 * Takes the store, the release, and what goes live along with it, in the place of what the store offers under those names.
 * Returns every rule that is broken, none when it may go live. Throws StoreError when the live shell cannot be read.
 */
export async function gateAgainstStore(
  store: string,
  candidate: Candidate,
  together: readonly Candidate[] = [],
): Promise<Refusal[]> {
  const { name } = candidate.record;
  const placed = (record: ReleaseRecord): Candidate => ({
    record,
    folder: join(folderOf(store, record.name), record.version),
  });
  const replaced = [candidate, ...together].map((one) => one.record.name);
  const names = (await remotesIn(store)).filter((other) => !replaced.includes(other));
  const folders = await Promise.all(names.map((other) => readFolder(store, other)));
  const offered = folders.flatMap((one) => ('records' in one ? [...one.records.values()] : []));
  const remotes = [
    ...offered.flatMap((one) => (one instanceof Error ? [] : [placed(one)])),
    ...together.filter((one) => one.record.name !== SHELL),
  ];
  const { refusals: ofFiles, types } = await inspect(candidate);
  const { keys } = await readSite(store);
  const signed = candidate.signed ?? { text: recordText(candidate.record), signature: null };
  const refusals = [...checkSignature(name, signed, keys?.[name]), ...ofFiles];
  if (name === SHELL)
    return [
      ...refusals,
      ...(await gateShell(candidate, types, await Promise.all(remotes.map(remoteWithTypes)))),
    ];
  const next = together.filter((one) => one.record.name === SHELL);
  const shells = next.length > 0 ? next : (await liveShells(store)).map(placed);
  const typed = await Promise.all(shells.map(shellWithTypes));
  const broken = folders.filter(isBroken).map((one) => allRecords(store, one.name));
  const claiming = [...remotes, ...(await Promise.all(broken)).flat()];
  const ofRemote = await gateRemote(candidate, types, typed, claiming);
  const { checkData } = await import('./checkData.ts');
  return [...refusals, ...ofRemote, ...(await checkData(store, candidate))];
}
