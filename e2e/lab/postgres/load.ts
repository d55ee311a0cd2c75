import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';

/** The value below which a share of all values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

export interface Person {
  address: string;
  email: string;
  /** The headers of each of their requests. */
  headers: Record<string, string>;
  /** The same without their session. */
  plain: Record<string, string>;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Sends a request as a proxy on this machine would for a user. Returns the status and the body. */
export function send(
  origin: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: object,
): Promise<{ status: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const outgoing = request(`${origin}${path}`, { method, agent, headers }, (response) => {
    let text = '';
    response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    response.on('error', reject);
  });
  outgoing.on('error', (error) => {
    // The server closed an idle connection just as it was reused: retry.
    if (outgoing.reusedSocket) resolve(send(origin, method, path, headers, body));
    else reject(error);
  });
  outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  return promise;
}

/** The credentials of a user of `signUp`. */
export const credentialsOf = (email: string) => ({ email, password: 'Passw0rd!' });

/** Signs up users, each from its own client address, because rate limits count by address. */
export async function signUp(origin: string, apikey: string, count: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let index = 0; index < count; index += 1) {
    const address = `10.0.0.${index + 1}`;
    const plain = { apikey, 'content-type': 'application/json', 'x-forwarded-for': address };
    const email = `${randomUUID()}@example.com`;
    const { text } = await send(origin, 'POST', '/auth/v1/signup', plain, credentialsOf(email));
    const { access_token: token } = JSON.parse(text) as { access_token: string }; // the response of GoTrue
    people.push({ address, email, plain, headers: { ...plain, authorization: `Bearer ${token}` } });
  }
  return people;
}

const WEEK = '/rest/v1/tasks?select=*&task_date=gte.2026-11-16&task_date=lte.2026-11-22';
/** Sends one request of a user. Returns the response's status. */
export type Sender = (origin: string, headers: Record<string, string>) => Promise<number>;

export const readWeek: Sender = async (origin, headers) => (await send(origin, 'GET', WEEK, headers)).status;

/** A new task in that week. */
export function taskOfWeek() {
  const id = randomUUID();
  return { id, task: { id, title: 'Plan', task_date: '2026-11-20' } };
}

export const writeTask: Sender = async (origin, headers) => {
  const { task } = taskOfWeek();
  return (await send(origin, 'POST', '/rest/v1/tasks', headers, task)).status;
};

/** Reads for each write: users read more often than they write. */
const READS = 9;

/**
 * Lets users read their week and add tasks, each sending the next request after the response to the last, to the servers in
 * rotation. Returns the duration of each request, and how many were refused.
 */
export async function load(origins: readonly string[], people: readonly Person[], seconds: number) {
  const milliseconds: number[] = [];
  let refused = 0;
  let next = 0;
  const end = performance.now() + seconds * 1000;
  const simulateUser = async ({ headers }: Person) => {
    for (let count = 0; performance.now() < end; count += 1) {
      const origin = origins[(next += 1) % origins.length] ?? '';
      const start = performance.now();
      const isWrite = count % (READS + 1) === READS;
      const status = await (isWrite ? writeTask : readWeek)(origin, headers);
      milliseconds.push(performance.now() - start);
      if (status >= 300) refused += 1;
    }
  };
  await Promise.all(people.map(simulateUser));
  return { milliseconds, refused };
}
