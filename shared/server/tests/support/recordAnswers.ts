import { randomUUID } from 'node:crypto';
import type { TestServer, TestUser } from '../../src/testing.ts';

const DAYS = 28;
const dayOf = (number: number) => `2026-11-${String(number).padStart(2, '0')}`;

/** What a person could see of an answer. */
interface Answer {
  status: number;
  type: string | null;
  range: string | null;
  body: string;
}

/** Answers of a server to questions of some people, to be asked again of another one. */
export interface Recorded {
  question: { path: string; method: string; token?: string; body?: string };
  answer: Answer;
}

type Person = TestUser & { token: string; secret: string };

/** Makes a person with tasks on each day, one of them deleted, notes of a remote, a name and a calendar feed. */
async function settle(server: TestServer, number: number): Promise<Person> {
  const user = await server.signUp();
  const { client, id } = user;
  const task = () => client.from('tasks');
  // U+2028 ends a line for some readers; PostgreSQL and JSON let it be.
  for (const [index, title] of ['Plan', 'Ärger, "quoted" \\ and \u2028 more', 'Ünïcode 語 🎯'].entries())
    await task()
      .insert({
        id: randomUUID(),
        title: `${title} of ${number}`,
        task_date: dayOf(index * 7 + 1),
        emoji: '🎯',
      })
      .throwOnError();
  const gone = randomUUID();
  await task()
    .insert({ id: gone, title: 'Gone', task_date: dayOf(1) })
    .throwOnError();
  await task().delete().eq('id', gone).throwOnError();
  await client
    .from('notes_entries')
    .insert({ text: `Note of ${number}` })
    .throwOnError();
  await client
    .from('profiles')
    .update({ display_name: `Anna ${number}` })
    .eq('id', id)
    .throwOnError();
  const { data: secret } = await client.rpc('renew_calendar_feed').throwOnError();
  const { data } = await client.auth.getSession();
  return { ...user, token: data.session?.access_token ?? '', secret: String(secret) };
}

function questionsOf({ token, id, secret }: Person): Recorded['question'][] {
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
    ...['tasks_version', 'own_tables', 'calendar_feed_since'].map((name) => call(name)),
    get(`/rest/v1/profiles?select=id,display_name,created_at&id=eq.${id}`),
    get('/rest/v1/notes_entries?select=id,text,created_at&order=created_at.asc'),
    get('/auth/v1/user'),
    { path: `/calendar/${secret}.ics`, method: 'GET' },
  ];
}

async function ask(server: TestServer, question: Recorded['question']): Promise<Answer> {
  const { path, method, token, body = null } = question;
  const response = await fetch(server.origin + path, {
    method,
    body,
    headers: {
      apikey: server.publishableKey,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== null && { 'content-type': 'application/json' }),
    },
  });
  const { status, headers } = response;
  const [type, range] = [headers.get('content-type'), headers.get('content-range')];
  return { status, type, range, body: await response.text() };
}

/** Makes people, and records what they are answered. */
export async function recordAnswers(server: TestServer, people: number) {
  const persons = await Promise.all(Array.from({ length: people }, (_, number) => settle(server, number)));
  const recorded: Recorded[] = [];
  for (const question of persons.flatMap(questionsOf))
    recorded.push({ question, answer: await ask(server, question) });
  return { persons, recorded };
}

/** Asks the same again. Returns what is answered now. */
export async function askAgain(server: TestServer, recorded: readonly Recorded[]): Promise<Recorded[]> {
  const answers: Recorded[] = [];
  for (const { question } of recorded) answers.push({ question, answer: await ask(server, question) });
  return answers;
}
