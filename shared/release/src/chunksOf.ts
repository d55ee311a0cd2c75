import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { NEEDS, storeError, type PrerenderedPages, type Frames } from '@space/store';
import type { parseSync } from 'vite';
import { readJson } from './buildNotes.ts';
import { BUILD_ANEW, closureOf, readManifest, type ViteManifest } from './viteManifest.ts';

/** Where the shell keeps what pages of others need of it. */
const SHELL_NEEDS: Readonly<Record<string, string>> = {
  [NEEDS.remote]: 'src/load/openRemotePage.ts',
  [NEEDS.session]: '../shared/supabase/src/backend.ts',
  [NEEDS.runtime]: 'src/load/runtime.ts',
};

/** A built file and all that it imports, by what the files themselves say. */
function withImports(parse: typeof parseSync, dist: string, file: string, found: Set<string>): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const { module } = parse(file, readFileSync(join(dist, file), 'utf8'));
  for (const { moduleRequest } of module.staticImports) {
    withImports(parse, dist, posix.join(posix.dirname(file), moduleRequest.value), found);
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
  { sources, loaded }: Start,
  hasStyles: boolean,
): Promise<Record<string, string[]>> {
  // It takes a while to load, and most commands describe no build.
  const { parseSync: parse } = await import('vite');
  const manifest = readManifest(dist);
  const base = new Set<string>();
  for (const file of loaded) withImports(parse, dist, file, base);
  const baseStyles = hasStyles ? stylesOf(manifest, 'index.html') : new Set<string>();
  return Object.fromEntries(
    Object.entries(sources).map(([path, source]) => {
      const chunk = manifest[source];
      if (!chunk) throw storeError(`The build in ${dist} does not know ${source}.`);
      const files = [...withImports(parse, dist, chunk.file, new Set())].filter((file) => !base.has(file));
      const styles = hasStyles ? [...stylesOf(manifest, source)].filter((file) => !baseStyles.has(file)) : [];
      return [path, [...files, ...styles]];
    }),
  );
}

/**
 * What each page of a remote needs besides the entry and its chunks. Takes the folder of its build, with its `pages.json`, and
 * the files that every page needs.
 */
export async function chunksOfRemote(
  dist: string,
  loaded: readonly string[],
): Promise<Record<string, string[]>> {
  const file = join(dist, 'pages.json');
  if (!existsSync(file)) return {};
  const pages = Object.entries(readJson(file, BUILD_ANEW) as PrerenderedPages);
  const sources = Object.fromEntries(pages.flatMap(([path, { source }]) => (source ? [[path, source]] : [])));
  return chunksFrom(dist, { sources, loaded }, false);
}

/** The same for the shell's own pages, with their style sheets, and for what pages of others need of it. */
export async function chunksOfShell(dist: string): Promise<Record<string, string[]>> {
  const frames = join(dist, 'frames.json');
  if (!existsSync(frames)) return {};
  const { sources } = readJson(frames, BUILD_ANEW) as Frames;
  const loaded = [readManifest(dist)['index.html']?.file ?? ''];
  return chunksFrom(dist, { sources: { ...sources, ...SHELL_NEEDS }, loaded }, true);
}
