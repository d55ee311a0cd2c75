import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What Vite says it made of each source file, by that file's place relative to the shell. */
export type Manifest = Readonly<Record<string, Built>>;

interface Built {
  file: string;
  css?: readonly string[];
  imports?: readonly string[];
}

/** The files that a page is made of: its scripts and its style sheets, in the order in which they apply. */
export interface Files {
  scripts: string[];
  styles: string[];
}

/** Reads the manifest in a build's folder. */
export function readManifest(dist: string): Manifest {
  // Written by Vite.
  return JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest;
}

/** The files that some sources need before they run, with all that they import. Throws for an unknown source. */
export function filesFor(manifest: Manifest, sources: readonly string[]): Files {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const add = (source: string) => {
    const built = manifest[source];
    if (!built) throw new Error(`The bundle has no ${source}`);
    if (scripts.has(built.file)) return;
    scripts.add(built.file);
    for (const next of built.imports ?? []) add(next);
    for (const style of built.css ?? []) styles.add(style);
  };
  for (const source of sources) add(source);
  return { scripts: [...scripts], styles: [...styles] };
}
