import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Registry } from '@space/federation';
import type * as z from 'zod/mini';
import {
  prerenderedPagesSchema,
  framesSchema,
  type PrerenderedPages,
  type Frames,
} from './prerenderSchema.ts';
import { integrityOf } from './compressed.ts';
import { nullIf } from './files.ts';
import { addressOf, folderOf } from './layout.ts';
import type { ReleaseRecord } from './schema.ts';
import { isMissing } from './storeError.ts';

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
  const bytes = await readFile(join(folderOf(store, record.name), record.version, file)).catch(
    nullIf(isMissing),
  );
  return bytes !== null && integrityOf(bytes) === known.integrity ? bytes.toString('utf8') : null;
}

async function readPart<T>(
  store: string,
  record: ReleaseRecord,
  file: string,
  schema: z.ZodMiniType<T>,
): Promise<T | null> {
  const text = await readIntact(store, record, file);
  if (text === null) return null;
  try {
    const result = schema.safeParse(JSON.parse(text));
    return result.success ? result.data : null;
  } catch {
    return null; // without prerendered HTML, scripts render the page
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
 * render its pages, and the browser checks those.
 *
 * Takes the store, the shell's record and those of the live remotes.
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
  const sheets = [shell, ...remotes].flatMap((record) =>
    Object.keys(record.files)
      .filter((file) => file.endsWith('.css') && (record === shell || record.styles.includes(file)))
      .map((file) => ({ record, file })),
  );
  for (const { record, file } of sheets) {
    const css = await readIntact(store, record, file);
    const address = addressOf(record.name, record.version) + file;
    if (css !== null && isSafe(css)) styles.set(address, withAbsoluteAddresses(css.trim(), address));
  }
  return { frames: await readPart(store, shell, 'frames.json', framesSchema), pages, styles };
}
