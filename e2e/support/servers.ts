import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const TYPES: Record<string, string> = {
  js: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  woff2: 'font/woff2',
};

interface Options {
  /** The folder that it serves, to every origin. Absent: none. */
  folder?: string;
  /** Changes the text of served scripts and JSON. */
  change?: (text: string) => string;
  /** Where it redirects requests for the entry. */
  redirectTo?: string;
}

export async function startOtherOrigin({ folder, change, redirectTo }: Options) {
  const reached: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://other');
    reached.push(pathname);
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    if (redirectTo !== undefined && pathname.endsWith('remoteEntry.js')) {
      response.writeHead(302, { Location: redirectTo }).end();
      return;
    }
    try {
      if (folder === undefined) throw new Error('nothing is served');
      const bytes = readFileSync(join(folder, pathname));
      const extension = pathname.split('.').at(-1) ?? '';
      response.setHeader('Content-Type', TYPES[extension] ?? 'application/octet-stream');
      response.end(extension.startsWith('js') && change ? change(bytes.toString()) : bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  return { ...(await listen(server)), reached };
}

/** Starts a server on a free port; `close` also ends its open connections. */
export async function listen(server: Server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The address of a listening TCP server is an object.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
