import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  PLACEHOLDERS,
  isPattern,
  pageOf,
  type PageClaim,
  type Registry,
  type RemoteState,
} from '@space/federation';
import * as z from 'zod/mini';
import { integrityOf } from './compressed.ts';
import { isMissing, nullIf } from './files.ts';
import { addressOf, folderOf } from './readStore.ts';
import { descriptionSchema, mapOf, pagePathSchema, pathSchema, type ReleaseRecord } from './schema.ts';

// What pages show before any script runs, as their releases rendered it.

const html = z.string();

/** What the page shows at one address. */
const addressSchema = z.object({
  title: descriptionSchema,
  description: z.optional(descriptionSchema),
  /** The whole page; only for public pages. */
  html: z.optional(html),
});

/** `pages.json` in a remote's release: what its pages look like before any script runs. */
const prerenderedPagesSchema = mapOf(
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
const framesSchema = z.object({
  /** The attribute of documents that contain the whole page. */
  attribute: z.string(),
  /** The background (`data-sky`) of pages that do not say theirs, and the HTML around every page with `PLACEHOLDERS`. */
  other: z.object({ sky: z.string(), html }),
  /** The content of a page that is not prerendered. */
  waiting: html,
  /** Titles of the shell's own pages. */
  titles: mapOf(pathSchema, descriptionSchema),
  /** Modules of the shell's own pages, relative to its source folder. */
  sources: mapOf(pathSchema, z.string()),
});
export type Frames = z.infer<typeof framesSchema>;

/** What pages show before any script runs, read from the releases that they are made from. */
export interface PageParts {
  /** The shell's HTML around pages; null if its release has none. */
  frames: Frames | null;
  /** By the version of the release that renders them. */
  pages: ReadonlyMap<string, PrerenderedPages>;
  /** Style sheets by their address, with absolute URLs inside. */
  styles: ReadonlyMap<string, string>;
}

/** What the pages of a store are made from. */
export interface PageSources {
  /** The shell's index.html. */
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
  const known = record.files[file];
  if (!known) return null;
  const place = join(folderOf(store, record.name), record.version, file);
  const bytes = await readFile(place).catch(nullIf(isMissing));
  return bytes !== null && integrityOf(bytes) === known.integrity ? bytes.toString('utf8') : null;
}

/** Reads a JSON file of a release; null if it is missing, altered or breaks the schema: the file is one team's. */
export async function readPart<T>(
  store: string,
  record: ReleaseRecord,
  file: string,
  schema: z.ZodMiniType<T>,
): Promise<T | null> {
  try {
    return schema.safeParse(JSON.parse((await readIntact(store, record, file)) ?? '')).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Makes the URLs in a style sheet absolute: inside a page they would be relative to the page. */
export function withAbsoluteAddresses(css: string, address: string): string {
  return css.replaceAll(
    /url\((['"]?)(?!data:|[a-z]+:|[/#])([^'")]+)\1\)/g,
    (_, quote: string, relative: string) =>
      `url(${quote}${new URL(relative, new URL(address, 'http://site')).pathname}${quote})`,
  );
}

const isSafe = (css: string) => !css.includes('</');

/** Makes the URLs in the parts of the style sheet absolute; drops parts that could end the element. */
function withStyles(pages: PrerenderedPages, record: ReleaseRecord): PrerenderedPages {
  const [file = '', ...others] = record.styles;
  const address = addressOf(record.name, record.version) + file;
  return Object.fromEntries(
    Object.entries(pages).map(([path, { css, ...page }]) => {
      const isUsable = css !== undefined && file !== '' && others.length === 0 && isSafe(css);
      return [path, { ...page, ...(isUsable && { css: withAbsoluteAddresses(css, address) }) }];
    }),
  );
}

/**
 * Reads what pages show before any script runs. A part that is missing, damaged or breaks its schema is left out: scripts
 * render its pages, and the browser checks those. Takes the store, the shell's record and those of the live remotes.
 */
export async function readParts(
  store: string,
  shell: ReleaseRecord,
  remotes: readonly ReleaseRecord[],
): Promise<PageParts> {
  const pages = new Map<string, PrerenderedPages>();
  const styles = new Map<string, string>();
  for (const record of remotes) {
    const found = await readPart(store, record, 'pages.json', prerenderedPagesSchema);
    if (found) pages.set(record.version, withStyles(found, record));
  }
  for (const record of [shell, ...remotes]) {
    const sheets = Object.keys(record.files).filter((file) => file.endsWith('.css'));
    for (const file of sheets.filter((one) => record === shell || record.styles.includes(one))) {
      const css = await readIntact(store, record, file);
      const address = addressOf(record.name, record.version) + file;
      if (css !== null && isSafe(css)) styles.set(address, withAbsoluteAddresses(css.trim(), address));
    }
  }
  return { frames: await readPart(store, shell, 'frames.json', framesSchema), pages, styles };
}

interface Owner {
  /** The remote's name; absent for the shell's own pages. */
  remote?: string;
  state?: RemoteState;
  claim?: PageClaim | undefined;
}

/** Finds the page that an address opens, and its owner; nothing for an unknown address. */
export function ownerAt(
  { registry, shell }: Pick<PageSources, 'registry' | 'shell'>,
  path: string | null,
): Owner {
  if (path === null) return {};
  for (const [remote, state] of Object.entries(registry.remotes)) {
    const claim = pageOf(state.pages, path);
    if (claim) return { remote, state, claim };
  }
  return { claim: pageOf(shell?.pages ?? [], path) };
}

/** What a page shows before any script runs. */
export interface Prerendered {
  /** Whether `html` is the whole page, or only what is shown while it loads. */
  isWhole: boolean;
  /** Set on the document of a whole page until the page is hydrated. */
  attribute: string;
  html: string;
  /** The part of its remote's style sheet that the page needs, if known. */
  css: string | null;
  /** The page's background: the shell's `data-sky`. */
  sky: string;
  title: string | null;
  description: string | null;
  /** Excluded from indexes, although public. */
  isUnlisted: boolean;
}

/**
 * Assembles what a page shows before any script runs: the page itself, as its live release rendered it, in the shell's
 * frame; or the outline of a page. Null if the shell's release has no frames.
 */
export function prerenderedAt(sources: PageSources, path: string | null): Prerendered | null {
  const { frames, pages } = sources.parts ?? {};
  if (!frames) return null;
  const { remote, state, claim } = ownerAt(sources, path);
  const ofClaim = state && claim && pages?.get(state.live.version)?.[claim.path];
  const page = ofClaim && { ...ofClaim, ...ofClaim.addresses?.[path ?? ''] };
  const shared = {
    attribute: frames.attribute,
    sky: claim?.sky ?? frames.other.sky,
    title: page?.title ?? (path === null ? null : (frames.titles[path] ?? null)),
    description: page?.description ?? null,
    isUnlisted: page?.isUnlisted === true,
  };
  if (remote === undefined || page?.html === undefined || state?.disabled !== null)
    return { ...shared, isWhole: false, html: frames.waiting, css: null };
  const body = page.html;
  return {
    ...shared,
    isWhole: true,
    css: page.css ?? null,
    html: frames.other.html
      .replace(PLACEHOLDERS.remote, () => remote)
      .replace(PLACEHOLDERS.version, () => state.live.version)
      .replace(PLACEHOLDERS.page, () => body),
  };
}

/** The addresses that remotes list for their own public pages with parameters: each gets a page of its own. */
export function listedAddresses(registry: Registry, { pages: known }: PageParts): string[] {
  return Object.values(registry.remotes).flatMap(({ live, pages }) =>
    Object.entries(known.get(live.version) ?? {}).flatMap(([path, { addresses = {} }]) =>
      Object.keys(addresses).filter((address) => {
        const page = pageOf(pages, address);
        return page?.path === path && isPattern(path) && page.access === 'public';
      }),
    ),
  );
}
