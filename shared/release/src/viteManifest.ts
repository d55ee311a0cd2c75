import { readFileSync } from 'node:fs';
import { join } from 'node:path';

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

// Written by the build.
export const readManifest = (dist: string) =>
  JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as ViteManifest;

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
