import type { Prerendered } from './prerendered.ts';

/** The placeholder for the site's address, which the server or `site.json` provides. */
export const SITE_URL = '%SITE_URL%';
/** The site's name: the title of a page that has none. */
const NAME = 'Better Space';

/** Asks search engines not to index a page. */
const NO_INDEX = '<meta name="robots" content="noindex" />';

/** Escapes a text for an HTML text node or a quoted attribute. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}

/**
 * Sets the title in a page's head and, if the page is public, the metadata for search engines and shared links:
 * description, canonical address, Open Graph (rules site-name, prerendered-pages). Unlisted pages (rule hidden-page) and
 * all pages that are not public are excluded from indexes. `picture` is the address of the preview image for shared links,
 * null if the shell has none.
 */
export function headOf(
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
