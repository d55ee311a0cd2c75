import * as z from 'zod/mini';
import { descriptionSchema, mapOf, pagePathSchema, pathSchema } from './schema.ts';

const html = z.string();

/** What the page shows at one address. */
const addressSchema = z.object({
  title: descriptionSchema,
  description: z.optional(descriptionSchema),
  /** The whole page; only for public pages. */
  html: z.optional(html),
});

/** `pages.json` in a remote's release: what its pages look like before any script runs. */
export const prerenderedPagesSchema = mapOf(
  pagePathSchema,
  z.extend(addressSchema, {
    /** Excluded from indexes, although public. */
    isUnlisted: z.optional(z.boolean()),
    /** The page's own module, relative to the source folder. */
    source: z.optional(z.string()),
    /** The part of the release's style sheet that the page needs. */
    css: z.optional(z.string()),
    /** For a page with parameters: the addresses that the remote lists. */
    addresses: z.optional(mapOf(pathSchema, addressSchema)),
  }),
);
export type PrerenderedPages = z.infer<typeof prerenderedPagesSchema>;

/** A page's background (the shell's `data-sky`), and the shell's HTML around the page. */
const frameSchema = z.object({
  sky: z.string(),
  /** Contains `PLACEHOLDERS` (@space/federation) for the remote's part. */
  html,
});

/** `frames.json` in a shell's release. */
export const framesSchema = z.object({
  /** The attribute of documents that contain the whole page; older shells do not name it, and use the default. */
  attribute: z._default(z.string(), 'data-ahead'),
  /** By the path of the page. */
  pages: mapOf(pathSchema, frameSchema),
  /** For pages that this shell does not know. */
  other: frameSchema,
  /** The content of a page that is not prerendered. */
  waiting: html,
  /** Titles of the shell's own pages. */
  titles: mapOf(pathSchema, descriptionSchema),
  /** Modules of the shell's own pages, relative to its source folder. */
  sources: mapOf(pathSchema, z.string()),
});
export type Frames = z.infer<typeof framesSchema>;
