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
  /** What each of their requests says. */
  headers: Record<string, string>;
  /** The same without their session. */
  plain: Record<string, string>;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Asks a server as this machine's proxy would for a person. Returns the status and the body. */
export function ask(
  origin: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: object,
): Promise<{ status: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const sent = request(`${origin}${path}`, { method, agent, headers }, (answer) => {
    let text = '';
    answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    answer.on('error', reject);
  });
  sent.on('error', (error) => {
    // The server ended a connection that was idle, at the moment it was used again.
    if (sent.reusedSocket) resolve(ask(origin, method, path, headers, body));
    else reject(error);
  });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  return promise;
}

/** What such a person signs in with. */
export const credentialsOf = (email: string) => ({ email, password: 'Passw0rd!' });

/** Signs people up, each from an address of their own: limits count by it. */
export async function signUp(origin: string, apikey: string, count: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let index = 0; index < count; index += 1) {
    const address = `10.0.0.${index + 1}`;
    const plain = { apikey, 'content-type': 'application/json', 'x-forwarded-for': address };
    const email = `${randomUUID()}@example.com`;
    const { text } = await ask(origin, 'POST', '/auth/v1/signup', plain, credentialsOf(email));
    const { access_token: token } = JSON.parse(text) as { access_token: string }; // as GoTrue answers
    people.push({ address, email, plain, headers: { ...plain, authorization: `Bearer ${token}` } });
  }
  return people;
}

const WEEK = '/rest/v1/tasks?select=*&task_date=gte.2026-11-16&task_date=lte.2026-11-22';
/** Asks a server for a person. Returns the status of the answer. */
export type Ask = (origin: string, headers: Record<string, string>) => Promise<number>;

export const readWeek: Ask = async (origin, headers) => (await ask(origin, 'GET', WEEK, headers)).status;

/** A new task of that week. */
export function taskOfWeek() {
  const id = randomUUID();
  return { id, task: { id, title: 'Plan', task_date: '2026-11-20' } };
}

export const writeTask: Ask = async (origin, headers) => {
  const { task } = taskOfWeek();
  return (await ask(origin, 'POST', '/rest/v1/tasks', headers, task)).status;
};

/** Of ten requests, one adds a task: a person looks more often than they write. */
const READS = 9;

/**
 * People read their week and add tasks, each as soon as their last answer is there, at servers in turn. Returns how long each request
 * took, and how many were refused.
 */
export async function load(origins: readonly string[], people: readonly Person[], seconds: number) {
  const milliseconds: number[] = [];
  let refused = 0;
  let next = 0;
  const end = performance.now() + seconds * 1000;
  const one = async ({ headers }: Person) => {
    for (let count = 0; performance.now() < end; count += 1) {
      const origin = origins[(next += 1) % origins.length] ?? '';
      const start = performance.now();
      const isWrite = count % (READS + 1) === READS;
      const status = await (isWrite ? writeTask : readWeek)(origin, headers);
      milliseconds.push(performance.now() - start);
      if (status >= 300) refused += 1;
    }
  };
  await Promise.all(people.map(one));
  return { milliseconds, refused };
}
