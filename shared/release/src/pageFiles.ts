import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NEEDS, framesSchema, prerenderedPagesSchema, storeError } from '@space/store';
import { parse, type ChildNode, type Container } from 'postcss';
import * as z from 'zod/mini';
import { readJson } from './places.ts';

// Which scripts and styles of a build a page needs, according to Vite's manifest.

const list = z._default(z.array(z.string()), []);
/** The part of Vite's manifest that describes imports: source → its output file and the sources that it imports. */
const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isEntry: z.optional(z.boolean()),
    css: list,
    imports: list,
    dynamicImports: list,
  }),
);
type ViteManifest = Readonly<z.infer<typeof manifestSchema>>;

const ADVICE = 'Build it again: `npm run build -- <name>`.';

/** Reads the Vite manifest of a build. Throws StoreError with the path if the file is missing or not a manifest. */
export const readManifest = (dist: string): ViteManifest =>
  readJson(join(dist, '.vite', 'manifest.json'), manifestSchema, ADVICE);

/** Adds sources and what they import to those that are known; `isLazy`: also what they import when it is needed. */
function closureOf(
  manifest: ViteManifest,
  sources: readonly string[],
  isLazy = false,
  known = new Set<string>(),
): Set<string> {
  for (const source of sources) {
    if (known.has(source)) continue;
    const entry = Object.hasOwn(manifest, source) ? manifest[source] : undefined;
    if (!entry) throw storeError(`The build does not contain ${source}.`);
    const { imports, dynamicImports } = entry;
    closureOf(manifest, isLazy ? [...imports, ...dynamicImports] : imports, isLazy, known.add(source));
  }
  return known;
}

/** The files of sources and of their static imports, scripts before style sheets. Throws StoreError for an unknown source. */
export function filesFor(manifest: ViteManifest, ...sources: readonly string[]): Set<string> {
  const entries = [...closureOf(manifest, sources)].flatMap((name) => manifest[name] ?? []);
  return new Set([...entries.map(({ file }) => file), ...entries.flatMap(({ css }) => css)]);
}

interface Build {
  dist: string;
  files: readonly string[];
}

/** The files that each page needs besides those that are loaded. Takes the build and the source of each page by its path. */
function chunksOf(
  { dist, files }: Build,
  sources: readonly (readonly [path: string, source?: string | undefined])[],
  loaded: readonly string[],
): Record<string, string[]> {
  const manifest = readManifest(dist);
  const start = Object.keys(manifest).filter((key) => loaded.includes(manifest[key]?.file ?? ''));
  const known = new Set([...loaded, ...filesFor(manifest, ...start)]);
  const chunks = sources.flatMap(([path, source]) => {
    if (source === undefined) return [];
    const needed = [...filesFor(manifest, source)];
    const unknown = needed.find((file) => !files.includes(file));
    if (unknown !== undefined) throw storeError(`The build in ${dist} does not contain ${unknown}.`);
    return [[path, needed.filter((file) => !known.has(file))] as const];
  });
  return Object.fromEntries(chunks);
}

/** The files that each page of a remote needs besides those that are loaded. Throws StoreError for one that is not there. */
export function chunksOfRemote(build: Build, loaded: readonly string[]): Record<string, string[]> {
  if (!build.files.includes('pages.json')) return {};
  const pages = Object.entries(readJson(join(build.dist, 'pages.json'), prerenderedPagesSchema, ADVICE));
  return chunksOf(
    build,
    pages.map(([path, { source }]) => [path, source]),
    loaded,
  );
}

/** The same for the shell's own pages, and for the modules of the shell that pages of remotes need. */
export function chunksOfShell(build: Build): Record<string, string[]> {
  if (!build.files.includes('frames.json')) return {};
  const { sources } = readJson(join(build.dist, 'frames.json'), framesSchema, ADVICE);
  const modules = {
    [NEEDS.remote]: 'src/load/openRemotePage.ts',
    [NEEDS.session]: '../shared/supabase/src/backend.ts',
  };
  const entry = readManifest(build.dist)['index.html']?.file ?? '';
  return chunksOf(build, Object.entries({ ...sources, ...modules }), [entry]);
}

/** A class name of a CSS module (`scopedName`): `<app>__<file>__<local>__<hash>`, with a hash of the file. */
const SCOPED = /\b[a-z][a-z0-9-]*__(\w+?)__[\w-]+?__([0-9a-f]{5})(?![\w-])/g;

/** The CSS modules whose class names occur in a text, as '<file> <hash>'. */
const modulesIn = (text: string) => [...text.matchAll(SCOPED)].map(([, file, hash]) => `${file} ${hash}`);

function namesOf(node: ChildNode): string {
  if (node.type === 'rule') return node.selector;
  return node.type === 'atrule' && node.name.endsWith('keyframes') ? node.params : '';
}

/** Removes the rules of CSS modules that are not used, and at-rules that become empty; layers keep their order. */
function removeForeign(container: Container, used: ReadonlySet<string>): void {
  for (const node of [...(container.nodes ?? [])]) {
    const modules = modulesIn(namesOf(node));
    if (modules.length > 0 && !modules.some((module) => used.has(module))) node.remove();
    else if ((node.type === 'atrule' || node.type === 'rule') && node.nodes) {
      removeForeign(node, used);
      if (node.type === 'atrule' && node.name !== 'layer' && node.nodes.length === 0) node.remove();
    }
  }
}

/** Removes the rules of CSS modules that no script of a page names. Rules of no module stay: fonts, properties, elements. */
export function withoutForeignRules(css: string, scripts: string): string {
  const sheet = parse(css);
  removeForeign(sheet, new Set(modulesIn(scripts)));
  return sheet.toString();
}

/** The part of a remote's style sheet that a page needs: all if its module is unknown. Null without exactly one style sheet. */
export function styleOfPage(dist: string, source: string | undefined): string | null {
  const read = (file: string) => readFileSync(join(dist, file), 'utf8');
  const manifest = readManifest(dist);
  const sheets = Object.values(manifest).filter(({ file }) => file.endsWith('.css'));
  const [sheet] = sheets;
  if (!sheet || sheets.length > 1) return null;
  if (source === undefined) return read(sheet.file).trim();
  // The lazy imports of the remote's entry are not followed, because they lead to every page.
  const entry = Object.keys(manifest).filter((name) => manifest[name]?.isEntry);
  const all = closureOf(manifest, [source], true, closureOf(manifest, entry));
  const scripts = [...all].flatMap((name) => manifest[name]?.file ?? []).map(read);
  return withoutForeignRules(read(sheet.file).trim(), scripts.join('\n'));
}
