import { join } from 'node:path';
import { checked } from '@space/store';
import * as z from 'zod/mini';
import { readJson } from './buildManifest.ts';

/** The part of Vite's manifest that describes imports: source → its output file and the manifest keys that it imports. */
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

/** The advice for an incomplete build. */
const REBUILD_ADVICE = 'Build it again: `npm run build -- <name>`.';

/** Reads a JSON file of a build. Throws StoreError with the path if the file is missing or breaks the schema. */
export const readBuilt = <T>(file: string, schema: z.ZodMiniType<T>): T =>
  checked(schema, readJson(file, REBUILD_ADVICE), `${file} cannot be read`);

/** Reads the Vite manifest of a build. Throws StoreError with the path if the file is missing or not a manifest. */
export const readManifest = (dist: string): ViteManifest =>
  readBuilt(join(dist, '.vite', 'manifest.json'), manifestSchema);

const staticImportsOf = ({ imports = [] }: ManifestEntry) => imports;

/**
 * A source and its transitive imports, as manifest keys, each before what it imports. Follows static imports by default, and
 * does not follow the entries in `known`. Throws for a source that is not in the manifest.
 */
export function closureOf(
  manifest: ViteManifest,
  source: string,
  importsOf: (entry: ManifestEntry) => readonly string[] = staticImportsOf,
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
