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

/** Reads a JSON file. Throws StoreError with the path and the given advice if the file is missing or not valid JSON. */
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
const REQUIRED_KEYS = ['metaData', 'shared', 'exposes'] as const;

/**
 * Reads the federation manifest of a remote's build. Takes the build's folder. Throws StoreError with the path and advice if
 * the manifest lacks something that a release needs.
 */
export function readBuildManifest(dist: string): BuildManifest {
  const file = join(dist, 'mf-manifest.json');
  const manifest = readJson(file, ADVICE) as Partial<BuildManifest> | null;
  const missing = REQUIRED_KEYS.filter((key) => manifest?.[key] === undefined);
  if (missing.length > 0) throw storeError(`${file} lacks ${missing.join(', ')}. ${ADVICE}`);
  return checked(buildManifestSchema, manifest, `${file} cannot be read`);
}

/** Whether a build was made without our Vite preset: `remote.json` then declares what the preset records (decision 039). */
export const isStock = ({ contract, uses }: BuildManifest): boolean =>
  contract === undefined || uses === undefined;

/** The shared packages that a build needs from the shell: import specifier → version range. */
export function sharesOf({ shared }: BuildManifest): Record<string, string> {
  // Tools write false or nothing if any version is accepted.
  const rangeOf = (range: unknown) => (typeof range === 'string' && range !== '' ? range : '*');
  return Object.fromEntries(shared.map(({ name, requiredVersion }) => [name, rangeOf(requiredVersion)]));
}

/** The contract of a remote and the platform names that it uses: from the build, otherwise from the declaration. */
export const contractAndUses = (
  manifest: BuildManifest,
  declared: Pick<RemoteDeclaration, 'contract' | 'uses'>,
) => ({
  contract: manifest.contract ?? declared.contract ?? 0,
  uses: manifest.uses ?? declared.uses ?? [],
});
