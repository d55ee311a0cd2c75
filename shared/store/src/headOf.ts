import type { Prerendered } from './prerendered.ts';

/** Filled in where the site's address is known: by the server, or `site.json`. */
export const SITE_URL = '%SITE_URL%';
/** What the site is, where a page says nothing of its own. */
const NAME = 'Better Space';

/** What asks search engines to leave a page out. */
const NO_INDEX = '<meta name="robots" content="noindex" />';

/** Text made safe for an HTML text node or a quoted attribute. */
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
 * Gives a page's head its title and, where anybody may read the page, what search engines and anyone who shares its address
 * want to know: description, canonical address, Open Graph (rules site-name, prerendered-pages). A page that is unlisted
 * (rule hidden-page), and whatever else there is at an address, is not for indexes. `picture` is the address of the one
 * that goes with a shared link, null where the shell brings none.
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
