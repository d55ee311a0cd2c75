import * as z from 'zod/mini';

/** The file in which an export says what it is. It is no part of what is served. */
export const MANIFEST = 'export.json';

const texts = z.array(z.string());
const byName = z.record(z.string(), z.string());
/** A name in the folder itself: what is written anew removes these. */
const entry = z.string().check(z.regex(/^[A-Za-z0-9_][\w.-]*$/));

export const manifestSchema = z.object({
  host: z.enum(['nginx', 'cloudflare', 'netlify', 'vercel', 's3', 'github-pages']),
  /** The address that people open. */
  url: z.string(),
  /** What is live in it, in words. */
  shows: z.string(),
  /** Each is answered with 200 as it is written. */
  addresses: texts,
  /** Paths of pages with parameters. */
  patterns: texts,
  /** The headers of every answer. */
  headers: byName,
  /** Files of releases by address, and their hashes. */
  files: byName,
  texts,
  lacks: texts,
  entries: z.array(entry),
});
export type Manifest = z.infer<typeof manifestSchema>;
