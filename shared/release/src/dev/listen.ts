import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

/** Listens at a local port (0: any free one); returns the server's origin. Throws if the port is in use. */
async function listen(server: Server, port: number): Promise<string> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a listening TCP server has a port
}

/** Listens at a port. Throws an Error that names the environment variable for the port when it is in use. */
export function listenAt(server: Server, port: number, variable: string): Promise<string> {
  return listen(server, port).catch((error: unknown) => {
    if (!isTaken(error)) throw error;
    throw new Error(
      `Port ${port} is already in use. Stop the program that uses it, or set ${variable} to another port.`,
      { cause: error },
    );
  });
}

/** Listens at a port, or at any free one if it is in use, so that several development sites can run in parallel. */
export function listenNear(server: Server, port: number): Promise<string> {
  return listen(server, port).catch((error: unknown) => {
    if (!isTaken(error)) throw error;
    return listen(server, 0);
  });
}

/** Ends a server and every connection to it. */
export async function endServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
