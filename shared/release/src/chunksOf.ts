import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { NEEDS, storeError } from '@space/store';
import * as z from 'zod/mini';
import type { parseSync } from 'vite';
import { closureOf, readBuilt, readManifest, type ViteManifest } from './viteManifest.ts';

/** Where the shell keeps what pages of others need of it. */
const SHELL_NEEDS: Readonly<Record<string, string>> = {
  [NEEDS.remote]: 'src/load/openRemotePage.ts',
  [NEEDS.session]: '../shared/supabase/src/backend.ts',
  [NEEDS.runtime]: 'src/load/runtime.ts',
};

/** Of what a build notes of its pages, all that is needed here: the rest is looked at where it is shown. */
const pagesSchema = z.record(z.string(), z.object({ source: z.optional(z.string()) }));
const framesSchema = z.object({ sources: z.record(z.string(), z.string()) });

/** A build: its folder, what is in it, and the parser of its modules. */
interface Build {
  dist: string;
  files: readonly string[];
  parse: typeof parseSync;
}

/**
 * A built file and all that it imports, by what the files themselves say. Others wrote them: nothing is read that is no file of
 * the build.
 */
function withImports(build: Build, file: string, found: Set<string>): Set<string> {
  if (found.has(file)) return found;
  if (!build.files.includes(file)) throw storeError(`The build in ${build.dist} does not hold ${file}.`);
  found.add(file);
  const { module } = build.parse(file, readFileSync(join(build.dist, file), 'utf8'));
  for (const { moduleRequest } of module.staticImports) {
    withImports(build, posix.join(posix.dirname(file), moduleRequest.value), found);
  }
  return found;
}

/** Style sheets of a source and of all that it imports. */
const stylesOf = (manifest: ViteManifest, source: string) =>
  new Set([...closureOf(manifest, source)].flatMap((name) => manifest[name]?.css ?? []));

interface Start {
  /** By path: the source of the page. */
  sources: Readonly<Record<string, string>>;
  /** What is there already when a page is asked for. */
  loaded: readonly string[];
}

/** What each page needs besides what is there already. */
async function chunksFrom(
  dist: string,
  files: readonly string[],
  { sources, loaded }: Start,
  hasStyles: boolean,
): Promise<Record<string, string[]>> {
  // It takes a while to load, and most commands describe no build.
  const { parseSync: parse } = await import('vite');
  const build: Build = { dist, files, parse };
  const manifest = readManifest(dist);
  const base = new Set<string>();
  for (const file of loaded) withImports(build, file, base);
  const baseStyles = hasStyles ? stylesOf(manifest, 'index.html') : new Set<string>();
  return Object.fromEntries(
    Object.entries(sources).map(([path, source]) => {
      const chunk = manifest[source];
      if (!chunk) throw storeError(`The build in ${dist} does not know ${source}.`);
      const scripts = [...withImports(build, chunk.file, new Set())].filter((file) => !base.has(file));
      const styles = hasStyles ? [...stylesOf(manifest, source)].filter((file) => !baseStyles.has(file)) : [];
      return [path, [...scripts, ...styles]];
    }),
  );
}

/**
 * What each page of a remote needs besides the entry and its chunks. Takes the folder of its build, with its `pages.json`, the
 * names of the files in it, and those that every page needs. Throws StoreError where a page needs something else.
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

/** The same for the shell's own pages, with their style sheets, and for what pages of others need of it. */
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
