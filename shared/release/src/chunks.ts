import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { NEEDS, checked, storeError } from '@space/store';
import * as z from 'zod/mini';
import { readJson } from './places.ts';

/** The part of Vite's manifest that describes imports: source → its output file and the sources that it imports. */
const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isEntry: z.optional(z.boolean()),
    css: z.optional(z.array(z.string())),
    imports: z.optional(z.array(z.string())),
    dynamicImports: z.optional(z.array(z.string())),
  }),
);
export type ViteManifest = Readonly<z.infer<typeof manifestSchema>>;
type ManifestEntry = ViteManifest[string];

/** Reads a JSON file of a build. Throws StoreError with the path if the file is missing or breaks the schema. */
const readBuilt = <T>(file: string, schema: z.ZodMiniType<T>): T =>
  checked(schema, readJson(file, 'Build it again: `npm run build -- <name>`.'), `${file} cannot be read`);

/** Reads the Vite manifest of a build. Throws StoreError with the path if the file is missing or not a manifest. */
export const readManifest = (dist: string): ViteManifest =>
  readBuilt(join(dist, '.vite', 'manifest.json'), manifestSchema);

/**
 * A source and its transitive imports, as manifest keys, each before what it imports. Follows static imports by default, and
 * does not follow the entries in `known`. Throws StoreError for a source that is not in the manifest.
 */
export function closureOf(
  manifest: ViteManifest,
  source: string,
  importsOf: (entry: ManifestEntry) => readonly string[] = ({ imports = [] }) => imports,
  known: ReadonlySet<string> = new Set(),
): Set<string> {
  const found = new Set(known);
  const add = (name: string) => {
    if (found.has(name)) return;
    const entry = Object.hasOwn(manifest, name) ? manifest[name] : undefined;
    if (!entry) throw storeError(`The build does not contain ${name}.`);
    found.add(name);
    importsOf(entry).forEach(add);
  };
  add(source);
  return found;
}

/** A build: its folder, and the names of its files. */
interface Build {
  dist: string;
  files: readonly string[];
}

/**
 * The files that each page needs, scripts before style sheets, besides those that are already loaded. Takes the build, the
 * source of each page by its path, and the loaded files. Throws StoreError if a page needs a file that is not in the build.
 */
function chunksOf(
  { dist, files }: Build,
  sources: Readonly<Record<string, string>>,
  loaded: readonly string[],
): Record<string, string[]> {
  const manifest = readManifest(dist);
  const filesFor = (keys: Iterable<string>) => {
    const entries = [...keys].flatMap((key) => manifest[key] ?? []);
    return [...entries.map(({ file }) => file), ...entries.flatMap(({ css = [] }) => css)];
  };
  const keys = Object.keys(manifest).filter((key) => loaded.includes(manifest[key]?.file ?? ''));
  const base = new Set([...loaded, ...filesFor(keys.flatMap((key) => [...closureOf(manifest, key)]))]);
  const chunksFor = (source: string) => {
    const needed = new Set(filesFor(closureOf(manifest, source)));
    const unknown = [...needed].find((file) => !files.includes(file));
    if (unknown !== undefined) throw storeError(`The build in ${dist} does not contain ${unknown}.`);
    return [...needed].filter((file) => !base.has(file));
  };
  return Object.fromEntries(Object.entries(sources).map(([path, source]) => [path, chunksFor(source)]));
}

/** The part of `pages.json` that is needed here; `derive` checks the rest. */
const pagesSchema = z.record(z.string(), z.object({ source: z.optional(z.string()) }));
const framesSchema = z.object({ sources: z.record(z.string(), z.string()) });

/** The modules of the shell that pages of remotes need. */
const SHELL_NEEDS: Readonly<Record<string, string>> = {
  [NEEDS.remote]: 'src/load/openRemotePage.ts',
  [NEEDS.session]: '../shared/supabase/src/backend.ts',
};

/**
 * The files that each page of a remote needs besides those that every page loads. Takes the build and the loaded files.
 * Throws StoreError if a page needs a file that is not in the build.
 */
export function chunksOfRemote(build: Build, loaded: readonly string[]): Record<string, string[]> {
  const file = join(build.dist, 'pages.json');
  if (!existsSync(file)) return {};
  const pages = Object.entries(readBuilt(file, pagesSchema));
  const sources = pages.flatMap(([path, { source }]) => (source === undefined ? [] : [[path, source]]));
  return chunksOf(build, Object.fromEntries(sources), loaded);
}

/** The same for the shell's own pages, and for the shell's modules that pages of remotes need. */
export function chunksOfShell(build: Build): Record<string, string[]> {
  const file = join(build.dist, 'frames.json');
  if (!existsSync(file)) return {};
  const { sources } = readBuilt(file, framesSchema);
  const entry = readManifest(build.dist)['index.html']?.file ?? '';
  return chunksOf(build, { ...sources, ...SHELL_NEEDS }, [entry]);
}
