import tokens from '@space/ui/tokens.css?inline';
import { MESSAGES } from '@space/domain';
import { isPattern, pageOf } from '@space/federation';
import { latestRegistry, readablePages } from './offlineCache.ts';
import { parseRegistryText, titleIn } from './pageFacts.ts';
import sheet from './offlinePage.css?inline';

const STYLES = tokens + sheet;

async function policy(): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(STYLES));
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

/** Links to the pages of remotes that can be opened offline, by title. */
async function links(): Promise<string[]> {
  const registry = await latestRegistry();
  const remotes = registry === null ? [] : Object.values(parseRegistryText(registry).remotes);
  const open = remotes.flatMap(({ disabled, pages }) => (disabled === null ? pages : []));
  return (
    (await readablePages())
      // A page that is cached once for all its addresses has no address of its own.
      .filter(({ path }) => !isPattern(path) && pageOf(open, path) !== undefined)
      .map(({ path, html }) => ({ path, title: titleIn(html) }))
      .sort((one, other) => one.title.localeCompare(other.title))
      .map(({ path, title }) => `<li><a href="${path}">${title}</a></li>`)
  );
}

/** The page that is shown offline in place of a page that is not cached (rule offline-pages). It runs no script. */
export async function offlinePage(): Promise<Response> {
  const { pageTitle, pageText, kept, again } = MESSAGES.offline;
  const items = await links();
  const list = items.length === 0 ? '' : `<p>${kept}</p><ul>${items.join('')}</ul>`;
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
      ${list}
    </main>
  </body>
</html>`;
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': await policy(),
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    },
  });
}
