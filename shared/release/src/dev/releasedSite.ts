import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseRegistry, type Registry } from '@space/federation';
import { REFRESH_ADDRESS } from '@space/federation/refreshRuntime';
import { SHELL, addressOf, sentenceOf, storeError } from '@space/store';
import { DEVELOPMENT } from '../buildApp.ts';
import { passOn } from './passOn.ts';
import { SHELL_ADDRESS, sendRefreshRuntime, withRefresh, type DevelopmentShell } from './shells.ts';

/** The settings that a page of the site has, and one of its shell's files may lack. */
const SETTING = /<meta\s+name="(supabase-url|supabase-key|calendar-feed|events-url)"\s+content="([^"]*)"/g;

/** What people open at an address of the site. Throws StoreError with a sentence when it does not answer. */
async function textAt(site: string, path: string): Promise<string> {
  const response = await fetch(site + path).catch((error: unknown) => {
    throw storeError(`${site} does not answer: ${sentenceOf(error)}`, error);
  });
  if (response.ok) return response.text();
  throw storeError(`${site} has no ${path} (${response.status}).`);
}

/** What the pages of a site are told about it: `supabase-url`, `supabase-key`, … Throws StoreError when it does not answer. */
export async function settingsOf(site: string): Promise<Map<string, string>> {
  const page = await textAt(site, '/');
  return new Map([...page.matchAll(SETTING)].map(([, name = '', content = '']) => [name, content]));
}

/** Puts the settings of a site into a page of its shell. */
function withSettings(settings: Map<string, string>, html: string): string {
  // What becomes of a remote in development concerns no one there.
  settings.delete('events-url');
  return html.replaceAll(SETTING, (meta, name: string) =>
    meta.replace(/content="[^"]*"$/, () => `content="${settings.get(name) ?? ''}"`),
  );
}

/**
 * A site that runs elsewhere, for developing a remote in it: its shell in the development flavour that each release of it
 * brings, what is live, and its own answers for all the rest. Nothing of it is stored here.
 *
 * Takes its address, and that of the site in development, which it must not take for its own.
 */
export function releasedSite(site: string, here: string) {
  const registry = async (): Promise<Registry> =>
    parseRegistry(JSON.parse(await textAt(site, '/registry.json')));
  let version = '';
  const folder = () => `${addressOf(SHELL, version)}${DEVELOPMENT}/`;
  const headers = { host: new URL(site).host };
  const others = (request: IncomingMessage, response: ServerResponse) => {
    // As a browser that has the site open would say it.
    const { origin, referer } = request.headers;
    passOn(request, response, site, {
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
  return { shell, others, released: async () => ({ registry: await registry(), records: [] }) };
}
