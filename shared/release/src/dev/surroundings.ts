import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { request as requestHttp, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { request as requestHttps } from 'node:https';
import { join } from 'node:path';
import { parseRegistry, type Registry } from '@space/federation';
import { SHELL, addressOf, errorMessage, storeError } from '@space/store';
import react from '@vitejs/plugin-react';
import { createLogger, createServer } from 'vite';
import { DEVELOPMENT, sourceOf } from '../places.ts';

/** What surrounds the remotes that are served from source: the shell, the other remotes, the backend. */
export interface Surroundings {
  /** The shell's HTML, before the site's plan is filled in. */
  template(): Promise<string>;
  /** Adds the development scripts of the shell to the finished HTML of the page at an address. */
  finish(html: string, url: string): Promise<string>;
  /** The registry of what is released; null: nothing is. */
  registry(): Promise<Registry | null>;
  /** Handles all requests that are not for pages. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Ends what must not just stop with the process. */
  close?(): Promise<void>;
}

/** Logs an error and responds with 500, or aborts the response if it has already begun. */
export function fail(response: ServerResponse, error: unknown): void {
  console.error(errorMessage(error));
  if (response.headersSent) response.destroy();
  else response.writeHead(500).end(String(error));
}

/** Proxies a request to the server at an origin, with the path and the headers unchanged. */
function proxyRequest(incoming: IncomingMessage, outgoing: ServerResponse, origin: string): void {
  const send = origin.startsWith('https:') ? requestHttps : requestHttp;
  const { method = 'GET', url = '/', headers } = incoming;
  // Not `new URL(url, origin)`, which would normalize the path.
  const { hostname, port } = new URL(origin);
  const options = { hostname, port, path: url, method, headers };
  const proxied = send(options, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(outgoing);
  });
  proxied.on('error', (error) => fail(outgoing, error));
  incoming.pipe(proxied);
}

/** Fetches a text from the site. Throws StoreError when the site does not respond or does not have the path. */
async function textAt(site: string, path: string): Promise<string> {
  const response = await fetch(site + path).catch((error: unknown) => {
    throw storeError(`${site} does not answer: ${errorMessage(error)}`, error);
  });
  if (response.ok) return response.text();
  throw storeError(`${site} has no ${path} (${response.status}).`);
}

const registryAt = async (site: string): Promise<Registry> =>
  parseRegistry(JSON.parse(await textAt(site, '/registry.json')));

/** Requests that are not for the shell's Vite server: the backend's, and releases of remotes. */
const NOT_OF_SHELL = /^\/(auth\/v1|rest\/v1|remotes|_\w+)(\/|$|\?)/;

/** The shell from its source, with Fast Refresh; everything else comes from a backend, which may have releases. */
export async function shellFromSource(
  server: Server,
  { origin, publishableKey }: Readonly<Record<'origin' | 'publishableKey', string>>,
  hasReleases: boolean,
): Promise<Surroundings> {
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
      (await vite.transformIndexHtml(url, html)).replaceAll('%SUPABASE_KEY%', () => publishableKey),
    registry: async () => (hasReleases ? registryAt(origin) : null),
    handle(request, response) {
      const proxy = () => proxyRequest(request, response, origin);
      if (NOT_OF_SHELL.test(request.url ?? '/')) proxy();
      else vite.middlewares(request, response, proxy);
    },
  };
}

/** Settings in a page. Not the address for events: a remote in development must not report its own to the site. */
const SETTING = /<meta\s+name="(supabase-url|supabase-key|calendar-feed)"[^>]*>/g;

/** Takes the settings of a site from its home page into the HTML of its shell. */
function withSettings(page: string, html: string): string {
  const settings = new Map([...page.matchAll(SETTING)].map(([meta, name]) => [name, meta]));
  return html.replaceAll(SETTING, (meta, name: string) => settings.get(name) ?? meta);
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
 * A site that runs already, with the development build of its shell: a production React cannot refresh components. `here`: the
 * local address, if requests must look as if they came from a page of the site.
 */
export function releasedSite(site: string, here?: string): Surroundings {
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
      if (here !== undefined) {
        const { headers } = request;
        headers.host = new URL(site).host;
        for (const name of ['origin', 'referer'] as const)
          headers[name] &&= headers[name].replace(here, site);
      }
      proxyRequest(request, response, site);
    },
  };
}
