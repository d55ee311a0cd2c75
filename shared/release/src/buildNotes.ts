import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildManifestSchema,
  checked,
  isMissing,
  storeError,
  type BuildManifest,
  type RemoteDeclaration,
} from '@space/store';

/** Reads a JSON file. Throws StoreError, with the file and what to do (a sentence), when it is missing or no JSON. */
export function readJson(file: string, advice: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (isMissing(error)) throw storeError(`${file} is missing. ${advice}`, error);
    throw storeError(
      `${file} cannot be read: ${error instanceof Error ? error.message : ''}. ${advice}`,
      error,
    );
  }
}

const ADVICE =
  'The federation plugin of the build writes it: @module-federation/vite with `manifest: true`, ' +
  '@module-federation/enhanced (Rspack, Rsbuild, webpack) by itself, and those of @space/federation/preset (`npm run build -- <name>`).';
const NOTES = ['metaData', 'shared', 'exposes'] as const;

/**
 * What a remote's build says of itself. Takes the folder of the build. Throws StoreError, with the file and what to do, when it
 * does not say what a release needs.
 */
export function readNotes(dist: string): BuildManifest {
  const file = join(dist, 'mf-manifest.json');
  const notes = readJson(file, ADVICE) as Partial<BuildManifest> | null;
  const missing = NOTES.filter((note) => notes?.[note] === undefined);
  if (missing.length > 0) throw storeError(`${file} does not say ${missing.join(', ')}. ${ADVICE}`);
  return checked(buildManifestSchema, notes, `${file} cannot be read`);
}

/** Whether another tool built it: `remote.json` says what our own builds note by themselves (decision 039). */
export const isStock = ({ contract, uses }: BuildManifest): boolean =>
  contract === undefined || uses === undefined;

/** What a build needs of the shell: import specifier → range. */
export function sharesOf({ shared }: BuildManifest): Record<string, string> {
  // Tools write false, or nothing, where any version will do.
  const rangeOf = (range: unknown) => (typeof range === 'string' && range !== '' ? range : '*');
  return Object.fromEntries(shared.map(({ name, requiredVersion }) => [name, rangeOf(requiredVersion)]));
}

/** The contract that a remote keeps and the names that it takes from the platform: by its build, else by its declaration. */
export const promisesOf = (
  manifest: BuildManifest,
  declared: Pick<RemoteDeclaration, 'contract' | 'uses'>,
) => ({
  contract: manifest.contract ?? declared.contract ?? 0,
  uses: manifest.uses ?? declared.uses ?? [],
});
