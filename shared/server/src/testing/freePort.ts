import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** Takes a port of this machine, until it is released. */
export async function takePort(): Promise<{ port: number; release: () => Promise<unknown> }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // of a server that listens on TCP
  return { port, release: () => once(server.close(), 'close') };
}

/** A port that nothing listens on now. */
export async function freePort(): Promise<number> {
  const { port, release } = await takePort();
  await release();
  return port;
}
