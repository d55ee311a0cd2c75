import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMissing, storeError } from '@space/store';

/** The part of the plugin's `mf-manifest.json` that decides what a release needs. */
export interface FederationManifest {
  contract: number;
  uses: string[];
  /** Of each name that is used a place that takes it: 'remotes/retro/src/Clock.tsx:3'. */
  places?: Record<string, string>;
  metaData: { pluginVersion: string; remoteEntry: { name: string } };
  shared: { name: string; requiredVersion: string }[];
  exposes: { path: string; assets: { js: { sync: string[] } } }[];
}

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

const NOTES = ['contract', 'uses', 'metaData', 'shared', 'exposes'] as const;

/**
 * What a remote's build says of itself. Takes the folder of the build. Throws StoreError when another build made it, which
 * leaves out what a release needs.
 */
export function readNotes(dist: string): FederationManifest {
  const file = join(dist, 'mf-manifest.json');
  const advice = 'Build the remote with the plugins of @space/federation/preset (`npm run build -- <name>`).';
  const notes = readJson(file, advice) as Partial<FederationManifest> | null;
  const missing = NOTES.filter((note) => notes?.[note] === undefined);
  if (missing.length > 0) throw storeError(`${file} does not say ${missing.join(', ')}. ${advice}`);
  // Written by that build.
  return notes as FederationManifest;
}
