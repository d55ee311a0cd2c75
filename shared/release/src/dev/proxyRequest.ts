import { request as requestHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { request as requestHttps } from 'node:https';
import { errorMessage } from '@space/store';

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
