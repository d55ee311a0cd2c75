import { REGISTRY_ELEMENT, type Registry } from '@space/federation';

// Facts in the HTML of a page. `derive` wrote it (shared/store/src/pageHtml.ts).

const REGISTRY = new RegExp(`<script type="application/json" id="${REGISTRY_ELEMENT}">([^]*?)</script>`);
const IMPORT_MAP = /<script type="importmap">([^]*?)<\/script>/;
const FILE_TAGS = /<(?:script|link|style)\b[^>]*\s(?:src|href|data-href)="(\/(?:shell|remotes)\/[^"]+)"/g;

/** The registry of a page as text; null where the HTML is not one of the site's pages. */
export const registryIn = (html: string): string | null => REGISTRY.exec(html)?.[1] ?? null;

/** Whether a page contains only an outline before its scripts have run: no text. */
export const isOutline = (html: string): boolean => !/<html\b[^>]*\sdata-prerendered\b/.test(html);

/**
 * The files that a page's tags name: what it starts with. A style sheet whose text is inline is needed as a file, too:
 * after a navigation from another page without a document.
 */
export const filesIn = (html: string): string[] =>
  [...html.matchAll(FILE_TAGS)].map(([, address = '']) => address);

/** The page's title without the site's name, as HTML. */
export const titleIn = (html: string): string => /<title>(?:[^<]* — )?([^<]*)<\/title>/.exec(html)?.[1] ?? '';

// Both are JSON of our own store, in the HTML that also names the code of the page.
export const parseRegistryText = (registry: string) => JSON.parse(registry) as Registry;
const parseMap = (text: string) => JSON.parse(text) as { integrity?: Record<string, string> };

/** The releases of each remote that may run: none of one that is switched off. */
const releasesIn = ({ remotes }: Registry) =>
  Object.values(remotes).flatMap(({ disabled, live, previous, canary }) =>
    disabled === null ? [live, previous, canary?.release].filter((release) => !!release) : [],
  );

/** The folders of all releases that a registry lets run: a file in another folder belongs to a removed release. */
export const foldersIn = (registry: Registry): string[] => [
  `/shell/${registry.shell}/`,
  ...releasesIn(registry).map(({ entry }) => entry.slice(0, entry.lastIndexOf('/') + 1)),
];

/** The hashes of the files of a page's releases: address → 'sha256-…'. The shell's own files have none. */
export function hashesIn(html: string, registry: Registry): Record<string, string> {
  const styles = releasesIn(registry).flatMap((release) => release.styles);
  return {
    ...parseMap(IMPORT_MAP.exec(html)?.[1] ?? '{}').integrity,
    ...Object.fromEntries(styles.map(({ href, integrity }) => [href, integrity])),
  };
}
