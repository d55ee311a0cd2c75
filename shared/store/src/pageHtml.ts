import { RETRY_QUERIES, REGISTRY_ELEMENT } from '@space/federation';
import { integrityOf } from './files.ts';
import { SITE_URL, escapeHtml, type PagePermissions } from './headers.ts';
import { ownerAt, prerenderedAt, type Owner, type PageSources, type Prerendered } from './prerendered.ts';
import { addressOf } from './readStore.ts';
import { NEEDS, type ReleaseRecord } from './schema.ts';

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
  for (const record of records)
    for (const [file, { integrity }] of Object.entries(record.files))
      for (const query of ['', ...(file === record.entry ? RETRY_QUERIES : [])])
        if (files.test(file)) map[addressOf(record.name, record.version) + file + query] = integrity;
  return map;
}

const withHash = (hash: string | undefined) => (hash ? ` integrity="${hash}"` : '');

/** An inline style sheet, with the address of the file that it replaces. */
const inlineStyle = (href: string, css: string) => `<style data-href="${href}">${css}</style>`;

/**
 * Renders one page from the shell's template: the import map with the hashes, the registry, hints for what the page will
 * need, and what it shows before any script runs. Without a path: the not-found page. Throws for a template without a place.
 */
export function pageHtml(sources: PageSources, path: string | null): string {
  const { template, registry, records, shell, parts } = sources;
  if (!template.includes(PLACE)) throw new Error(`The shell's index.html has no place for ${PLACE}`);
  const integrity = integrityMap(records);
  const owner = ownerAt(sources, path);
  const shown = prerenderedAt(sources, owner, path);
  const { files, late } = needsOf(sources, owner, path);
  const ofShell = addressOf('shell', registry.shell);
  const addressed = template.replaceAll(/(src|href)="\.\//g, `$1="${ofShell}`);
  // A preload hint repeats the hash: the browser processes these links before the import map. A late one waits until the shell
  // enables it (shell/src/browser/browser.ts): even at a low priority it would use bandwidth.
  const preloadOf = (href: string) =>
    `<link rel="modulepreload"${late.includes(href) ? ' media="not all"' : ''} crossorigin href="${href}"${withHash(integrity[href])}>`;
  const derived = [
    `<script type="importmap">${inline({ integrity })}</script>`,
    // First the script that everything else waits for.
    ...(ENTRY.exec(addressed) ?? []).map((tag) => tag.trim()),
    `<script type="application/json" id="${REGISTRY_ELEMENT}">${inline(registry)}</script>`,
    ...files.filter((file) => file.endsWith('.js')).map(preloadOf),
  ];
  // For a remote the part that the prerendered page needs, for the shell the whole; or a link that fetches the sheet along with
  // the scripts, which the shell applies when it mounts the page. Not a `preload`: the browser warns of an unused one when a
  // visitor is redirected.
  const sheetOf = (href: string) => {
    const own = owner.state?.live.styles.find((style) => style.href === href);
    if (own && shown !== null && shown.css !== null)
      return `<style data-part-of="${href}" data-page="${owner.claim?.path}">${shown.css}</style>`;
    const css = parts?.styles.get(href);
    if (css !== undefined) return inlineStyle(href, css);
    return `<link rel="stylesheet" media="not all" fetchpriority="high" crossorigin href="${href}"${withHash(own?.integrity)}>`;
  };
  const sheets = files.filter((file) => file.endsWith('.css')).map((href) => SEPARATOR + sheetOf(href));
  const placed = addressed
    .replace(ENTRY, '')
    .replaceAll(/<link rel="stylesheet"[^>]* href="([^"]+)">/g, (link, href: string) => {
      const css = parts?.styles.get(href);
      return css === undefined ? link : inlineStyle(href, css);
    })
    .replace(PLACE, () => derived.join(SEPARATOR))
    // After the shell's own style sheets, as the shell would link them.
    .replace(/\s*<\/head>/, (end) => sheets.join('') + end);
  return shown ? withPrerendered(placed, shown, path, shell?.files[PICTURE] && ofShell + PICTURE) : placed;
}

/** The hashes of the inline scripts and styles of a page, for its Content-Security-Policy. Takes the HTML as it is sent. */
export function permissionsOf(html: string): Required<Pick<PagePermissions, 'scriptHashes' | 'styleHashes'>> {
  const hashes = (pattern: RegExp) =>
    [...html.matchAll(pattern)].map(([, text = '']) => `'${integrityOf(text)}'`);
  return {
    scriptHashes: hashes(/<script(?: type="importmap")?>([^]*?)<\/script>/g),
    styleHashes: hashes(/<style[^>]*>([^]*?)<\/style>/g),
  };
}

/** All files that a page requests before it is interactive. It is shown and used without the late ones. */
function needsOf({ registry, shell }: PageSources, { state, claim }: Owner, path: string | null) {
  const ofShell = (need: string) =>
    (shell?.chunks?.[need] ?? []).map((file) => addressOf('shell', registry.shell) + file);
  if (!state || !claim || state.disabled !== null) return { files: ofShell(path ?? ''), late: [] };
  const { entry, preload, chunks, styles } = state.live;
  const ofPage = [...(chunks?.[claim.path] ?? []), ...styles.map(({ href }) => href)];
  const first = new Set([...ofShell(NEEDS.remote), entry, ...preload, ...ofPage]);
  const late = claim.access === 'signed-in' ? ofShell(NEEDS.session).filter((file) => !first.has(file)) : [];
  return { files: [...first, ...late], late };
}

const NO_SCRIPTS = `
    <noscript>
      <p>This part of Better Space needs JavaScript. <a href="/">The first page</a> can be read without.</p>
    </noscript>`;

const NAME = 'Better Space';
const NO_INDEX = '<meta name="robots" content="noindex" />';

/** Puts into a page what it shows before any script runs, its title, and what search engines and shared links read. */
function withPrerendered(html: string, shown: Prerendered, path: string | null, picture?: string): string {
  const { isWhole } = shown;
  const title = escapeHtml(shown.title === null ? NAME : `${NAME} — ${shown.title}`);
  const [, general = ''] = /<meta name="description" content="([^"]*)"/.exec(html) ?? [];
  const description = shown.description === null ? general : escapeHtml(shown.description);
  const address = `${SITE_URL}${path ?? ''}`;
  const metadata = [
    shown.isUnlisted ? NO_INDEX : `<link rel="canonical" href="${address}" />`,
    `<meta property="og:type" content="website" />`,
    `<meta property="og:site_name" content="${NAME}" />`,
    `<meta property="og:title" content="${title}" />`,
    `<meta property="og:description" content="${description}" />`,
    `<meta property="og:url" content="${address}" />`,
    picture && `<meta property="og:image" content="${SITE_URL}${picture}" />`,
    picture && '<meta name="twitter:card" content="summary_large_image" />',
  ];
  const lines = isWhole ? metadata.filter(Boolean) : [NO_INDEX];
  return html
    .replace(
      '<html lang="en"',
      (start) => `${start} data-sky="${shown.sky}"${isWhole ? ` ${shown.attribute}` : ''}`,
    )
    .replace(ROOT, () => `<div id="root">${shown.html}</div>${isWhole ? '' : NO_SCRIPTS}`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace(/(<meta name="description" content=")[^"]*("[^>]*>)/, (_, start: string, end: string) =>
      [`${start}${description}${end}`, ...lines].join(SEPARATOR),
    );
}
