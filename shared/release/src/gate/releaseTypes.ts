import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The file of a release that holds its types. */
export const TYPES_FILE = 'types.json';

/**
 * The declarations that a release was compiled against; those of a shell are what it shares. Nothing in it refers to an
 * `@space/` package: two sets can lie side by side, and the compiler can say whether one replaces the other.
 */
export interface ReleaseTypes {
  /** Path → text of each declaration file: of the platform, the contract, a remote's routes, and all that they need. */
  files: Record<string, string>;
  /** Name that is taken from the platform → the line that first does, 'remotes/retro/src/Clock.tsx:3'. */
  places: Record<string, string>;
  /** Where a remote declares its routes; null in a shell's. */
  routes: string | null;
}

/** No way out of the folder that it is written into. */
const DECLARATION = /^(?!.*\.\.)[\w@+-][\w@+.-]*(\/[\w@+-][\w@+.-]*)*\.d\.ts$/;

const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string');

/** Narrows what was read from a store: another team wrote it. Throws `TypeError` for what is no set of types. */
export function parseReleaseTypes(value: unknown): ReleaseTypes {
  // Each is looked at below.
  const { files, places, routes } = (value ?? {}) as Partial<Record<keyof ReleaseTypes, unknown>>;
  if (!isTexts(files) || !isTexts(places) || (routes !== null && typeof routes !== 'string'))
    throw new TypeError('This is not a set of types');
  const stray = Object.keys(files).find((file) => !DECLARATION.test(file));
  if (stray !== undefined) throw new TypeError(`'${stray}' is not the path of a declaration file`);
  return { files, places, routes };
}

/** Reads the types of a release from its folder. Throws when they are missing or malformed. */
export async function readTypes(folder: string): Promise<ReleaseTypes> {
  return parseReleaseTypes(JSON.parse(await readFile(join(folder, TYPES_FILE), 'utf8')));
}
