import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

// Sends requests from a process of its own, so that their processor time is not the server's, and prints what they took.

/** Clients that each send the next request after the answer to the last. {client} and {n} in headers and body are numbers. */
export interface Load {
  origin: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
  clients: number;
  /** How many requests all clients send together, or for how many seconds they send. */
  requests?: number;
  seconds?: number;
  /** Between two requests of a client. */
  pauseMilliseconds?: number;
}

export interface Answers {
  milliseconds: number[];
  /** How many requests were answered with each status. */
  statuses: Record<string, number>;
}

const load = JSON.parse(process.argv[2] ?? '') as Load; // run.ts writes it
const { origin, path, method, clients, requests = Infinity, seconds = Infinity } = load;
const agent = new Agent({ keepAlive: true, maxSockets: clients });
const end = performance.now() + seconds * 1000;
const answers: Answers = { milliseconds: [], statuses: {} };
let sent = 0;

function send(fill: (text: string) => string): Promise<number> {
  const headers = Object.entries(load.headers).map(([name, value]) => [name, fill(value)]);
  return new Promise((resolve, reject) => {
    const options = { method, agent, headers: Object.fromEntries(headers) as Record<string, string> };
    const outgoing = request(`${origin}${path}`, options, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    outgoing.on('error', reject).end(fill(load.body ?? ''));
  });
}

async function work(client: number): Promise<void> {
  while (sent < requests && performance.now() < end) {
    const number = sent++;
    const start = performance.now();
    const status = await send((text) => text.replace('{client}', `${client}`).replace('{n}', `${number}`));
    answers.milliseconds.push(performance.now() - start);
    answers.statuses[status] = (answers.statuses[status] ?? 0) + 1;
    if (load.pauseMilliseconds) await wait(load.pauseMilliseconds);
  }
}

await Promise.all(Array.from({ length: clients }, (_, client) => work(client)));
console.log(JSON.stringify(answers));
agent.destroy();
