import { randomUUID } from 'node:crypto';
import { type RawResponse, jsonOf, type Send, type RawRequest, textIn } from '../tests/support/rawHttp.ts';

export interface Person {
  id: string;
  email: string;
  password: string;
  token: string;
  refreshToken: string;
  /** The IP address, sent in X-Forwarded-For as a proxy would. */
  address: string;
}

export interface Api {
  send: Send;
  publishableKey: string;
  operatorOrigin: string;
}

const WEEK = 'task_date=gte.2026-11-16&task_date=lte.2026-11-22';
export const PASSWORD = 'Passw0rd!';

let addresses = 0;
/** An unused IP address for X-Forwarded-For, which the server trusts because of TRUST_PROXY. */
export function newAddress(): string {
  addresses += 1;
  return `198.18.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
}

export function call(
  { send, publishableKey }: Api,
  method: string,
  path: string,
  options: { body?: unknown; token?: string; address?: string; headers?: RawRequest['headers'] } = {},
): Promise<RawResponse> {
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

/** The link in the newest mail to an address, or ''. */
export async function newestLink({ operatorOrigin }: Api, email: string): Promise<string> {
  const mails: unknown = await (await fetch(`${operatorOrigin}/outbox.json`)).json();
  if (!Array.isArray(mails)) return '';
  // The format of the outbox.
  const mail = (mails as { to: string; link: string | null }[]).find(({ to }) => to === email);
  return mail?.link ?? '';
}

export function tokenOf(link: string): string {
  return link === '' ? '' : (new URL(link).searchParams.get('token_hash') ?? '');
}

function personOf(response: RawResponse, known: Pick<Person, 'email' | 'password' | 'address'>): Person {
  const { user } = jsonOf(response);
  const id = typeof user === 'object' && user !== null ? Reflect.get(user, 'id') : '';
  return {
    ...known,
    id: String(id),
    token: textIn(response, 'access_token'),
    refreshToken: textIn(response, 'refresh_token'),
  };
}

/** Creates an account, and confirms it by the mailed link if the server requires it. Throws if a step is refused. */
export async function signUp(
  api: Api,
  email = `${randomUUID()}@example.com`,
  address = newAddress(),
): Promise<Person> {
  const known = { email, password: PASSWORD, address };
  const made = await call(api, 'POST', '/auth/v1/signup', { body: { email, password: PASSWORD }, address });
  if (textIn(made, 'access_token') !== '') return personOf(made, known);
  const body = { token_hash: tokenOf(await newestLink(api, email)), type: 'signup' };
  const confirmed = await call(api, 'POST', '/auth/v1/verify', { body, address });
  if (confirmed.status !== 200)
    throw new Error(`A sign-up was answered ${made.status}, its link ${confirmed.status}`);
  return personOf(confirmed, known);
}

/** Signs in. Returns the response, and the user, whose token is empty if the sign-in was refused. */
export async function signIn(
  api: Api,
  { email, password, address }: Pick<Person, 'email' | 'password' | 'address'>,
): Promise<{ response: RawResponse; person: Person }> {
  const body = { email, password };
  const response = await call(api, 'POST', '/auth/v1/token?grant_type=password', { body, address });
  return { response, person: personOf(response, { email, password, address }) };
}

export const recover = (api: Api, email: string, address: string) =>
  call(api, 'POST', '/auth/v1/recover', { body: { email }, address });

export const redeem = (api: Api, tokenHash: string, address: string, type = 'recovery') =>
  call(api, 'POST', '/auth/v1/verify', { body: { token_hash: tokenHash, type }, address });

export const refresh = (api: Api, refreshToken: string) =>
  call(api, 'POST', '/auth/v1/token?grant_type=refresh_token', { body: { refresh_token: refreshToken } });

export function addTask(api: Api, person: Person, title: string, more: object = {}): Promise<RawResponse> {
  const body = { title, task_date: '2026-11-20', user_id: person.id, ...more };
  return call(api, 'POST', '/rest/v1/tasks?select=*', {
    body,
    token: person.token,
    headers: { Prefer: 'return=representation', Accept: 'application/vnd.pgrst.object+json' },
  });
}

export function readWeek(api: Api, { token }: Pick<Person, 'token'>): Promise<RawResponse> {
  return call(api, 'GET', `/rest/v1/tasks?select=*&${WEEK}&order=created_at.asc,id.asc`, { token });
}

/** All data of a user as one text, to check that nothing was changed. */
export async function readAllData(api: Api, person: Person): Promise<string> {
  const responses = await Promise.all([
    call(api, 'GET', '/rest/v1/tasks?select=*&order=created_at.asc,id.asc', { token: person.token }),
    call(api, 'GET', `/rest/v1/profiles?select=*&id=eq.${person.id}`, { token: person.token }),
  ]);
  return responses.map(({ status, body }) => `${status} ${body}`).join('\n');
}

/** A normal visit: page, account, task, week, sign-out. Returns what failed or took too long, or null. */
export async function visit(api: Api, within = Infinity): Promise<string | null> {
  const begin = performance.now();
  const page = await api.send({ path: '/', headers: { Accept: 'text/html' } });
  if (page.status !== 200 || !page.body.includes('Better Space'))
    return `the page was answered ${page.status}`;
  const made = await signUp(api);
  const { response, person } = await signIn(api, made);
  if (response.status !== 200) return `the sign-in was answered ${response.status}`;
  const added = await addTask(api, person, 'Water the plants');
  if (added.status !== 201) return `the task was answered ${added.status}: ${added.body}`;
  const week = await readWeek(api, person);
  if (week.status !== 200 || !week.body.includes('Water the plants'))
    return `the week was answered ${week.status}`;
  const left = await call(api, 'POST', '/auth/v1/logout?scope=global', { token: person.token });
  if (left.status !== 204) return `the sign-out was answered ${left.status}`;
  const after = await readWeek(api, person);
  if (after.status !== 401) return `after the sign-out the week was answered ${after.status}`;
  const took = performance.now() - begin;
  return took < within ? null : `the visit took ${Math.round(took)} ms`;
}
