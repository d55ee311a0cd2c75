import { randomUUID } from 'node:crypto';
import type { TestServer, TestUser } from '../../src/testing.ts';

const DAYS = 28;
const dayOf = (number: number) => `2026-11-${String(number).padStart(2, '0')}`;

/** The parts of a response that a user can observe. */
interface ObservedResponse {
  status: number;
  type: string | null;
  range: string | null;
  body: string;
}

/** A request of a user and the response of a server, to be compared with the response of another server. */
export interface Recorded {
  request: { path: string; method: string; token?: string; body?: string };
  response: ObservedResponse;
}

type Person = TestUser & { token: string; secret: string };

/** Creates a user with tasks on several days, a deleted task, notes of a remote, a name and a calendar feed. */
async function addUser(server: TestServer, number: number): Promise<Person> {
  const user = await server.signUp();
  const { client, id } = user;
  const task = () => client.from('tasks');
  // U+2028 ends a line for some parsers, but not for PostgreSQL and JSON.
  for (const [index, title] of ['Plan', 'Ärger, "quoted" \\ and \u2028 more', 'Ünïcode 語 🎯'].entries())
    await task()
      .insert({
        id: randomUUID(),
        title: `${title} of ${number}`,
        task_date: dayOf(index * 7 + 1),
        emoji: '🎯',
      })
      .throwOnError();
  const deletedId = randomUUID();
  await task()
    .insert({ id: deletedId, title: 'Gone', task_date: dayOf(1) })
    .throwOnError();
  await task().delete().eq('id', deletedId).throwOnError();
  await client
    .from('profiles')
    .update({ display_name: `Anna ${number}` })
    .eq('id', id)
    .throwOnError();
  const { data: secret } = await client.rpc('renew_calendar_feed').throwOnError();
  const { data } = await client.auth.getSession();
  return { ...user, token: data.session?.access_token ?? '', secret: String(secret) };
}

function requestsOf({ token, id, secret }: Person): Recorded['request'][] {
  const get = (path: string) => ({ path, method: 'GET', token });
  const call = (name: string, body: object = {}) => ({
    path: `/rest/v1/rpc/${name}`,
    method: 'POST',
    token,
    body: JSON.stringify(body),
  });
  const weeks = Array.from({ length: DAYS }, (_, index) =>
    get(
      `/rest/v1/tasks?select=*&task_date=gte.${dayOf(index + 1)}&task_date=lt.${dayOf(Math.min(index + 8, 30))}&order=created_at.asc,id.asc`,
    ),
  );
  return [
    ...weeks,
    ...['plan', 'arger', '語', 'ünïcode', 'nothing'].map((search) => call('search_tasks', { search })),
    ...['tasks_version', 'calendar_feed_since'].map((name) => call(name)),
    get(`/rest/v1/profiles?select=id,display_name,created_at&id=eq.${id}`),
    get('/auth/v1/user'),
    { path: `/calendar/${secret}.ics`, method: 'GET' },
  ];
}

async function send(server: TestServer, request: Recorded['request']): Promise<ObservedResponse> {
  const { path, method, token, body = null } = request;
  const fetched = await fetch(server.origin + path, {
    method,
    body,
    headers: {
      apikey: server.publishableKey,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== null && { 'content-type': 'application/json' }),
    },
  });
  const { status, headers } = fetched;
  const [type, range] = [headers.get('content-type'), headers.get('content-range')];
  return { status, type, range, body: await fetched.text() };
}

/** Creates users. Records their requests and the responses. */
export async function recordResponses(server: TestServer, count: number) {
  const persons = await Promise.all(Array.from({ length: count }, (_, number) => addUser(server, number)));
  const recorded: Recorded[] = [];
  for (const request of persons.flatMap(requestsOf))
    recorded.push({ request, response: await send(server, request) });
  return { persons, recorded };
}

/** Sends the recorded requests again. Returns them with the new responses. */
export async function replayRequests(server: TestServer, recorded: readonly Recorded[]): Promise<Recorded[]> {
  const replayed: Recorded[] = [];
  for (const { request } of recorded) replayed.push({ request, response: await send(server, request) });
  return replayed;
}
