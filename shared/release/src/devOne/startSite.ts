import { readFile } from 'node:fs/promises';
import { createServer, request as ask } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Registry } from '@space/federation';
import { developmentRelease } from '@space/federation/developmentRelease';
import { REFRESH_ADDRESS, REFRESH_PREAMBLE, refreshRuntime } from '@space/federation/refreshRuntime';
import { SHELL, addressOf, pageHtml, planSite, storeError } from '@space/store';
import type { RemoteDeclaration } from '@space/store';
import sirv from 'sirv';
import { DEVELOPMENT } from '../buildApp.ts';

/** Where the files of the shell's development flavour are served: in the place of a version. */
const SHELL_ADDRESS = addressOf(SHELL, DEVELOPMENT);
/** The first of a page's scripts that import, behind the import map: the shell's entry, which starts React. */
const ENTRY = '<script type="module"';
const PREAMBLE = `<script type="module">
      ${REFRESH_PREAMBLE}
    </script>`;

interface DevelopmentSite {
  port: number;
  store: string;
  /** The folder of the shell's development flavour. */
  shell: string;
  /** The remote that comes from its development server. */
  remote: RemoteDeclaration;
  /** The origin of that server. */
  origin: string;
  /** The server of everything else: the backend and the releases in the store. */
  backend: string;
  /** The backend's publishable key. */
  key: string;
}

/**
 * What the site offers: its releases, and the one remote from its development server. Read anew for each request, so that
 * what others release meanwhile is there at the next reload. Throws StoreError while no shell was released.
 */
async function planOf({ store, remote, origin }: DevelopmentSite) {
  const released = await planSite(store);
  if (released === null) throw storeError(`No shell was released into ${store}. Run "npm run build" first.`);
  const { name, title, pages } = remote;
  const live = developmentRelease(origin);
  const state = { title, pages, live, previous: null, canary: null, disabled: null };
  const remotes = { ...released.registry.remotes, [name]: state };
  const registry: Registry = { ...released.registry, shell: DEVELOPMENT, remotes };
  return { registry, records: released.records.filter((record) => record.name !== name) };
}

/** The HTML of the page at a path. */
async function htmlOf(site: DevelopmentSite, path: string): Promise<string> {
  const template = await readFile(join(site.shell, 'index.html'), 'utf8');
  return pageHtml({ template, ...(await planOf(site)) }, path)
    .replace(ENTRY, (entry) => `${PREAMBLE}\n    ${entry}`)
    .replaceAll('%SUPABASE_KEY%', () => site.key);
}

const isPage = ({ method, headers, url = '/' }: IncomingMessage) =>
  method === 'GET' &&
  (headers.accept ?? '').includes('text/html') &&
  !/^\/(auth\/v1|rest\/v1|_\w+)|\.\w+$/.test(url.split('?', 1)[0] ?? '');

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' });
  response.end(body);
}

function fail(response: ServerResponse, error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
  if (response.headersSent) response.destroy();
  else response.writeHead(500).end(String(error));
}

/**
 * Passes a request on as it is, its path letter by letter; the backend is told the site's own host, as if it had been asked
 * itself.
 */
function passOn(incoming: IncomingMessage, outgoing: ServerResponse, backend: string): void {
  const { method = 'GET', headers, url = '/' } = incoming;
  const { hostname, port } = new URL(backend);
  const passed = ask({ hostname, port, path: url, method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  passed.on('error', (error) => fail(outgoing, error));
  incoming.pipe(passed);
}

/**
 * Serves the site with one remote in development on one origin: pages that know the remote's development server, the
 * runtime of Fast Refresh, the shell's development flavour, and the embedded server's own answers for all the rest.
 *
 * Takes the port (0: any free one) and the parts; returns the origin and how to stop.
 */
export async function startSite(site: DevelopmentSite) {
  const files = sirv(site.shell, { dev: true, extensions: [] });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '/' } = request;
    const path = decodeURIComponent(url.split('?', 1)[0] ?? '/');
    if (isPage(request)) {
      send(response, 'text/html', await htmlOf(site, path.length > 1 ? path.replace(/\/$/, '') : path));
    } else if (path === '/registry.json') {
      send(response, 'application/json', JSON.stringify((await planOf(site)).registry));
    } else if (path === REFRESH_ADDRESS) {
      send(response, 'text/javascript', refreshRuntime());
    } else if (path.startsWith(SHELL_ADDRESS)) {
      request.url = url.slice(SHELL_ADDRESS.length - 1);
      files(request, response, () => {
        response.writeHead(404).end();
      });
    } else {
      passOn(request, response, site.backend);
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => fail(response, error));
  });
  server.listen(site.port, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
