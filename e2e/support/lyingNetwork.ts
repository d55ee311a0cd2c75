import { createServer, request } from 'node:http';
import { listen } from './servers.ts';

/**
 * What happens to every request of a browser, including its service worker's: it is forwarded ('honest'), answered with a
 * hotel's sign-in page ('portal'), lost on the way to the server ('silent'), or its response is lost ('deaf').
 */
type NetworkMode = 'honest' | 'portal' | 'silent' | 'deaf';

export const HOTEL = 'Please sign in to the hotel network';

/** A proxy between a browser and a site, with an origin of its own. Initially 'honest'. */
export async function startLyingNetwork(site: string) {
  let mode: NetworkMode = 'honest';
  const network = createServer((incoming, outgoing) => {
    const isDeaf = mode === 'deaf';
    if (mode === 'silent') return incoming.resume();
    if (mode === 'portal')
      return outgoing.setHeader('Content-Type', 'text/html').end(`<!doctype html><h1>${HOTEL}</h1>`);
    const { method = 'GET', headers, url = '/' } = incoming;
    const upstream = request(site + url, { method, headers }, (answer) => {
      if (isDeaf) return answer.resume();
      return answer.pipe(outgoing.writeHead(answer.statusCode ?? 0, answer.headers));
    });
    upstream.on('error', () => outgoing.destroy());
    outgoing.on('close', () => upstream.destroy());
    return incoming.pipe(upstream);
  });
  const listening = await listen(network);
  return {
    ...listening,
    setMode(next: NetworkMode): void {
      mode = next;
      // What is open keeps the behaviour from when it was opened.
      network.closeAllConnections();
    },
  };
}
