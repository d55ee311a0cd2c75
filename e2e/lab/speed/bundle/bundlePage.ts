/** What Vite says it made of each source file, by that file's place relative to the shell. */
export type Manifest = Readonly<Record<string, Built>>;

interface Built {
  file: string;
  css?: readonly string[];
  imports?: readonly string[];
}

/** In the order in which they apply. */
interface Files {
  scripts: string[];
  styles: string[];
}

/** The files that some sources need before they run, with all that they import. Throws for an unknown source. */
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

export interface BundleParts {
  manifest: Manifest;
  /** Where its files are served: '/shell/0.1.0-…/'. */
  address: string;
  version: string;
  /** The source of each page's component by path. */
  sources: ReadonlyMap<string, string>;
  css: (file: string) => string;
  /** What is inside the site's pages, as remotes rendered them when they were released, by path. */
  fragments: ReadonlyMap<string, string>;
  /** The sources whose chunks the site's page preloads, by the address of the built file. */
  sourceOf: (address: string) => string | undefined;
}

const HINT = /\s*<link rel="(?:modulepreload|preload|stylesheet)"[^>]*?href="([^"]+)"[^>]*>/g;
/** What the shell asks for once the page has its own (pageHtml.ts). */
const LATE_MEDIA = ' media="not all"';
const SCRIPT = /\s*<script type="module"[^>]*><\/script>/g;
const INLINE_STYLE = /\s*<style data-(?:href|part-of)=[^>]*>[^]*?<\/style>/g;
const IMPORT_MAP = /<script type="importmap">[^]*?<\/script>/;
const REGISTRY = /(<script type="application\/json" id="[^"]+">)[^]*?(<\/script>)/;

/** Whether the bundle has what the site hints at: code, and not that of federation. */
const isOwn = (manifest: Manifest, source: string) =>
  manifest[source]?.file.endsWith('.js') === true && !source.includes('/federation/');

/** Class names in the fragment of a remote are the remote's own; in one bundle everything is the shell's. */
function withOwnClasses(html: string): string {
  return html.replaceAll(/\b[a-z][a-z0-9-]*__(\w+__[\w-]+__[0-9a-f]{5})\b/g, 'shell__$1');
}

/** Takes the remote's part out of the region that stands around it, which one bundle has not. */
function withoutRegion(html: string, fragment: string): string {
  const start = html.indexOf(fragment);
  if (start === -1) throw new Error('the page does not hold what its remote rendered');
  const before = html.slice(0, start).replace(/<div [^>]*data-remote="[^"]*"[^>]*>$/, '');
  const after = html.slice(start + fragment.length);
  if (before.length === start || !after.startsWith('</div>')) throw new Error('the page has no region');
  return before + withOwnClasses(fragment) + after.slice('</div>'.length);
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

/** How a page has a style sheet: inside it, as a hint of what a script will ask for, or as a link that it waits for. */
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
 * Makes the bundle's HTML for a page from the site's: the same frame, the same fragment, the same hints for its own chunks,
 * its styles inline where they are inline there; no import map and no registry, for there is nothing to choose.
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
  const wanted = ['index.html', ...(page === undefined ? [] : [page]), ...known(urgent)];
  const files = filesFor(manifest, wanted);
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
  const registry = JSON.stringify({ shell: parts.version, remotes: {}, overrideOrigins: [] });
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
