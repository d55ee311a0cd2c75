import { once } from 'node:events';
import { request as requestHttp, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { errorMessage } from '@space/store';

/**
 * Listens at a local port (0: any free one); returns the server's origin. If the port is in use it throws an Error that names
 * the environment variable for it; without one it takes any free port, so that several sites can be developed in parallel.
 */
export async function listen(server: Server, port: number, variable?: string): Promise<string> {
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    if (variable === undefined) return listen(server, 0);
    throw new Error(
      `Port ${port} is already in use. Stop the program that uses it, or set ${variable} to another port.`,
      { cause: error },
    );
  }
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a listening TCP server has a port
}

/** Logs an error and responds with 500, or aborts the response if it has already begun. */
export function fail(response: ServerResponse, error: unknown): void {
  console.error(errorMessage(error));
  if (response.headersSent) response.destroy();
  else response.writeHead(500).end(String(error));
}

/**
 * Proxies a request to another server, with the path unchanged. Takes the request, the response, the target's origin, and
 * headers that replace those of the request; without any, the target sees the host of the original request.
 */
export function proxyRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  origin: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const send = origin.startsWith('https:') ? requestHttps : requestHttp;
  const { method = 'GET', url = '/' } = incoming;
  // Not `new URL(url, origin)`, which would normalize the path.
  const { hostname, port } = new URL(origin);
  const options = { hostname, port, path: url, method, headers: { ...incoming.headers, ...headers } };
  const proxied = send(options, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(outgoing);
  });
  proxied.on('error', (error) => fail(outgoing, error));
  incoming.pipe(proxied);
}
