import { RETRY_QUERIES, REGISTRY_ELEMENT } from '@space/federation';
import { integrityOf } from './compressed.ts';
import { ownerAt, prerenderedAt, type Prerendered } from './prerendered.ts';
import { headOf } from './headOf.ts';
import { addressOf } from './layout.ts';
import type { PageParts, PageSources } from './pageParts.ts';
import { needsOf } from './pageNeeds.ts';
import type { ReleaseRecord } from './schema.ts';
import type { PagePermissions } from './securityHeaders.ts';

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
 * waits until the shell enables it (shell/src/browser/lateScripts.ts): even at a low priority it would use bandwidth.
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
