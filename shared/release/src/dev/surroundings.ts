import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { RequestListener, Server } from 'node:http';
import { join } from 'node:path';
import { parseRegistry, type Registry } from '@space/federation';
import { SHELL, addressOf, errorMessage, storeError } from '@space/store';
import react from '@vitejs/plugin-react';
import { createLogger, createServer } from 'vite';
import { DEVELOPMENT, sourceOf } from '../places.ts';
import { proxyRequest } from './http.ts';

/** What surrounds the remotes that are served from source: the shell, the other remotes, the backend. */
export interface Surroundings {
  /** The shell's HTML, before the site's plan is filled in. */
  template(): Promise<string>;
  /** Adds the development scripts of the shell to the finished HTML of the page at an address. */
  finish(html: string, url: string): Promise<string>;
  /** The registry of what is released; null: nothing is. */
  registry(): Promise<Registry | null>;
  /** Handles all requests that are not for pages. */
  handle: RequestListener;
  /** Ends what must not just stop with the process. */
  close?(): Promise<void>;
}

/** Fetches a text from the site. Throws StoreError when the site does not respond or does not have the path. */
async function textAt(site: string, path: string): Promise<string> {
  const response = await fetch(site + path).catch((error: unknown) => {
    throw storeError(`${site} does not answer: ${errorMessage(error)}`, error);
  });
  if (response.ok) return response.text();
  throw storeError(`${site} has no ${path} (${response.status}).`);
}

export const registryAt = async (site: string): Promise<Registry> =>
  parseRegistry(JSON.parse(await textAt(site, '/registry.json')));

/** Requests that are not for the shell's Vite server: the backend's, and releases of remotes. */
const NOT_OF_SHELL = /^\/(auth\/v1|rest\/v1|remotes|_\w+)(\/|$|\?)/;

/** The parts of a site that `shellFromSource` does not serve itself. */
interface Backend {
  /** The origin that everything else comes from. */
  origin: string;
  publishableKey: string;
  /** Whether it also serves releases. */
  hasReleases: boolean;
}

/** The shell from its source, with Fast Refresh. Takes the HTTP server of the site, and where everything else comes from. */
export async function shellFromSource(server: Server, backend: Backend): Promise<Surroundings> {
  const root = sourceOf(SHELL);
  const vite = await createServer({
    root,
    appType: 'custom',
    clearScreen: false,
    customLogger: createLogger('info', { prefix: `[${SHELL}]`, allowClearScreen: false }),
    server: { middlewareMode: true, ws: { server } },
  });
  return {
    template: () => readFile(join(root, 'index.html'), 'utf8'),
    finish: async (html, url) =>
      (await vite.transformIndexHtml(url, html)).replaceAll('%SUPABASE_KEY%', () => backend.publishableKey),
    registry: async () => (backend.hasReleases ? registryAt(backend.origin) : null),
    handle(request, response) {
      const proxy = () => proxyRequest(request, response, backend.origin);
      if (NOT_OF_SHELL.test(request.url ?? '/')) proxy();
      else vite.middlewares(request, response, proxy);
    },
  };
}

/** The settings in a served page; the shell's own HTML file has placeholders for them. */
const SETTING = /<meta\s+name="(supabase-url|supabase-key|calendar-feed|events-url)"\s+content="([^"]*)"/g;

/** Inserts the settings of a site, read from its home page, into the HTML of its shell. */
function withSettings(page: string, html: string): string {
  const settings = new Map([...page.matchAll(SETTING)].map(([, name = '', content = '']) => [name, content]));
  // A remote in development must not report its events to the site.
  settings.delete('events-url');
  return html.replaceAll(SETTING, (meta, name: string) =>
    meta.replace(/content="[^"]*"$/, () => `content="${settings.get(name) ?? ''}"`),
  );
}

/** The address of a released shell's development build, with 'development' instead of a version. */
const SHELL_ADDRESS = addressOf(SHELL, DEVELOPMENT);
/** The first module script of a page, after the import map: the shell's entry, which starts React. */
const ENTRY = '<script type="module"';
/** Installs the runtime of Fast Refresh before React starts. */
const REFRESH = `${ENTRY}>${react.preambleCode.replace('__BASE__', '/')}</script>
    ${ENTRY}`;
/** Where remotes' development servers request it from the page's origin: there is one, however many servers there are. */
const REFRESH_ADDRESS = '/@react-refresh';
const README = 'https://github.com/vitejs/vite-plugin-react/tree/main/packages/plugin-react';
const REFRESH_FILE = new URL('refresh-runtime.js', import.meta.resolve('@vitejs/plugin-react'));

/**
 * A site that runs already: the development build in its shell's release (a production React cannot refresh components), its
 * live releases, and everything else. Takes the site's address, and that of the local server if requests must look as if they
 * came from a page of the site.
 */
export function releasedSite(site: string, here?: string): Surroundings {
  const headersOf = ({ origin, referer }: { origin?: string | undefined; referer?: string | undefined }) =>
    here === undefined
      ? {}
      : {
          host: new URL(site).host,
          ...(origin !== undefined && { origin: origin.replace(here, site) }),
          ...(referer !== undefined && { referer: referer.replace(here, site) }),
        };
  let folder = '';
  return {
    async template() {
      folder = `${addressOf(SHELL, (await registryAt(site)).shell)}${DEVELOPMENT}/`;
      return withSettings(...(await Promise.all([textAt(site, '/'), textAt(site, `${folder}index.html`)])));
    },
    finish: async (html) => html.replace(ENTRY, REFRESH),
    registry: () => registryAt(site),
    handle(request, response) {
      const { url = '/' } = request;
      if (url === REFRESH_ADDRESS) {
        response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' });
        response.end(readFileSync(REFRESH_FILE, 'utf8').replaceAll('__README_URL__', README));
        return;
      }
      if (url.startsWith(SHELL_ADDRESS)) request.url = folder + url.slice(SHELL_ADDRESS.length);
      proxyRequest(request, response, site, headersOf(request.headers));
    },
  };
}
