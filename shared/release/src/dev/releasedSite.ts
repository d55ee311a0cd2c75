import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseRegistry, type Registry } from '@space/federation';
import { REFRESH_ADDRESS } from '@space/federation/refreshRuntime';
import { SHELL, addressOf, errorMessage, storeError } from '@space/store';
import { DEVELOPMENT } from '../buildApp.ts';
import { proxyRequest } from './proxyRequest.ts';
import { SHELL_ADDRESS, sendRefreshRuntime, withRefresh, type DevelopmentShell } from './shells.ts';

/** The settings in a served page; the shell's own HTML file has placeholders for them. */
const SETTING = /<meta\s+name="(supabase-url|supabase-key|calendar-feed|events-url)"\s+content="([^"]*)"/g;

/** Fetches a text from the site. Throws StoreError when the site does not respond or does not have the path. */
async function textAt(site: string, path: string): Promise<string> {
  const response = await fetch(site + path).catch((error: unknown) => {
    throw storeError(`${site} does not answer: ${errorMessage(error)}`, error);
  });
  if (response.ok) return response.text();
  throw storeError(`${site} has no ${path} (${response.status}).`);
}

/** Reads a site's settings (`supabase-url`, …) from its home page. Throws StoreError when the site does not respond. */
async function settingsOf(site: string): Promise<Map<string, string>> {
  const page = await textAt(site, '/');
  return new Map([...page.matchAll(SETTING)].map(([, name = '', content = '']) => [name, content]));
}

/** Inserts the settings of a site into the HTML of its shell. */
function withSettings(settings: Map<string, string>, html: string): string {
  // A remote in development must not report its events to the site.
  settings.delete('events-url');
  return html.replaceAll(SETTING, (meta, name: string) =>
    meta.replace(/content="[^"]*"$/, () => `content="${settings.get(name) ?? ''}"`),
  );
}

/**
 * Connects development to a site that runs elsewhere: the development build in its shell's release, its live releases, and a
 * proxy for everything else. Nothing of the site is stored on this machine.
 *
 * Takes the site's address and that of the local server, which is replaced in the headers of proxied requests.
 */
export function releasedSite(site: string, here: string) {
  const registry = async (): Promise<Registry> =>
    parseRegistry(JSON.parse(await textAt(site, '/registry.json')));
  let version = '';
  const folder = () => `${addressOf(SHELL, version)}${DEVELOPMENT}/`;
  const headers = { host: new URL(site).host };
  const fallback = (request: IncomingMessage, response: ServerResponse) => {
    // The headers that a browser would send from a page of the site itself.
    const { origin, referer } = request.headers;
    proxyRequest(request, response, site, {
      ...headers,
      ...(origin !== undefined && { origin: origin.replace(here, site) }),
      ...(referer !== undefined && { referer: referer.replace(here, site) }),
    });
  };
  const shell: DevelopmentShell = {
    async template() {
      version = (await registry()).shell;
      const [settings, html] = await Promise.all([settingsOf(site), textAt(site, `${folder()}index.html`)]);
      return withSettings(settings, html);
    },
    finish: async (html) => withRefresh(html),
    files(request, response, next) {
      const { url = '/' } = request;
      if (url === REFRESH_ADDRESS) return sendRefreshRuntime(response);
      if (url.startsWith(SHELL_ADDRESS)) request.url = folder() + url.slice(SHELL_ADDRESS.length);
      next();
    },
    close: async () => {},
  };
  return { shell, fallback, released: async () => ({ registry: await registry(), records: [] }) };
}
