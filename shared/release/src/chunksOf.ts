import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { NEEDS, storeError } from '@space/store';
import * as z from 'zod/mini';
import type { parseSync } from 'vite';
import { closureOf, readBuilt, readManifest, type ViteManifest } from './viteManifest.ts';

/** The modules of the shell that pages of remotes need. */
const SHELL_NEEDS: Readonly<Record<string, string>> = {
  [NEEDS.remote]: 'src/load/openRemotePage.ts',
  [NEEDS.session]: '../shared/supabase/src/backend.ts',
  [NEEDS.runtime]: 'src/load/runtime.ts',
};

/** The part of `pages.json` that is needed here; `derive` checks the rest. */
const pagesSchema = z.record(z.string(), z.object({ source: z.optional(z.string()) }));
const framesSchema = z.object({ sources: z.record(z.string(), z.string()) });

/** A build: its folder, the names of its files, and the parser for its modules. */
interface Build {
  dist: string;
  files: readonly string[];
  parse: typeof parseSync;
}

/**
 * A built file and its transitive imports, as the files themselves declare them. The files are untrusted: nothing outside
 * the build is read.
 */
function withImports(build: Build, file: string, found: Set<string>): Set<string> {
  if (found.has(file)) return found;
  if (!build.files.includes(file)) throw storeError(`The build in ${build.dist} does not contain ${file}.`);
  found.add(file);
  const { module } = build.parse(file, readFileSync(join(build.dist, file), 'utf8'));
  for (const { moduleRequest } of module.staticImports) {
    withImports(build, posix.join(posix.dirname(file), moduleRequest.value), found);
  }
  return found;
}

/** The style sheets of a source and of its transitive imports. */
const stylesOf = (manifest: ViteManifest, source: string) =>
  new Set([...closureOf(manifest, source)].flatMap((name) => manifest[name]?.css ?? []));

interface PageSources {
  /** Path of a page → its source file. */
  sources: Readonly<Record<string, string>>;
  /** The files that are already loaded when a page is opened. */
  loaded: readonly string[];
}

/** The files that each page needs in addition to those that are already loaded. */
async function chunksFrom(
  dist: string,
  files: readonly string[],
  { sources, loaded }: PageSources,
  hasStyles: boolean,
): Promise<Record<string, string[]>> {
  // Loaded on demand: Vite loads slowly, and most commands do not need it.
  const { parseSync: parse } = await import('vite');
  const build: Build = { dist, files, parse };
  const manifest = readManifest(dist);
  const base = new Set<string>();
  for (const file of loaded) withImports(build, file, base);
  const baseStyles = hasStyles ? stylesOf(manifest, 'index.html') : new Set<string>();
  return Object.fromEntries(
    Object.entries(sources).map(([path, source]) => {
      const chunk = manifest[source];
      if (!chunk) throw storeError(`The build in ${dist} does not contain ${source}.`);
      const scripts = [...withImports(build, chunk.file, new Set())].filter((file) => !base.has(file));
      const styles = hasStyles ? [...stylesOf(manifest, source)].filter((file) => !baseStyles.has(file)) : [];
      return [path, [...scripts, ...styles]];
    }),
  );
}

/**
 * The files that each page of a remote needs in addition to those that every page loads. Takes the build's folder, its
 * files, and those that every page loads. Throws StoreError if a page imports a file that is not in the build.
 */
export async function chunksOfRemote(
  dist: string,
  files: readonly string[],
  loaded: readonly string[],
): Promise<Record<string, string[]>> {
  const file = join(dist, 'pages.json');
  if (!existsSync(file)) return {};
  const pages = readBuilt(file, pagesSchema);
  const sources = Object.fromEntries(
    Object.entries(pages).flatMap(([path, { source }]) => (source ? [[path, source]] : [])),
  );
  return chunksFrom(dist, files, { sources, loaded }, false);
}

/** The same for the shell's own pages, with their style sheets, and for the shell's modules that pages of remotes need. */
export async function chunksOfShell(
  dist: string,
  files: readonly string[],
): Promise<Record<string, string[]>> {
  const frames = join(dist, 'frames.json');
  if (!existsSync(frames)) return {};
  const { sources } = readBuilt(frames, framesSchema);
  const loaded = [readManifest(dist)['index.html']?.file ?? ''];
  return chunksFrom(dist, files, { sources: { ...sources, ...SHELL_NEEDS }, loaded }, true);
}
