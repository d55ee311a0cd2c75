import { randomUUID } from 'node:crypto';
import { type Answer, jsonOf, type Send, type Sent, textIn } from './send.ts';

export interface Person {
  id: string;
  email: string;
  password: string;
  token: string;
  refreshToken: string;
  /** Where they sit, as a proxy would say it. */
  address: string;
}

export interface Door {
  send: Send;
  publishableKey: string;
  operatorOrigin: string;
}

const WEEK = 'task_date=gte.2026-11-16&task_date=lte.2026-11-22';
export const PASSWORD = 'Passw0rd!';

let addresses = 0;
/** An address that has not been seen yet, as TRUST_PROXY lets it be said. */
export function newAddress(): string {
  addresses += 1;
  return `198.18.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
}

export function ask(
  { send, publishableKey }: Door,
  method: string,
  path: string,
  options: { body?: unknown; token?: string; address?: string; headers?: Sent['headers'] } = {},
): Promise<Answer> {
  const { body, token, address, headers } = options;
  return send({
    method,
    path,
    headers: {
      apikey: publishableKey,
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(address === undefined ? {} : { 'X-Forwarded-For': address }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** The address in the newest mail to a person, or ''. */
export async function newestLink({ operatorOrigin }: Door, email: string): Promise<string> {
  const mails: unknown = await (await fetch(`${operatorOrigin}/outbox.json`)).json();
  if (!Array.isArray(mails)) return '';
  // As the outbox writes them.
  const mail = (mails as { to: string; link: string | null }[]).find(({ to }) => to === email);
  return mail?.link ?? '';
}

export function tokenOf(link: string): string {
  return link === '' ? '' : (new URL(link).searchParams.get('token_hash') ?? '');
}

function personOf(answer: Answer, known: Pick<Person, 'email' | 'password' | 'address'>): Person {
  const { user } = jsonOf(answer);
  const id = typeof user === 'object' && user !== null ? Reflect.get(user, 'id') : '';
  return {
    ...known,
    id: String(id),
    token: textIn(answer, 'access_token'),
    refreshToken: textIn(answer, 'refresh_token'),
  };
}

/** Makes an account, by the link of its mail where that is asked for. Throws when a step is refused. */
export async function signUp(
  door: Door,
  email = `${randomUUID()}@example.com`,
  address = newAddress(),
): Promise<Person> {
  const known = { email, password: PASSWORD, address };
  const made = await ask(door, 'POST', '/auth/v1/signup', { body: { email, password: PASSWORD }, address });
  if (textIn(made, 'access_token') !== '') return personOf(made, known);
  const body = { token_hash: tokenOf(await newestLink(door, email)), type: 'signup' };
  const confirmed = await ask(door, 'POST', '/auth/v1/verify', { body, address });
  if (confirmed.status !== 200)
    throw new Error(`A sign-up was answered ${made.status}, its link ${confirmed.status}`);
  return personOf(confirmed, known);
}

/** Signs in. Returns the answer beside the person, who has no token when it was refused. */
export async function signIn(
  door: Door,
  { email, password, address }: Pick<Person, 'email' | 'password' | 'address'>,
): Promise<{ answer: Answer; person: Person }> {
  const body = { email, password };
  const answer = await ask(door, 'POST', '/auth/v1/token?grant_type=password', { body, address });
  return { answer, person: personOf(answer, { email, password, address }) };
}

export const recover = (door: Door, email: string, address: string) =>
  ask(door, 'POST', '/auth/v1/recover', { body: { email }, address });

export const redeem = (door: Door, tokenHash: string, address: string, type = 'recovery') =>
  ask(door, 'POST', '/auth/v1/verify', { body: { token_hash: tokenHash, type }, address });

export const refresh = (door: Door, refreshToken: string) =>
  ask(door, 'POST', '/auth/v1/token?grant_type=refresh_token', { body: { refresh_token: refreshToken } });

export function addTask(door: Door, person: Person, title: string, more: object = {}): Promise<Answer> {
  const body = { title, task_date: '2026-11-20', user_id: person.id, ...more };
  return ask(door, 'POST', '/rest/v1/tasks?select=*', {
    body,
    token: person.token,
    headers: { Prefer: 'return=representation', Accept: 'application/vnd.pgrst.object+json' },
  });
}

export function readWeek(door: Door, { token }: Pick<Person, 'token'>): Promise<Answer> {
  return ask(door, 'GET', `/rest/v1/tasks?select=*&${WEEK}&order=created_at.asc,id.asc`, { token });
}

/** What belongs to a person, as one text: to see that nothing of it was changed. */
export async function belongingsOf(door: Door, person: Person): Promise<string> {
  const answers = await Promise.all([
    ask(door, 'GET', '/rest/v1/tasks?select=*&order=created_at.asc,id.asc', { token: person.token }),
    ask(door, 'GET', `/rest/v1/profiles?select=*&id=eq.${person.id}`, { token: person.token }),
  ]);
  return answers.map(({ status, body }) => `${status} ${body}`).join('\n');
}

/** A normal visit: page, account, task, week, out again. Returns what did not work in time, or null. */
export async function visit(door: Door, within = Infinity): Promise<string | null> {
  const begin = performance.now();
  const page = await door.send({ path: '/', headers: { Accept: 'text/html' } });
  if (page.status !== 200 || !page.body.includes('Better Space'))
    return `the page was answered ${page.status}`;
  const made = await signUp(door);
  const { answer, person } = await signIn(door, made);
  if (answer.status !== 200) return `the sign-in was answered ${answer.status}`;
  const added = await addTask(door, person, 'Water the plants');
  if (added.status !== 201) return `the task was answered ${added.status}: ${added.body}`;
  const week = await readWeek(door, person);
  if (week.status !== 200 || !week.body.includes('Water the plants'))
    return `the week was answered ${week.status}`;
  const left = await ask(door, 'POST', '/auth/v1/logout?scope=global', { token: person.token });
  if (left.status !== 204) return `the sign-out was answered ${left.status}`;
  const after = await readWeek(door, person);
  if (after.status !== 401) return `after the sign-out the week was answered ${after.status}`;
  const took = performance.now() - begin;
  return took < within ? null : `the visit took ${Math.round(took)} ms`;
}
