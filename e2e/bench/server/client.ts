// Sends requests from a process of its own, so that their processor time is not the server's. Prints the milliseconds of each.

/** Clients that each send the next request after the answer to the last. {client} and {n} in headers and body are numbers. */
export interface Load {
  address: string;
  init: { method?: string; headers: object; body?: string };
  clients?: number;
  /** How many requests all clients send together, or for how many seconds they send. */
  requests?: number;
  seconds?: number;
  /** Milliseconds between two requests of a client. */
  pause?: number;
}

const load = JSON.parse(process.argv[2] ?? '') as Load; // run.ts writes it
const { address, init, clients = 1, requests = Infinity, seconds = Infinity, pause = 0 } = load;
const end = performance.now() + seconds * 1000;
const milliseconds: number[] = [];
let sent = 0;

async function work(client: number): Promise<void> {
  while (sent < requests && performance.now() < end) {
    const filled = JSON.stringify(init).replaceAll('{client}', `${client}`).replaceAll('{n}', `${sent++}`);
    const start = performance.now();
    const response = await fetch(address, JSON.parse(filled) as RequestInit);
    await response.arrayBuffer();
    milliseconds.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

await Promise.all(Array.from({ length: clients }, (_, client) => work(client)));
console.log(JSON.stringify(milliseconds));
