import { join } from 'node:path';
import { readJson } from './buildNotes.ts';

/** The output of a source file, and what it imports: other entries of the manifest by their names. */
interface ManifestEntry {
  file: string;
  isEntry?: boolean;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
}

/** The part of Vite's manifest that says what imports what, by source. */
export type ViteManifest = Readonly<Record<string, ManifestEntry>>;

/** What to do about a build that lacks something. */
export const BUILD_ANEW = 'Build it anew: `npm run build -- <name>`.';

/** Reads the manifest of a build. Throws StoreError, with the file, when it is missing or no JSON. */
export const readManifest = (dist: string) =>
  // Written by the build.
  readJson(join(dist, '.vite', 'manifest.json'), BUILD_ANEW) as ViteManifest;

const statically = ({ imports = [] }: ManifestEntry) => imports;

/**
 * A source and all that it imports, by the names of the manifest, each before what it imports: statically, unless said
 * otherwise, and not beyond what is known already. Throws for a source that the manifest does not have.
 */
export function closureOf(
  manifest: ViteManifest,
  source: string,
  importsOf: (entry: ManifestEntry) => readonly string[] = statically,
  known: ReadonlySet<string> = new Set(),
): Set<string> {
  const found = new Set(known);
  const add = (name: string) => {
    if (found.has(name)) return;
    const entry = manifest[name];
    if (!entry) throw new Error(`The build does not know ${name}`);
    found.add(name);
    importsOf(entry).forEach(add);
  };
  add(source);
  return found;
}
