import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** Occupies a free port of this machine until `release` is called. */
export async function takePort(): Promise<{ port: number; release: () => Promise<unknown> }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a server that listens on TCP has one
  return { port, release: () => once(server.close(), 'close') };
}

/** Returns a port on which nothing listens at the moment. */
export async function freePort(): Promise<number> {
  const { port, release } = await takePort();
  await release();
  return port;
}
