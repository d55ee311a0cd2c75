import type { Refusal } from '@space/federation';
import { prefixOf, readName, readSiteMigrations, rehearseMigrations } from '@space/server/data';
import {
  MIGRATIONS,
  SHELL,
  isStoreError,
  readMigrations,
  readPointer,
  readRecord,
  recordedMigrations,
  remotesIn,
  errorMessage,
  type RecordedMigration,
  type ReleaseRecord,
} from '@space/store';

/** An applied migration, and the version of the release that contains it. */
interface Applied extends RecordedMigration {
  version: string;
}

/** The migrations of all releases of a remote that were live or a canary, each once. They have been applied. */
async function readApplied(
  store: string,
  name: string,
): Promise<{ versions: string[]; migrations: Applied[] }> {
  const { live, canary, history } = await readPointer(store, name);
  const versions = [live, canary, ...history].flatMap((one) => (one === null ? [] : [one.version]));
  const found = new Map<string, Applied>();
  for (const version of new Set(versions)) {
    const record = await readRecord(store, name, version).catch((error: unknown) => {
      if (isStoreError(error)) return null; // The server checks again when it applies the migrations.
      throw error;
    });
    for (const one of record === null ? [] : recordedMigrations(record))
      found.set(one.file, { ...one, version });
  }
  return { versions, migrations: [...found.values()] };
}

const timeOf = (file: string) => readName(file)?.version ?? '';

/** Checks migrations against the released ones: a released one must be unchanged, and a new one must be newer. */
function checkApplied(own: readonly RecordedMigration[], applied: readonly Applied[]): Map<string, string> {
  const found = new Map<string, string>();
  const latest =
    applied
      .map(({ file }) => timeOf(file))
      .toSorted()
      .at(-1) ?? '';
  for (const { file, integrity, version } of applied) {
    const current = own.find((one) => one.file === file);
    if (current === undefined)
      found.set(
        file,
        `was released with ${version} and is missing: restore it, because applied migrations must stay`,
      );
    else if (current.integrity !== integrity)
      found.set(
        file,
        `differs from the file released with ${version}: restore it, and write a new migration`,
      );
  }
  for (const { file } of own) {
    if (!applied.some((one) => one.file === file) && timeOf(file) <= latest)
      found.set(file, `is older than released migrations: give it a time after ${latest}`);
  }
  return found;
}

/** Checks migrations against those of other remotes: timestamps and table prefixes must be unique. */
async function checkOthers(
  store: string,
  name: string,
  own: readonly RecordedMigration[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const owners = new Map(readSiteMigrations().map(({ version }) => [version, 'the site']));
  for (const other of await remotesIn(store)) {
    if (other === name) continue;
    const { migrations } = await readApplied(store, other);
    for (const { file } of migrations) owners.set(timeOf(file), other);
    const [mine, theirs] = [prefixOf(name), prefixOf(other)];
    if (migrations.length > 0 && (mine.startsWith(theirs) || theirs.startsWith(mine)))
      found.set(
        '',
        `its tables begin with ${mine}, which conflicts with ${theirs} of ${other}: choose another name`,
      );
  }
  for (const { file } of own) {
    const owner = owners.get(timeOf(file));
    if (owner !== undefined) found.set(file, `has the time of a migration of ${owner}: give it another`);
  }
  return found;
}

/**
 * Checks the migrations of a release by running them on a temporary database and inspecting the result (decision 041). A
 * version that was already live or a canary is not checked again.
 *
 * Takes the store, the record and the folder of its files; returns a refusal with rule 'data' for each broken rule.
 */
export async function checkData(
  store: string,
  { record, folder }: { record: ReleaseRecord; folder: string },
): Promise<Refusal[]> {
  const { name, version } = record;
  if (name === SHELL) return [];
  const applied = await readApplied(store, name);
  const own = recordedMigrations(record);
  if (applied.versions.includes(version) || (own.length === 0 && applied.migrations.length === 0)) return [];
  const refusal = (message: string, place: string): Refusal => ({
    rule: 'data',
    message,
    ...(place !== '' && { where: `remotes/${name}/${place}` }),
  });
  const refusals = [...checkApplied(own, applied.migrations), ...(await checkOthers(store, name, own))].map(
    ([file, message]) => refusal(message, file && `supabase/${MIGRATIONS}/${file}`),
  );
  if (refusals.length > 0) return refusals;
  return (await rehearse(record, folder)).map(({ message, where = '' }) => refusal(message, where));
}

async function rehearse(record: ReleaseRecord, folder: string) {
  try {
    return await rehearseMigrations(record.name, await readMigrations(record, folder));
  } catch (error) {
    if (isStoreError(error)) return [{ message: errorMessage(error) }];
    throw error;
  }
}
