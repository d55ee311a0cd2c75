import * as z from 'zod/mini';

/** The file that describes an export. It is not served. */
export const MANIFEST = 'export.json';

const texts = z.array(z.string());
const byName = z.record(z.string(), z.string());
/** The name of a file or folder directly in the export; the next export removes these. */
const entry = z.string().check(z.regex(/^[A-Za-z0-9_][\w.-]*$/));

export const manifestSchema = z.object({
  host: z.enum(['nginx', 'cloudflare', 'netlify', 'vercel', 's3', 'github-pages']),
  /** The address of the site. */
  url: z.string(),
  /** The live releases that it contains, as text. */
  shows: z.string(),
  /** Paths of pages without parameters: each responds with 200, without a redirect. */
  addresses: texts,
  /** Paths of pages with parameters. */
  patterns: texts,
  /** The headers of every response. */
  headers: byName,
  /** The files of releases: address → hash. */
  files: byName,
  texts,
  lacks: texts,
  entries: z.array(entry),
});
export type Manifest = z.infer<typeof manifestSchema>;
