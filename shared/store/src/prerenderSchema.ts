import * as z from 'zod/mini';
import { descriptionSchema, pagePathSchema, pathSchema, slotSchema } from './schema.ts';

const html = z.string();

/** What one address shows. */
const wordsSchema = z.object({
  title: descriptionSchema,
  description: z.optional(descriptionSchema),
  /** All of the page; only where anybody may see it. */
  html: z.optional(html),
});

/** `pages.json` in a remote's release: what its pages look like before any script runs. */
export const prerenderedPagesSchema = z.record(
  // What is put into a slot is among them by the slot's name: there is no HTML of it.
  z.union([pagePathSchema, slotSchema]),
  z.extend(wordsSchema, {
    /** Left out of indexes, though anybody may see it. */
    isUnlisted: z.optional(z.boolean()),
    /** The page's own module, relative to the source folder. */
    source: z.optional(z.string()),
    /** The part of the release's style sheet that it needs. */
    css: z.optional(z.string()),
    /** Of a page with parameters: the addresses that the remote lists. */
    addresses: z.optional(z.record(pathSchema, wordsSchema)),
  }),
);
export type PrerenderedPages = z.infer<typeof prerenderedPagesSchema>;

/** What stands behind a page (the shell's `data-sky`), and what the shell puts around it. */
const frameSchema = z.object({
  sky: z.string(),
  /** Holds the texts of `PLACEHOLDERS` (@space/federation) where the remote's part goes. */
  html,
});

/** `frames.json` in a shell's release. */
export const framesSchema = z.object({
  /** How its documents are marked that come with the whole page; older shells do not say, and know this one. */
  attribute: z._default(z.string(), 'data-ahead'),
  /** By the path of the page. */
  pages: z.record(pathSchema, frameSchema),
  /** Around a page that this shell does not know. */
  other: frameSchema,
  /** What a page shows that is not prerendered. */
  waiting: html,
  /** Titles of the shell's own pages. */
  titles: z.record(pathSchema, descriptionSchema),
  /** Modules of the shell's own pages, relative to its source folder. */
  sources: z.record(pathSchema, z.string()),
});
export type Frames = z.infer<typeof framesSchema>;
