import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withoutPrototype } from '@space/federation';
import { storeError, errorMessage } from '@space/store';

/** The file of a release that holds its types. */
export const TYPES_FILE = 'types.json';
/** The file of the published platform package that holds its types. */
export const REPORT_FILE = 'report.json';

/** The platform types in a release: for a remote those that it was built against, for a shell those that it shares. */
export interface ReleaseTypes {
  /** The version of the platform's package; absent in old releases. */
  platform?: string;
  /** Path relative to the packages' folder → declarations of the platform and of everything that they refer to. */
  files: Record<string, string>;
  /** Platform name → the line that imports it, 'remotes/retro/src/Clock.tsx:3'. */
  places: Record<string, string>;
}

/** A relative path of a declaration file that cannot leave the folder that it is written to. */
const DECLARATION = /^(?!.*\.\.)[\w@+-][\w@+.-]*(\/[\w@+-][\w@+.-]*)*\.d\.ts$/;

const isStringRecord = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string');

/** Validates types from a store: they are untrusted, because another team wrote them. Throws `TypeError` if malformed. */
export function parseReleaseTypes(value: unknown): ReleaseTypes {
  // Each field is checked below.
  const { platform, files, places } = (value ?? {}) as Partial<Record<keyof ReleaseTypes, unknown>>;
  if (!isStringRecord(files) || !isStringRecord(places)) throw new TypeError('This is not a set of types');
  const invalid = Object.keys(files).find((file) => !DECLARATION.test(file));
  if (invalid !== undefined) throw new TypeError(`'${invalid}' is not the path of a declaration file`);
  return { ...(typeof platform === 'string' && { platform }), files, places: withoutPrototype(places) };
}

/** Reads the types of a release from its folder. Throws StoreError when they are missing or malformed. */
export async function readTypes(folder: string): Promise<ReleaseTypes> {
  const file = join(folder, TYPES_FILE);
  try {
    return parseReleaseTypes(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    throw storeError(
      `${file} cannot be read: ${errorMessage(error)}. Release the same content again.`,
      error,
    );
  }
}
