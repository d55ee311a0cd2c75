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
  sentenceOf,
  type RecordedMigration,
  type ReleaseRecord,
} from '@space/store';

/** A migration that is in the store, and the release that it was found in. */
interface Earlier extends RecordedMigration {
  version: string;
}

/** What releases of a remote have brought that were live or tried, each migration once. Its tables are there. */
async function earlierOf(
  store: string,
  name: string,
): Promise<{ versions: string[]; migrations: Earlier[] }> {
  const { live, canary, history } = await readPointer(store, name);
  const versions = [live, canary, ...history].flatMap((one) => (one === null ? [] : [one.version]));
  const found = new Map<string, Earlier>();
  for (const version of new Set(versions)) {
    const record = await readRecord(store, name, version).catch((error: unknown) => {
      if (isStoreError(error)) return null; // The database has the last word.
      throw error;
    });
    for (const one of record === null ? [] : recordedMigrations(record))
      found.set(one.file, { ...one, version });
  }
  return { versions, migrations: [...found.values()] };
}

const timeOf = (file: string) => readName(file)?.version ?? '';

/** What is wrong with migrations beside those that were released: one stays as it is, and a new one comes behind. */
function checkEarlier(own: readonly RecordedMigration[], earlier: readonly Earlier[]): Map<string, string> {
  const wrong = new Map<string, string>();
  const latest =
    earlier
      .map(({ file }) => timeOf(file))
      .toSorted()
      .at(-1) ?? '';
  for (const { file, integrity, version } of earlier) {
    const now = own.find((one) => one.file === file);
    if (now === undefined)
      wrong.set(
        file,
        `was released with ${version} and is missing: what was applied stays among the migrations`,
      );
    else if (now.integrity !== integrity)
      wrong.set(file, `is not as it was released with ${version}: leave it as it was, and write a new one`);
  }
  for (const { file } of own) {
    if (!earlier.some((one) => one.file === file) && timeOf(file) <= latest)
      wrong.set(file, `is older than what was released before: give it a time after ${latest}`);
  }
  return wrong;
}

/** What is wrong with them beside those of others: a time is one migration's alone, and a prefix one remote's. */
async function checkOthers(
  store: string,
  name: string,
  own: readonly RecordedMigration[],
): Promise<Map<string, string>> {
  const wrong = new Map<string, string>();
  const taken = new Map(readSiteMigrations().map(({ version }) => [version, 'the site']));
  for (const other of await remotesIn(store)) {
    if (other === name) continue;
    const { migrations } = await earlierOf(store, other);
    for (const { file } of migrations) taken.set(timeOf(file), other);
    const [mine, theirs] = [prefixOf(name), prefixOf(other)];
    if (migrations.length > 0 && (mine.startsWith(theirs) || theirs.startsWith(mine)))
      wrong.set('', `its tables begin with ${mine}, and those of ${other} with ${theirs}: take another name`);
  }
  for (const { file } of own) {
    const owner = taken.get(timeOf(file));
    if (owner !== undefined) wrong.set(file, `has the time of a migration of ${owner}: give it another`);
  }
  return wrong;
}

/**
 * Decides whether a release may make the tables that its migrations describe: they are run on a throw-away database, and what
 * comes of them is judged there (decision 041). A version that was live or tried was judged then.
 *
 * Takes the store, the record and the folder of its files; returns a refusal with rule 'data' for each rule that is broken.
 */
export async function checkData(
  store: string,
  { record, folder }: { record: ReleaseRecord; folder: string },
): Promise<Refusal[]> {
  const { name, version } = record;
  if (name === SHELL) return [];
  const earlier = await earlierOf(store, name);
  const own = recordedMigrations(record);
  if (earlier.versions.includes(version) || (own.length === 0 && earlier.migrations.length === 0)) return [];
  const refusal = (message: string, place: string): Refusal => ({
    rule: 'data',
    message,
    ...(place !== '' && { where: `remotes/${name}/${place}` }),
  });
  const placed = [...checkEarlier(own, earlier.migrations), ...(await checkOthers(store, name, own))].map(
    ([file, message]) => refusal(message, file && `supabase/${MIGRATIONS}/${file}`),
  );
  if (placed.length > 0) return placed;
  return (await rehearse(record, folder)).map(({ message, where = '' }) => refusal(message, where));
}

async function rehearse(record: ReleaseRecord, folder: string) {
  try {
    return await rehearseMigrations(record.name, await readMigrations(record, folder));
  } catch (error) {
    if (isStoreError(error)) return [{ message: sentenceOf(error) }];
    throw error;
  }
}
