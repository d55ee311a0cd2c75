import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

/** Takes a server and a port of this machine (0: any free one); returns the server's origin. Throws what listening throws. */
async function listen(server: Server, port: number): Promise<string> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server that listens has one
}

/** Listens where people expect the site. Throws a sentence that names the variable when the port is taken. */
export function listenAt(server: Server, port: number, variable: string): Promise<string> {
  return listen(server, port).catch((error: unknown) => {
    if (!isTaken(error)) throw error;
    throw new Error(
      `Port ${port} is already in use. Stop the program that uses it, or set ${variable} to another port.`,
      { cause: error },
    );
  });
}

/** Listens at a port, or at any free one when that is taken: two sites in development share no address. */
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
