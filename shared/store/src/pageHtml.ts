import { RETRY_QUERIES, REGISTRY_ELEMENT } from '@space/federation';
import { integrityOf } from './files.ts';
import { SITE_URL, escapeHtml, type PagePermissions } from './headers.ts';
import {
  ownerAt,
  prerenderedAt,
  type Owner,
  type PageParts,
  type PageSources,
  type Prerendered,
} from './prerendered.ts';
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
export function integrityMap(records: readonly ReleaseRecord[], files = /\.js$/): Record<string, string> {
  const map: Record<string, string> = {};
  for (const record of records) {
    for (const [file, { integrity }] of Object.entries(record.files)) {
      if (!files.test(file)) continue;
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

/**
 * A style sheet of a page: for a remote the part that the prerendered page needs, for the shell the whole; or a link that
 * fetches it along with the scripts, which the shell applies when it mounts the page. Not a `preload`: the browser warns of an
 * unused one when a visitor is redirected.
 */
function sheetOf(href: string, hash: string | null, page: Prerendered | null, parts?: PageParts, path = '') {
  if (hash !== null && page?.isWhole && page.css !== null)
    return `<style data-part-of="${href}" data-page="${path}">${page.css}</style>`;
  const css = parts?.styles.get(href);
  if (css !== undefined) return inlineStyle(href, css);
  return `<link rel="stylesheet" media="not all" fetchpriority="high" crossorigin href="${href}"${withHash(hash)}>`;
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
  const { template, registry, records, shell, parts } = sources;
  if (!template.includes(PLACE)) throw new Error(`The shell's index.html has no place for ${PLACE}`);
  const integrity = integrityMap(records);
  const owner = ownerAt(sources, path);
  const prerendered = prerenderedAt(sources, owner, path);
  const { files, late } = needsOf(sources, owner, path);
  const ofShell = addressOf('shell', registry.shell);
  const addressed = template.replaceAll(/(src|href)="\.\//g, `$1="${ofShell}`);
  const derived = [
    `<script type="importmap">${inline({ integrity })}</script>`,
    // First the script that everything else waits for.
    ...(ENTRY.exec(addressed) ?? []).map((tag) => tag.trim()),
    `<script type="application/json" id="${REGISTRY_ELEMENT}">${inline(registry)}</script>`,
    ...files
      .filter((file) => file.endsWith('.js'))
      .map((href) => preloadOf(href, integrity[href], late.includes(href))),
  ];
  // After the shell's own style sheets, as the shell would link them; those have no hash.
  const sheets = files
    .filter((file) => file.endsWith('.css'))
    .map((href) => {
      const hash = owner.state?.live.styles.find((style) => style.href === href)?.integrity ?? null;
      return SEPARATOR + sheetOf(href, hash, prerendered, parts, owner.claim?.path);
    });
  const placed = addressed
    .replace(ENTRY, '')
    .replaceAll(/<link rel="stylesheet"[^>]* href="([^"]+)">/g, (link, href: string) => {
      const css = parts?.styles.get(href);
      return css === undefined ? link : inlineStyle(href, css);
    })
    .replace(PLACE, () => derived.join(SEPARATOR))
    .replace(/\s*<\/head>/, (end) => sheets.join('') + end);
  const picture = shell?.files[PICTURE] ? ofShell + PICTURE : null;
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

/**
 * All files that a page requests before it is interactive, so that the browser learns of them at once instead of chunk by
 * chunk. The page is shown and used without the late ones, which must not delay the others.
 */
function needsOf({ registry, shell }: PageSources, { state, claim }: Owner, path: string | null) {
  const chunks = shell?.chunks ?? {};
  const ofShell = (need: string) =>
    (chunks[need] ?? []).map((file) => addressOf('shell', registry.shell) + file);
  if (!state || !claim || state.disabled !== null) return { files: ofShell(path ?? ''), late: [] };
  const { entry, preload, chunks: own, styles } = state.live;
  const ofPage = [...(own?.[claim.path] ?? []), ...styles.map(({ href }) => href)];
  const first = new Set([...ofShell(NEEDS.remote), entry, ...preload, ...ofPage]);
  const late = claim.access === 'signed-in' ? ofShell(NEEDS.session).filter((file) => !first.has(file)) : [];
  return { files: [...first, ...late], late };
}

/** The site's name: the title of a page that has none. */
const NAME = 'Better Space';

const NO_INDEX = '<meta name="robots" content="noindex" />';

/**
 * Sets the title in a page's head and, if the page is public, the metadata for search engines and shared links. Pages that are
 * unlisted or not public are excluded from indexes.
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
