import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * What happens to every request of a browser, including its service worker's: it is forwarded ('honest'), answered with a
 * hotel's sign-in page ('portal'), lost on the way to the server ('silent'), or its response is lost ('deaf').
 */
type NetworkMode = 'honest' | 'portal' | 'silent' | 'deaf';

export const HOTEL = 'Please sign in to the hotel network';

/** A proxy between a browser and a site, with an origin of its own. Initially 'honest'. */
export async function startLyingNetwork(site: string) {
  const { hostname, port } = new URL(site);
  const connections = new Set<Socket>();
  let mode: NetworkMode = 'honest';

  const hotel = createHttpServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(`<!doctype html><title>Hotel</title><h1>${HOTEL}</h1>`);
  });

  function track(connection: Socket): Socket {
    connections.add(connection);
    return connection.on('error', () => {}).on('close', () => connections.delete(connection));
  }

  const network = createServer((connection) => {
    track(connection);
    if (mode === 'portal') hotel.emit('connection', connection);
    else if (mode === 'silent') connection.resume();
    else {
      const upstream = track(connect(Number(port), hostname));
      connection.pipe(upstream);
      connection.on('close', () => upstream.destroy());
      if (mode === 'deaf') upstream.resume();
      else upstream.pipe(connection).on('error', () => upstream.destroy());
    }
  });
  network.listen(0, '127.0.0.1');
  await once(network, 'listening');
  // The address of a listening TCP server is an object.
  const address = network.address() as AddressInfo;

  /** Closes open connections, which would keep the behaviour from when they were opened. */
  function closeConnections(): void {
    for (const connection of connections) connection.destroy();
  }

  return {
    origin: `http://127.0.0.1:${address.port}`,
    setMode(next: NetworkMode): void {
      mode = next;
      closeConnections();
    },
    close(): void {
      network.close();
      closeConnections();
    },
  };
}
