import * as z from 'zod/mini';
import { mapOf } from './schema.ts';

const text = z.string().check(z.minLength(1));
const files = z.object({ sync: z.array(text), async: z.optional(z.array(text)) });
const assets = z.object({ js: files });

/**
 * The part of `mf-manifest.json` that decides what a release needs: as the federation plugins of Vite, Rspack, Rsbuild and
 * webpack write it, with what our own builds add.
 */
export const buildManifestSchema = z.object({
  /** Written by our own builds, like the next two; for other tools `remote.json` declares them. */
  contract: z.optional(z.int()),
  uses: z.optional(z.array(text)),
  /** For each used name one place that imports it: 'remotes/retro/src/Clock.tsx:3'. */
  places: z.optional(mapOf(text, text)),
  metaData: z.object({
    pluginVersion: text,
    publicPath: z.optional(z.string()),
    getPublicPath: z.optional(z.string()),
    remoteEntry: z.object({ name: text, path: z.optional(z.string()), type: z.optional(z.string()) }),
  }),
  /** `requiredVersion` is false or missing if any version will do; `assets` are those of a bundled copy. */
  shared: z.array(
    z.object({ name: text, requiredVersion: z.optional(z.unknown()), assets: z.optional(assets) }),
  ),
  remotes: z.optional(z.array(z.unknown())),
  exposes: z.array(z.object({ path: text, assets })),
});
export type BuildManifest = z.infer<typeof buildManifestSchema>;
