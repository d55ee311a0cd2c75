import { REGISTRY_ELEMENT, type Registry } from '@space/federation';

/** What an idle page asks its service worker to cache for a visit without a network. */
export interface CacheRequest {
  /** As in the page's HTML: it names the releases. */
  registry: string;
  /** Paths of pages: those that were visited, and those that are always needed. */
  pages: string[];
  /** Addresses of files of releases that the page uses. */
  files: string[];
}

// Facts in the HTML of a page. `derive` wrote it (shared/store/src/pageHtml.ts).

const REGISTRY = new RegExp(`<script type="application/json" id="${REGISTRY_ELEMENT}">([^]*?)</script>`);
const FILE_TAGS = /<(?:script|link|style)\b[^>]*\s(?:src|href|data-href)="(\/(?:shell|remotes)\/[^"]+)"/g;

/** The registry of a page as text; null where the HTML is not one of the site's pages. */
export const registryIn = (html: string): string | null => REGISTRY.exec(html)?.[1] ?? null;

/** Whether a page contains only an outline before its scripts have run: no text. */
export const isOutline = (html: string): boolean => !/<html\b[^>]*\sdata-prerendered\b/.test(html);

/** The files that a page's tags name. A style sheet whose text is inline is needed later, without the document. */
export const filesIn = (html: string): string[] =>
  [...html.matchAll(FILE_TAGS)].map(([, address = '']) => address);

/** The page's title without the site's name, as HTML. */
export const titleIn = (html: string): string => /<title>(?:[^<]* — )?([^<]*)<\/title>/.exec(html)?.[1] ?? '';

// JSON of our own store, in the HTML that also names the code of the page.
export const parseRegistryText = (registry: string) => JSON.parse(registry) as Registry;

/** The folders of all releases that may run, none of a remote that is switched off: files elsewhere are of removed releases. */
export const foldersIn = ({ shell, remotes }: Registry): string[] => [
  `/shell/${shell}/`,
  ...Object.values(remotes)
    .flatMap(({ disabled, live, previous, canary }) =>
      disabled === null ? [live, previous, canary?.release].filter((release) => !!release) : [],
    )
    .map(({ entry }) => entry.slice(0, entry.lastIndexOf('/') + 1)),
];
