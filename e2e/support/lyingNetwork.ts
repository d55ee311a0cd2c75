import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * What becomes of everything that a browser sends, its service worker's requests included: it is brought on, answered by a
 * hotel's sign-in page, or not answered at all: because nothing arrives ('silent'), or because no answer comes back ('deaf').
 */
export type Manner = 'honest' | 'portal' | 'silent' | 'deaf';

export const HOTEL = 'Please sign in to the hotel network';

/** A network between a browser and a site, at an address of its own. Honest to begin with. */
export async function startLyingNetwork(site: string) {
  const { hostname, port } = new URL(site);
  const lines = new Set<Socket>();
  let manner: Manner = 'honest';

  const hotel = createHttpServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(`<!doctype html><title>Hotel</title><h1>${HOTEL}</h1>`);
  });

  function follow(line: Socket): Socket {
    lines.add(line);
    return line.on('error', () => {}).on('close', () => lines.delete(line));
  }

  const network = createServer((line) => {
    follow(line);
    if (manner === 'portal') hotel.emit('connection', line);
    else if (manner === 'silent') line.resume();
    else {
      const onward = follow(connect(Number(port), hostname));
      line.pipe(onward);
      line.on('close', () => onward.destroy());
      if (manner === 'deaf') onward.resume();
      else onward.pipe(line).on('error', () => onward.destroy());
    }
  });
  network.listen(0, '127.0.0.1');
  await once(network, 'listening');
  // Of a TCP server that listens.
  const address = network.address() as AddressInfo;

  /** Lines that are open behave as they did when they were opened: they are cut. */
  function cut(): void {
    for (const line of lines) line.destroy();
  }

  return {
    origin: `http://127.0.0.1:${address.port}`,
    behave(next: Manner): void {
      manner = next;
      cut();
    },
    close(): void {
      network.close();
      cut();
    },
  };
}
