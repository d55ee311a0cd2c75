import { createServer, request as ask } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { REFRESH_ADDRESS, refreshRuntime } from '@space/federation/refreshRuntime';
import sirv from 'sirv';
import { SHELL_ADDRESS } from './developmentPages.ts';
import type { DevelopmentPages } from './developmentPages.ts';

interface DevelopmentSiteOptions {
  port: number;
  pages: DevelopmentPages;
  /** The folder of the shell's development flavour. */
  shell: string;
  /** The server of everything else: the backend and the releases in the store. */
  backend: string;
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
export async function startSite({ port, pages, shell, backend }: DevelopmentSiteOptions) {
  const files = sirv(shell, { dev: true, extensions: [] });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '/' } = request;
    const path = decodeURIComponent(url.split('?', 1)[0] ?? '/');
    if (isPage(request)) {
      send(response, 'text/html', await pages.html(path.length > 1 ? path.replace(/\/$/, '') : path));
    } else if (path === '/registry.json') {
      send(response, 'application/json', JSON.stringify(await pages.registry()));
    } else if (path === REFRESH_ADDRESS) {
      send(response, 'text/javascript', refreshRuntime());
    } else if (path.startsWith(SHELL_ADDRESS)) {
      request.url = url.slice(SHELL_ADDRESS.length - 1);
      files(request, response, () => {
        response.writeHead(404).end();
      });
    } else {
      passOn(request, response, backend);
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => fail(response, error));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo; // a TCP server that listens has one
  return {
    origin: `http://127.0.0.1:${taken}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
