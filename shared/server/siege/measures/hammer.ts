import { Agent as PlainAgent, request as requestPlain } from 'node:http';

export type Counts = Record<number, number>;

export type Post = (index: number) => { path: string; headers: Record<string, string>; body: string };

/** Sends POSTs, `clients` at a time, until `shouldContinue` returns false. Returns a count per status; 0: the connection failed. */
export async function hammer(
  origin: string,
  clients: number,
  postOf: Post,
  shouldContinue: (index: number) => boolean,
): Promise<Counts> {
  const agent = new PlainAgent({ keepAlive: true, maxSockets: clients });
  const counts: Counts = {};
  let next = 0;
  async function client(): Promise<void> {
    while (shouldContinue(next)) {
      const status = await send(origin, agent, postOf(next++));
      counts[status] = (counts[status] ?? 0) + 1;
    }
  }
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  return counts;
}

function send(origin: string, agent: PlainAgent, { path, headers, body }: ReturnType<Post>): Promise<number> {
  return new Promise((resolve) => {
    const length = { 'Content-Length': Buffer.byteLength(body), 'Content-Type': 'application/json' };
    const sent = requestPlain(
      `${origin}${path}`,
      { method: 'POST', agent, headers: { ...length, ...headers } },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
        response.on('error', () => resolve(0));
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

/** Formats counts: '429 ×99,000, 400 ×1,000'. */
export function formatCounts(counts: Counts): string {
  return Object.entries(counts)
    .map(([status, count]) => `${status} ×${count.toLocaleString('en')}`)
    .join(', ');
}
