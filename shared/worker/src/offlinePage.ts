import tokens from '@space/ui/tokens.css?inline';
import { MESSAGES } from '@space/domain';
import { isPattern } from '@space/federation';
import { pageAt, readablePages } from './offlineCache.ts';
import sheet from './offlinePage.css?inline';

const STYLES = tokens + sheet;
const { pageTitle, pageText, kept, again } = MESSAGES.offline;

/** A page's title without the site's name, as HTML. */
export const titleIn = (html: string): string => /<title>(?:[^<]* — )?([^<]*)<\/title>/.exec(html)?.[1] ?? '';

/** The page that is shown offline in place of a page that is not cached. It runs no script. */
export async function offlinePage(): Promise<Response> {
  const pages: { path: string; title: string }[] = [];
  // A page that is cached once for all its addresses has no address of its own.
  for (const [path, html] of await readablePages())
    if (!isPattern(path) && (await pageAt(path))) pages.push({ path, title: titleIn(html) });
  pages.sort((one, other) => one.title.localeCompare(other.title));
  const links = pages.map(({ path, title }) => `<li><a href="${path}">${title}</a></li>`).join('');
  const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Better Space — ${pageTitle}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <style>${STYLES}</style>
  </head>
  <body>
    <main id="main">
      <h1>${pageTitle}</h1>
      <p>${pageText}</p>
      <p><a class="button" href="">${again}</a></p>
      ${links && `<p>${kept}</p><ul>${links}</ul>`}
    </main>
  </body>
</html>`;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(STYLES));
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
  };
  return new Response(html, { headers });
}
