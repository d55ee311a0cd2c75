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
  /** What it serves, for every site that asks. Absent: nothing. */
  folder?: string;
  /** Changes the text of scripts and notes on their way. */
  change?: (text: string) => string;
  /** Where it sends everybody who asks for the entry. */
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
      const ending = pathname.split('.').at(-1) ?? '';
      response.setHeader('Content-Type', TYPES[ending] ?? 'application/octet-stream');
      response.end(ending.startsWith('js') && change ? change(bytes.toString()) : bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  return { ...(await listening(server)), reached };
}

/** Lets a server listen on a free port; closing it cuts its lines. */
export async function listening(server: Server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Of a TCP server that listens.
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
