/** Vite's build manifest: source file, relative to the shell → what was built from it. */
export type Manifest = Readonly<Record<string, Built>>;

interface Built {
  file: string;
  css?: readonly string[];
  imports?: readonly string[];
}

/** Each list is in loading order. */
interface Files {
  scripts: string[];
  styles: string[];
}

/** The files that some sources need before they run, including all imports. Throws for an unknown source. */
function filesFor(manifest: Manifest, sources: readonly string[]): Files {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const add = (source: string) => {
    const built = manifest[source];
    if (!built) throw new Error(`The bundle has no ${source}`);
    if (scripts.has(built.file)) return;
    scripts.add(built.file);
    for (const next of built.imports ?? []) add(next);
    for (const style of built.css ?? []) styles.add(style);
  };
  for (const source of sources) add(source);
  return { scripts: [...scripts], styles: [...styles] };
}

interface BundleParts {
  manifest: Manifest;
  /** The base path of its files: '/shell/0.1.0-…/'. */
  address: string;
  version: string;
  /** The source of each page's component by path. */
  sources: ReadonlyMap<string, string>;
  css: (file: string) => string;
  /** The prerendered HTML of the remotes' pages, by path. */
  fragments: ReadonlyMap<string, string>;
  /** Finds the source of a chunk that the site's page preloads, by the chunk's path. */
  sourceOf: (address: string) => string | undefined;
}

const HINT = /\s*<link rel="(?:modulepreload|preload|stylesheet)"[^>]*?href="([^"]+)"[^>]*>/g;
/** Marks files that the shell requests after those of the page (pageHtml.ts). */
const LATE_MEDIA = ' media="not all"';
const SCRIPT = /\s*<script type="module"[^>]*><\/script>/g;
const INLINE_STYLE = /\s*<style data-(?:href|part-of)=[^>]*>[^]*?<\/style>/g;
const IMPORT_MAP = /<script type="importmap">[^]*?<\/script>/;
const REGISTRY = /(<script type="application\/json" id="[^"]+">)[^]*?(<\/script>)/;

/** Whether the bundle has the script of a source; false for code of federation. */
const isOwn = (manifest: Manifest, source: string) =>
  manifest[source]?.file.endsWith('.js') === true && !source.includes('/federation/');

/** Renames the CSS classes in a remote's fragment: they have the remote's prefix, in one bundle all have the shell's. */
function withOwnClasses(html: string): string {
  return html.replaceAll(/\b[a-z][a-z0-9-]*__(\w+__[\w-]+__[0-9a-f]{5})\b/g, 'shell__$1');
}

/** The end of the region around a remote's fragment: of React's boundary, and of the element. */
const REGION_END = '<!--/$--></div>';

/** Removes the `data-remote` element around a remote's fragment, which one bundle does not have. */
function withoutRegion(html: string, fragment: string): string {
  const start = html.indexOf(fragment);
  if (start === -1) throw new Error('the page does not hold what its remote rendered');
  const before = html.slice(0, start).replace(/<div [^>]*data-remote="[^"]*"[^>]*><!--\$-->$/, '');
  const after = html.slice(start + fragment.length);
  if (before.length === start || !after.startsWith(REGION_END)) throw new Error('the page has no region');
  return before + withOwnClasses(fragment) + after.slice(REGION_END.length);
}

const preloadTag = (address: string, file: string, media = '') =>
  `<link rel="modulepreload"${media} crossorigin href="${address}${file}">`;

function scriptTags(address: string, page: Files, entry: string): string[] {
  const others = page.scripts.filter((file) => file !== entry);
  return [
    `<script type="module" crossorigin src="${address}${entry}"></script>`,
    ...others.map((file) => preloadTag(address, file)),
  ];
}

/** How a page includes a style sheet: inline, as a preload for a script, or as a render-blocking link. */
type Placing = 'inline' | 'hint' | 'link';

function styleTags({ address, css }: BundleParts, files: readonly string[], placing: Placing): string[] {
  return files.map((file) => {
    const href = `href="${address}${file}"`;
    if (placing === 'inline') return `<style data-${href}>${css(file)}</style>`;
    return placing === 'hint'
      ? `<link rel="preload" as="style" crossorigin ${href}>`
      : `<link rel="stylesheet" crossorigin ${href}>`;
  });
}

/**
 * Converts the site's HTML of a page into that of the bundle: the same frame, fragment and preloads of its own chunks, and
 * styles inline if they are inline there; no import map and an empty registry, as there are no versions to choose from.
 */
export function bundlePage(html: string, path: string, parts: BundleParts): string {
  const { manifest, address, sources, fragments, sourceOf } = parts;
  const entry = manifest['index.html']?.file ?? '';
  const page = sources.get(path);
  const hints = [...html.matchAll(HINT)];
  const known = (tags: typeof hints) =>
    tags
      .map(([, href = '']) => sourceOf(href))
      .filter((source) => source !== undefined)
      .filter((source) => isOwn(manifest, source));
  const { late = [], urgent = [] } = Object.groupBy(hints, ([tag]) =>
    tag.includes(`"modulepreload"${LATE_MEDIA}`) ? 'late' : 'urgent',
  );
  const requiredSources = ['index.html', ...(page === undefined ? [] : [page]), ...known(urgent)];
  const files = filesFor(manifest, requiredSources);
  const lateScripts = filesFor(manifest, known(late)).scripts.filter((file) => !files.scripts.includes(file));
  const isInline = html.includes('<style data-href=');
  const isWhole = html.includes(' data-prerendered');
  const base = filesFor(manifest, ['index.html']).styles;
  const own = files.styles.filter((file) => !base.includes(file));
  const tags = [
    ...scriptTags(address, files, entry),
    ...lateScripts.map((file) => preloadTag(address, file, LATE_MEDIA)),
    ...styleTags(parts, base, isInline ? 'inline' : 'link'),
    ...styleTags(parts, own, isInline ? (isWhole ? 'inline' : 'hint') : 'link'),
  ];
  const registry = JSON.stringify({ shell: parts.version, remotes: {} });
  const plain = html
    .replaceAll(INLINE_STYLE, '')
    .replaceAll(HINT, '')
    .replaceAll(SCRIPT, '')
    .replace(IMPORT_MAP, () => tags.join('\n    '))
    .replace(REGISTRY, (_, start: string, end: string) => start + registry + end);
  const fragment = isWhole ? fragments.get(path) : undefined;
  return (fragment === undefined ? plain : withoutRegion(plain, fragment)).replaceAll(
    /\/shell\/[^/"]+\/(?=favicon)/g,
    address,
  );
}
