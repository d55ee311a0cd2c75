import { once } from 'node:events';
import { Agent, request as sendRequest } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';

/** A certificate and its key, in PEM. */
export interface Certificate {
  cert: string;
  key: string;
}

/** Headers of a connection, which HTTP/2 does not allow. */
const CONNECTION_HEADERS = ['connection', 'keep-alive', 'transfer-encoding'];

/**
 * Starts a proxy that speaks HTTP/2 over TLS in front of a server, as sites have one. Node's own `fetch` gets HTTP/1.1. Returns
 * its address, and `close`.
 */
export async function startHttp2Proxy(serverOrigin: string, certificate: Certificate) {
  const { hostname, port } = new URL(serverOrigin);
  const agent = new Agent({ keepAlive: true });
  const proxy = createSecureServer({ ...certificate, allowHTTP1: true }, (request, response) => {
    const { ':authority': authority = request.headers.host ?? '' } = request.headers;
    const own = Object.entries(request.headers).filter(([name]) => !name.startsWith(':'));
    const headers = { ...Object.fromEntries(own), host: authority, 'x-forwarded-proto': 'https' };
    const { method, url: path } = request;
    const forwarded = sendRequest({ agent, hostname, port, method, path, headers }, (answer) => {
      const entries = Object.entries(answer.headers).filter(([name]) => !CONNECTION_HEADERS.includes(name));
      response.writeHead(answer.statusCode ?? 502, Object.fromEntries(entries));
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    response.on('close', () => forwarded.destroy());
    request.pipe(forwarded);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port: ownPort } = proxy.address() as AddressInfo; // a listening TCP server has an address
  return {
    origin: `https://127.0.0.1:${ownPort}`,
    close(): void {
      proxy.close();
      agent.destroy();
    },
  };
}
