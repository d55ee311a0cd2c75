import { checkPages, checkRelease, targetsOf } from '@space/federation';
import type { PageClaim, Refusal } from '@space/federation';
import { SHELL, hostOf } from '@space/store';
import type { ReleaseRecord } from '@space/store';
import { checkForms, checkIntegrity, checkSize, contentOf } from './checkFiles.ts';
import { checkTypes } from './checkTypes.ts';
import { TYPES_FILE, parseReleaseTypes } from './releaseTypes.ts';
import type { ReleaseTypes } from './releaseTypes.ts';

/** A release that is offered to people already. */
export interface PublishedRelease {
  record: ReleaseRecord;
  types: ReleaseTypes;
}

export interface Candidate {
  record: ReleaseRecord;
  /** Where its files lie. */
  folder: string;
}

interface RemoteCandidate extends Candidate {
  /** The shells that it is to run in. */
  shells: readonly PublishedRelease[];
  /** What the remotes of the site claim: name → pages. */
  claims: Readonly<Record<string, readonly PageClaim[]>>;
}

interface ShellCandidate extends Candidate {
  /** Every release of every remote that the site offers: live, canary and previous. */
  remotes: readonly PublishedRelease[];
}

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
  ];
  const text = content.get(TYPES_FILE);
  if (text === undefined) {
    return { refusals: [...refusals, { rule: 'types', message: `it has no ${TYPES_FILE}` }], types: null };
  }
  try {
    return { refusals, types: parseReleaseTypes(JSON.parse(text.toString())) };
  } catch (error) {
    const message = `${TYPES_FILE} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    return { refusals: [...refusals, { rule: 'types', message }], types: null };
  }
}

/** Of the names that a remote takes, those that a shell has: a name that it has not is refused by 'platform'. */
const known = (record: ReleaseRecord, shell: ReleaseRecord) =>
  record.uses.filter((name) => shell.uses.includes(name));

/** The rules of data between a remote and a shell, each refusal with its place where there is one. */
function checkContract(record: ReleaseRecord, shell: ReleaseRecord, types: ReleaseTypes | null): Refusal[] {
  return checkRelease(record, hostOf(shell)).map((refusal) => {
    if (refusal.rule !== 'platform') return refusal;
    const name = record.uses.find((one) => refusal.message.includes(`'${one}'`));
    const where = name === undefined ? undefined : types?.places[name];
    return where === undefined ? refusal : { ...refusal, where };
  });
}

/**
 * Checks all that is checked before a remote's release goes live: its files against the record, their weight, its pages,
 * and whether each shell of the site can run it, by data and by types.
 *
 * Takes the release, the shells and the claims of the site's remotes; returns every rule that is broken, none when it
 * may go live. Throws when a published shell's own types cannot be read.
 */
export async function gateRelease(candidate: RemoteCandidate): Promise<Refusal[]> {
  const { record, shells, claims } = candidate;
  const { refusals, types } = await inspect(candidate);
  const where = `remotes/${record.name}/remote.json`;
  const ofShells = { [SHELL]: shells.flatMap((shell) => shell.record.pages) };
  refusals.push(
    ...checkPages(record.name, record.pages, { ...ofShells, ...claims }).map((refusal) => ({
      ...refusal,
      where,
    })),
  );
  if (shells.length === 0)
    refusals.push({ rule: 'contract', message: 'no shell is live that it could run in' });
  for (const shell of shells) {
    const found = checkContract(record, shell.record, types);
    if (types !== null) {
      const uses = known(record, shell.record);
      found.push(...(await checkTypes(shell.types, [{ types, uses }])).flat());
    }
    const suffix = shells.length > 1 ? ` (shell ${shell.record.version})` : '';
    refusals.push(...found.map((refusal) => ({ ...refusal, message: refusal.message + suffix })));
  }
  return refusals;
}

/**
 * Checks all that is checked before a release of the shell goes live, as `gateRelease`: also whether it can run every
 * release of every remote that the site offers. Each refusal of that kind names the remote and the version.
 */
export async function gateShell(candidate: ShellCandidate): Promise<Refusal[]> {
  const { record: shell, remotes } = candidate;
  const { refusals, types: own } = await inspect(candidate);
  const claims = Object.fromEntries(remotes.map(({ record }) => [record.name, record.pages]));
  // The first release of a site is its shell: the pages that it leads to come with their remotes.
  refusals.push(...checkPages(shell.name, shell.pages, claims, targetsOf(shell.pages)));
  if (own === null) return refusals;
  const wanted = remotes.map(({ record, types }) => ({ types, uses: known(record, shell) }));
  const byTypes = await checkTypes(own, wanted);
  for (const [index, { record, types }] of remotes.entries()) {
    const found = [...checkContract(record, shell, types), ...(byTypes[index] ?? [])];
    const who = `${record.name} ${record.version} would not run`;
    refusals.push(...found.map((refusal) => ({ ...refusal, message: `${who}: ${refusal.message}` })));
  }
  return refusals;
}
