import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { once } from 'node:events';
import { storeError } from '@space/store';
import { rulesOf } from './hostRules.ts';
import type { Manifest } from './manifest.ts';

/** A local server that responds as a host would. */
export interface OpenHost {
  origin: string;
  close: () => unknown;
}

/** Starts a server that simulates a static host. */
async function openSimulation(folder: string, host: Exclude<Manifest['host'], 'nginx'>): Promise<OpenHost> {
  const respond = await rulesOf(folder, host);
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const { status, headers, file } = respond(path);
    response.writeHead(status, headers);
    if (file === null || request.method === 'HEAD') response.end();
    else createReadStream(join(folder, file)).pipe(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The address of a listening TCP server is never a string or null.
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://127.0.0.1:${port}`, close };
}

/** Serves an export as its host would: with nginx itself, or with a server that simulates the host. */
export async function openHost(folder: string, { host }: Manifest): Promise<OpenHost> {
  if (host !== 'nginx') return openSimulation(folder, host);
  const { findNginx, serveByNginx } = await import('./nginxHere.ts');
  const nginx = findNginx();
  if (nginx === null)
    throw storeError(
      'There is no nginx on this machine: install it, name it in NGINX_PATH, or check the real site with --at.',
    );
  return serveByNginx(nginx, folder);
}
