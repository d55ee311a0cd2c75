import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { startError } from '../startError.ts';
import { RESPONSE_HEADERS, textResponse, type Env } from './respond.ts';

const OPTIONS = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  // Longer than proxies keep idle connections (nginx 60 s, Caddy 120 s): otherwise requests are lost.
  keepAliveTimeout: 130_000,
  maxHeaderSize: 16 * 1024,
};
const CLOSE_TIMEOUT_MILLISECONDS = 2000;

const HOST = /^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;
const FORBIDDEN = /[^\x21-\x7e]|\\|%(2f|5c|[01][0-9a-f]|7f)/i;

/** Whether all parts of the server read a target in the same way. Hono would repair what it can. */
function isCanonical({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): boolean {
  const [path = '', ...rest] = url.split('?');
  const query = rest.join('?');
  const { host = '' } = headers;
  // No URL has `999.1.1.1` or port 99999.
  if (!HOST.test(host) || !URL.canParse(`http://${host}`)) return false;
  if (!path.startsWith('/') || FORBIDDEN.test(path)) return false;
  if (/[^\x21-\x7e]|\\/.test(query) || path.includes('#') || query.includes('#')) return false;
  return URL.canParse(path, 'http://site') && new URL(path, 'http://site').pathname === path;
}

// Refresh makes browsers reload.
const starting = () => textResponse(503, 'Better Space is starting', { 'Retry-After': '1', Refresh: '1' });

/** Rejects with a StartError, which names the variable that sets the port. */
export async function listen(port: number, host: string, variable = 'PORT') {
  let fetch: Hono<Env>['fetch'] = starting;
  const answer = getRequestListener((request, env) => fetch(request, env));
  const server = createServer(OPTIONS, (incoming, outgoing) => {
    if (isCanonical(incoming)) void answer(incoming, outgoing);
    else
      outgoing
        .writeHead(400, { ...RESPONSE_HEADERS, 'Content-Type': 'text/plain', Connection: 'close' })
        .end('Bad request');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(describeListenError(error, port, host, variable)));
    server.listen(port, host, resolve);
  });
  // Of a TCP server.
  const { port: takenPort } = server.address() as AddressInfo;
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const name = isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host;

  return {
    origin: `http://${name}:${takenPort}`,
    /** Sets the routes. Until then every request gets a 503. */
    serve: (app: Hono<Env>) => void (fetch = app.fetch),
    /** Gives running requests two seconds to finish. */
    close: (): Promise<void> =>
      new Promise((resolve) => {
        setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MILLISECONDS).unref();
        server.close(() => resolve());
      }),
  };
}

function describeListenError(error: NodeJS.ErrnoException, port: number, host: string, variable: string) {
  const noSuchHost = `This machine has no address ${host} to listen on. Correct HOST or leave it out.`;
  const messages: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is already in use. Stop the program that uses it, or set ${variable} to another port.`,
    EACCES: `Port ${port} may not be used by this account. Set ${variable} to one above 1023.`,
    EADDRNOTAVAIL: noSuchHost,
    ENOTFOUND: noSuchHost,
  };
  const message = messages[error.code ?? ''] ?? `Could not listen on port ${port}: ${error.message}.`;
  return startError(message, error);
}
