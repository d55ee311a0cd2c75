import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { storeError, sentenceOf } from '@space/store';

/** The file of a release that holds its types. */
export const TYPES_FILE = 'types.json';
/** The file of the platform's package, as it is published, that holds its report. */
export const REPORT_FILE = 'report.json';

/** The report of a platform that a release carries: the API that it was built against; a shell's is what it shares. */
export interface ReleaseTypes {
  /** The version of the platform's package; releases of before say none. */
  platform?: string;
  /** Path, from the packages' folder, → declarations of the platform and of all that they refer to. */
  files: Record<string, string>;
  /** Name that is taken from the platform → the line that does, 'remotes/retro/src/Clock.tsx:3'. */
  places: Record<string, string>;
}

/** No way out of the folder that it is written into. */
const DECLARATION = /^(?!.*\.\.)[\w@+-][\w@+.-]*(\/[\w@+-][\w@+.-]*)*\.d\.ts$/;

const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string');

/** Narrows what was read from a store: another team wrote it. Throws `TypeError` for what is no set of types. */
export function parseReleaseTypes(value: unknown): ReleaseTypes {
  // Each is looked at below.
  const { platform, files, places } = (value ?? {}) as Partial<Record<keyof ReleaseTypes, unknown>>;
  if (!isTexts(files) || !isTexts(places)) throw new TypeError('This is not a set of types');
  const stray = Object.keys(files).find((file) => !DECLARATION.test(file));
  if (stray !== undefined) throw new TypeError(`'${stray}' is not the path of a declaration file`);
  return { ...(typeof platform === 'string' && { platform }), files, places };
}

/** Reads the types of a release from its folder. Throws StoreError when they are missing or malformed. */
export async function readTypes(folder: string): Promise<ReleaseTypes> {
  const file = join(folder, TYPES_FILE);
  try {
    return parseReleaseTypes(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    throw storeError(`${file} cannot be read: ${sentenceOf(error)}. Release the same content again.`, error);
  }
}
