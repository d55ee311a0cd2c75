import { join } from 'node:path';
import { checked } from '@space/store';
import * as z from 'zod/mini';
import { readJson } from './buildNotes.ts';

/** The part of Vite's manifest that says what imports what, by source: other entries of it by their names. */
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

/** What to do about a build that lacks something. */
const BUILD_ANEW = 'Build it anew: `npm run build -- <name>`.';

/** Reads JSON that a build has written. Throws StoreError, with the file, when it is missing or breaks the schema. */
export const readBuilt = <T>(file: string, schema: z.ZodMiniType<T>): T =>
  checked(schema, readJson(file, BUILD_ANEW), `${file} cannot be read`);

/** Reads the manifest of a build. Throws StoreError, with the file, when it is missing or no manifest. */
export const readManifest = (dist: string): ViteManifest =>
  readBuilt(join(dist, '.vite', 'manifest.json'), manifestSchema);

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
