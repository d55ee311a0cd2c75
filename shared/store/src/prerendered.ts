import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PLACEHOLDERS, isPattern, pageOf, type Registry } from '@space/federation';
import * as z from 'zod/mini';
import { integrityOf, isMissing, nullIf } from './files.ts';
import { SHELL, addressOf, folderOf, parsedOrNull } from './readStore.ts';
import { mapOf, pagePathSchema, pathSchema, textSchema, type ReleaseRecord } from './schema.ts';

// What pages show before any script runs, as their releases rendered it.

/** What a page shows at one address; `html` is the whole page, of a public one. */
const addressSchema = z.object({
  title: textSchema,
  description: z.optional(textSchema),
  html: z.optional(z.string()),
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

/** `frames.json` in a shell's release. */
export const framesSchema = z.object({
  /** The attribute of documents that contain the whole page. */
  attribute: z.string(),
  /** The background (`data-sky`) of pages that do not say theirs, and the HTML around every page with `PLACEHOLDERS`. */
  other: z.object({ sky: z.string(), html: z.string() }),
  /** The content of a page that is not prerendered. */
  waiting: z.string(),
  /** Titles of the shell's own pages, and their modules, relative to its source folder. */
  titles: mapOf(pathSchema, textSchema),
  sources: mapOf(pathSchema, z.string()),
});
export type Frames = z.infer<typeof framesSchema>;

/** What pages show before any script runs, read from the releases that they are made from. */
type PageParts = Awaited<ReturnType<typeof readParts>>;

/** What the pages of a store are made from. */
export interface PageSources {
  template: string;
  registry: Registry;
  /** The releases that a page may load: live, canary, previous. */
  records: readonly ReleaseRecord[];
  /** The shell's own release; absent in development, whose pages are not prerendered. */
  shell?: ReleaseRecord;
  parts?: PageParts;
}

/** Reads a file of a release; null if it is missing or does not match its recorded hash. */
export async function readIntact(store: string, record: ReleaseRecord, file: string): Promise<string | null> {
  const place = join(folderOf(store, record.name), record.version, file);
  const bytes = await readFile(place).catch(nullIf(isMissing));
  const isIntact = bytes !== null && integrityOf(bytes) === record.files[file]?.integrity;
  return isIntact ? bytes.toString('utf8') : null;
}

/** Makes the URLs in a style sheet absolute: inside a page they would be relative to the page. Takes its own address. */
const withAbsoluteAddresses = (css: string, address: string): string =>
  css.replaceAll(
    /url\((['"]?)(?!data:|[a-z]+:|[/#])([^'")]+)\1\)/g,
    (_, quote: string, relative: string) =>
      `url(${quote}${new URL(relative, new URL(address, 'http://site')).pathname}${quote})`,
  );

/** Whether a style sheet can stand in a page: it does not end its element. */
const isSafe = (css: string) => !css.includes('</');

/** Reads what pages show before any script runs. What is missing, damaged or breaks its schema is left to scripts. */
export async function readParts(store: string, shell: ReleaseRecord, remotes: readonly ReleaseRecord[]) {
  const readPart = async <T>(record: ReleaseRecord, file: string, schema: z.ZodMiniType<T>) =>
    parsedOrNull((await readIntact(store, record, file)) ?? '', schema);
  /** By the version of the release that renders them. */
  const pages = new Map<string, PrerenderedPages>();
  for (const record of remotes) {
    const found = await readPart(record, 'pages.json', prerenderedPagesSchema);
    if (found) pages.set(record.version, found);
  }
  /** Style sheets of the shell by their address, with absolute URLs inside. */
  const styles = new Map<string, string>();
  for (const file of Object.keys(shell.files).filter((one) => one.endsWith('.css'))) {
    const css = await readIntact(store, shell, file);
    const address = addressOf(SHELL, shell.version) + file;
    if (css !== null && isSafe(css)) styles.set(address, withAbsoluteAddresses(css.trim(), address));
  }
  return { frames: await readPart(shell, 'frames.json', framesSchema), pages, styles };
}

export type Owner = ReturnType<typeof ownerAt>;

/** Finds the page that an address opens, and its owner if that is a remote; nothing for an unknown address. */
export function ownerAt({ registry, shell }: PageSources, path: string | null) {
  if (path === null) return {};
  for (const [remote, state] of Object.entries(registry.remotes)) {
    const claim = pageOf(state.pages, path);
    if (claim) return { remote, state, claim };
  }
  return { claim: pageOf(shell?.pages ?? [], path) };
}

export type Prerendered = NonNullable<ReturnType<typeof prerenderedAt>>;

/** What a page shows first: itself, as its live release rendered it, in the frame; or an outline. Null without frames. */
export function prerenderedAt({ parts }: PageSources, { remote, state, claim }: Owner, path: string | null) {
  if (!parts?.frames) return null;
  const { attribute, other, titles, waiting } = parts.frames;
  const ofClaim = state && claim && parts.pages.get(state.live.version)?.[claim.path];
  const page = ofClaim && { ...ofClaim, ...ofClaim.addresses?.[path ?? ''] };
  const shared = {
    /** Set on the document of a whole page until the page is hydrated. */
    attribute,
    sky: claim?.sky ?? other.sky,
    title: page?.title ?? titles[path ?? ''] ?? null,
    description: page?.description ?? null,
    isUnlisted: page?.isUnlisted === true,
  };
  if (remote === undefined || page?.html === undefined || state?.disabled !== null)
    return { ...shared, isWhole: false, html: waiting, css: null };
  const { html: body, css } = page;
  const [sheet, ...others] = state.live.styles;
  const isUsable = css !== undefined && sheet !== undefined && others.length === 0 && isSafe(css);
  return {
    ...shared,
    isWhole: true,
    css: isUsable ? withAbsoluteAddresses(css, sheet.href) : null,
    html: other.html
      .replace(PLACEHOLDERS.remote, () => remote)
      .replace(PLACEHOLDERS.version, () => state.live.version)
      .replace(PLACEHOLDERS.page, () => body),
  };
}

/** The addresses that remotes list for their own public pages with parameters: each gets a page of its own. */
export const listedAddresses = (registry: Registry, { pages: known }: PageParts): string[] =>
  Object.values(registry.remotes).flatMap(({ live, pages }) =>
    Object.entries(known.get(live.version) ?? {}).flatMap(([path, { addresses = {} }]) =>
      Object.keys(addresses).filter((address) => {
        const page = pageOf(pages, address);
        return page?.path === path && isPattern(path) && page.access === 'public';
      }),
    ),
  );
