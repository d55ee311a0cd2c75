import { Agent as PlainAgent, request as askPlain } from 'node:http';

export type Counts = Record<number, number>;

export type Shot = (index: number) => { path: string; headers: Record<string, string>; body: string };

/** Sends POSTs, `clients` at a time, until `goesOn` says no. Counts the statuses; 0: the connection failed. */
export async function hammer(
  origin: string,
  clients: number,
  shot: Shot,
  goesOn: (index: number) => boolean,
): Promise<Counts> {
  const agent = new PlainAgent({ keepAlive: true, maxSockets: clients });
  const counts: Counts = {};
  let next = 0;
  async function client(): Promise<void> {
    while (goesOn(next)) {
      const status = await post(origin, agent, shot(next++));
      counts[status] = (counts[status] ?? 0) + 1;
    }
  }
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  return counts;
}

function post(origin: string, agent: PlainAgent, { path, headers, body }: ReturnType<Shot>): Promise<number> {
  return new Promise((resolve) => {
    const length = { 'Content-Length': Buffer.byteLength(body), 'Content-Type': 'application/json' };
    const sent = askPlain(
      `${origin}${path}`,
      { method: 'POST', agent, headers: { ...length, ...headers } },
      (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode ?? 0));
        answer.on('error', () => resolve(0));
      },
    );
    sent.on('error', () => resolve(0));
    sent.end(body);
  });
}

export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Counts in words: '429 ×99,000, 400 ×1,000'. */
export function wordsOf(counts: Counts): string {
  return Object.entries(counts)
    .map(([status, count]) => `${status} ×${count.toLocaleString('en')}`)
    .join(', ');
}
