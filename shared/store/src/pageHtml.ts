import { RETRY_QUERIES, REGISTRY_ELEMENT } from '@space/federation';
import { integrityOf } from './compressed.ts';
import { SITE_URL, escapeHtml, type PagePermissions } from './headers.ts';
import { ownerAt, prerenderedAt, type PageParts, type PageSources, type Prerendered } from './prerendered.ts';
import { addressOf } from './readStore.ts';
import { NEEDS, type ReleaseRecord } from './schema.ts';

/** The preview image of a shared link: a file of the shell's release. */
const PICTURE = 'share.jpg';
/** The placeholder in the shell's index.html for derived elements. */
const PLACE = '<!-- registry -->';
/** The element that receives what a page shows before any script runs. */
const ROOT = '<div id="root"></div>';
const SEPARATOR = '\n    ';
/** The shell's entry, as the bundler puts it into the head. */
const ENTRY = /<script type="module" crossorigin src="[^"]+"><\/script>\s*/;

/** JSON that is safe inside a script element: no '<' could end it. */
const inline = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/**
 * The hashes of all scripts that a page may load, by address. The browser checks each script against them, however it is
 * requested, and refuses what differs. An entry has further addresses: browsers remember a failed import by address.
 */
export function integrityMap(records: readonly ReleaseRecord[]): Record<string, string> {
  const map: Record<string, string> = {};
  for (const record of records) {
    for (const [file, { integrity }] of Object.entries(record.files)) {
      if (!file.endsWith('.js')) continue;
      const address = addressOf(record.name, record.version) + file;
      map[address] = integrity;
      if (file === record.entry) for (const query of RETRY_QUERIES) map[address + query] = integrity;
    }
  }
  return map;
}

const withHash = (hash: string | null | undefined) => (hash ? ` integrity="${hash}"` : '');

/**
 * A preload hint for a script. It repeats the hash: the browser processes these links before the import map. A late one
 * waits until the shell enables it (shell/src/browser/browser.ts): even at a low priority it would use bandwidth.
 */
function preloadOf(href: string, hash: string | undefined, isLate: boolean): string {
  const media = isLate ? ' media="not all"' : '';
  return `<link rel="modulepreload"${media} crossorigin href="${href}"${withHash(hash)}>`;
}

/** An inline style sheet, with the address of the file that it replaces. */
const inlineStyle = (href: string, css: string) => `<style data-href="${href}">${css}</style>`;

/** The part of a remote's style sheet that one page needs. It replaces no file: shells that know no parts link the file. */
const inlinePart = (href: string, css: string, page: string) =>
  `<style data-part-of="${href}" data-page="${page}">${css}</style>`;

/**
 * A style sheet that is fetched along with the scripts but not applied: the shell links it when it mounts the page. Not a
 * `preload`: the browser warns of an unused one when a visitor is redirected.
 */
const fetchedStyle = (href: string, hash: string | null) =>
  `<link rel="stylesheet" media="not all" fetchpriority="high" crossorigin href="${href}"${withHash(hash)}>`;

/** Replaces the links to the shell's own style sheets by the style sheets. */
function withStyles(html: string, parts: PageParts | undefined): string {
  return html.replaceAll(/<link rel="stylesheet"[^>]* href="([^"]+)">/g, (link, href: string) => {
    const css = parts?.styles.get(href);
    return css === undefined ? link : inlineStyle(href, css);
  });
}

/** Replaces the empty root by what a page shows before any script runs. */
function withPrerendered(html: string, prerendered: Prerendered | null): string {
  if (prerendered === null) return html;
  const attributes = ` data-sky="${prerendered.sky}"${prerendered.isWhole ? ` ${prerendered.attribute}` : ''}`;
  return html
    .replace('<html lang="en"', (start) => start + attributes)
    .replace(ROOT, () => `<div id="root">${prerendered.html}</div>${prerendered.isWhole ? '' : NO_SCRIPTS}`);
}

const NO_SCRIPTS = `
    <noscript>
      <p>This part of Better Space needs JavaScript. <a href="/">The first page</a> can be read without.</p>
    </noscript>`;

/**
 * Renders one page from the shell's template: the import map with the hashes, the registry, hints for what the page will
 * need, and what it shows before any script runs. Without a path: the not-found page.
 */
export function pageHtml(sources: PageSources, path: string | null): string {
  const { template, registry, records, parts } = sources;
  if (!template.includes(PLACE)) throw new Error(`The shell's index.html has no place for ${PLACE}`);
  const integrity = integrityMap(records);
  const prerendered = prerenderedAt(sources, path);
  const { scripts, late, styles } = needsOf(sources, path);
  const addressed = template.replaceAll(/(src|href)="\.\//g, `$1="${addressOf('shell', registry.shell)}`);
  const entries = (ENTRY.exec(addressed) ?? []).map((tag) => tag.trim());
  const derived = [
    `<script type="importmap">${inline({ integrity })}</script>`,
    // First the script that everything else waits for.
    ...entries,
    `<script type="application/json" id="${REGISTRY_ELEMENT}">${inline(registry)}</script>`,
    ...scripts.map((href) => preloadOf(href, integrity[href], late.has(href))),
  ];
  // After the shell's own style sheets, as the shell would link them.
  const sheets = styles.map(({ href, integrity: hash }) => {
    const isWhole = prerendered?.isWhole === true;
    if (hash !== null && isWhole && prerendered.css !== null)
      return inlinePart(href, prerendered.css, ownerAt(sources, path).claim?.path ?? '');
    const css = hash === null || isWhole ? parts?.styles.get(href) : undefined;
    return css === undefined ? fetchedStyle(href, hash) : inlineStyle(href, css);
  });
  const placed = withStyles(addressed.replace(ENTRY, ''), parts)
    .replace(PLACE, () => derived.join(SEPARATOR))
    .replace(/\s*<\/head>/, (end) => [...sheets.map((sheet) => SEPARATOR + sheet), end].join(''));
  const picture = sources.shell?.files[PICTURE] ? addressOf('shell', registry.shell) + PICTURE : null;
  return headOf(withPrerendered(placed, prerendered), prerendered, path, picture);
}

/**
 * What a page's HTML needs in the Content-Security-Policy: the hashes of its inline scripts and styles. Takes the HTML as
 * it is sent.
 */
export function permissionsOf(html: string): Required<Pick<PagePermissions, 'scriptHashes' | 'styleHashes'>> {
  const hashes = (pattern: RegExp) =>
    [...html.matchAll(pattern)].map(([, text = '']) => `'${integrityOf(text)}'`);
  return {
    scriptHashes: hashes(/<script(?: type="importmap")?>([^]*?)<\/script>/g),
    styleHashes: hashes(/<style[^>]*>([^]*?)<\/style>/g),
  };
}

interface Needs {
  scripts: string[];
  /** The scripts that the page is shown and used without: they must not delay the others. */
  late: ReadonlySet<string>;
  /** The shell's own style sheets have no hash. */
  styles: { href: string; integrity: string | null }[];
}

/**
 * All files that a page requests before it is interactive, so that the browser learns of them at once instead of chunk by
 * chunk: the page's own chunks, what the shell needs to load a remote, and the backend's client if the page shows nothing
 * without it.
 */
function needsOf(sources: PageSources, path: string | null): Needs {
  const { registry, shell } = sources;
  const { state: owner, claim } = ownerAt(sources, path);
  const chunks = shell?.chunks ?? {};
  const inShell = (files: string[] = []) => files.map((file) => addressOf('shell', registry.shell) + file);
  const ofShell = (need: string) => inShell(chunks[need]);
  const files: string[] = [];
  const late: string[] = [];
  if (owner && claim && owner.disabled === null) {
    files.push(...ofShell(NEEDS.remote), owner.live.entry, ...owner.live.preload);
    files.push(...(owner.live.chunks?.[claim.path] ?? []), ...owner.live.styles.map(({ href }) => href));
    if (claim.access === 'signed-in') late.push(...ofShell(NEEDS.session));
  } else if (path !== null) files.push(...inShell(chunks[path]));
  const all = [...new Set([...files, ...late])];
  return {
    scripts: all.filter((file) => file.endsWith('.js')),
    late: new Set(late.filter((file) => !files.includes(file))),
    styles: all
      .filter((file) => file.endsWith('.css'))
      .map((href) => ({
        href,
        integrity: owner?.live.styles.find((style) => style.href === href)?.integrity ?? null,
      })),
  };
}

/** The site's name: the title of a page that has none. */
const NAME = 'Better Space';

/** Asks search engines not to index a page. */
const NO_INDEX = '<meta name="robots" content="noindex" />';

/**
 * Sets the title in a page's head and, if the page is public, the metadata for search engines and shared links:
 * description, canonical address, Open Graph. Unlisted pages and
 * all pages that are not public are excluded from indexes. `picture` is the address of the preview image for shared links,
 * null if the shell has none.
 */
function headOf(
  html: string,
  prerendered: Prerendered | null,
  path: string | null,
  picture: string | null,
): string {
  if (prerendered === null) return html;
  const title = prerendered.title === null ? NAME : `${NAME} — ${prerendered.title}`;
  const [, general = ''] = /<meta name="description" content="([^"]*)"/.exec(html) ?? [];
  const description = prerendered.description === null ? general : escapeHtml(prerendered.description);
  const address = `${SITE_URL}${path ?? ''}`;
  const lines = prerendered.isWhole
    ? [
        prerendered.isUnlisted ? NO_INDEX : `<link rel="canonical" href="${address}" />`,
        `<meta property="og:type" content="website" />`,
        `<meta property="og:site_name" content="${NAME}" />`,
        `<meta property="og:title" content="${escapeHtml(title)}" />`,
        `<meta property="og:description" content="${description}" />`,
        `<meta property="og:url" content="${address}" />`,
        ...(picture === null
          ? []
          : [
              `<meta property="og:image" content="${SITE_URL}${picture}" />`,
              '<meta name="twitter:card" content="summary_large_image" />',
            ]),
      ]
    : [NO_INDEX];
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace(
      /(<meta name="description" content=")[^"]*("[^>]*>)/,
      (_, start: string, end: string) => `${start}${description}${end}\n    ${lines.join('\n    ')}`,
    );
}
