import type { ZodType } from 'zod';
import type { LimitName } from './limits.ts';
import { bodies, queries, type Body, type QueryRules } from './rules.ts';
import type { Session } from './sessions.ts';

/** Which handler serves an endpoint: the library itself, or one of `auth/accounts.ts`, which may call it. */
export type HandlerName = 'library' | 'signUp' | 'token' | 'verify' | 'recover' | 'resend' | 'changePassword';

/** One method of one path, with the conditions under which the gateway lets a request through. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  handler: HandlerName;
  /** Whether it requires a signed-in user whose session still exists. */
  session: boolean;
  /** Whether it requires the publishable key. A browser that follows a redirect sends none. */
  key: boolean;
  query: QueryRules;
  /** Absent: a body is ignored. */
  body?: ZodType<Body>;
  /** In bytes. */
  maxBodyBytes: number;
  /** The limit for the client's address, checked before anything else is done. */
  addressLimit?: LimitName;
  /** The limit for the signed-in user. */
  userLimit?: LimitName;
  /** The handler hashes passwords: it runs in a separate queue. */
  hashesPassword?: boolean;
}

/** A request that has passed the gateway: every part is validated. */
export interface Call {
  endpoint: Endpoint;
  query: URLSearchParams;
  /** Parsed by the endpoint's schema; null if the endpoint has none. */
  body: Body | null;
  session: Session | null;
  address: string;
  headers: { authorization?: string; accept?: string; prefer?: string };
}

export type Handle = (call: Call) => Promise<Response>;

/** The e-mail address of a body, normalized as it is stored and as limits count it. */
export function emailOf(call: Call): string {
  return textOf(call, 'email').trim().toLowerCase();
}

/** A string field of the body, or '' if there is none. */
export function textOf({ body }: Call, name: string): string {
  const value = Array.isArray(body) ? '' : body?.[name];
  return typeof value === 'string' ? value : '';
}

const AUTH_BODY = 8 * 1024;
const REST_BODY = 64 * 1024;
/** 100 tasks, each with a title of 200 characters of four bytes. */
const TASKS_BODY = 128 * 1024;

type Options = Partial<Omit<Endpoint, 'method' | 'path' | 'handler'>>;

const auth = (method: Endpoint['method'], name: string, handler: HandlerName, extra: Options): Endpoint => ({
  session: false,
  key: true,
  query: {},
  maxBodyBytes: AUTH_BODY,
  ...extra,
  method,
  path: `/auth/v1/${name}`,
  handler,
});

const rest = (method: Endpoint['method'], name: string, query: QueryRules, extra: Options): Endpoint => ({
  session: true,
  key: true,
  maxBodyBytes: REST_BODY,
  ...extra,
  method,
  path: `/rest/v1/${name}`,
  handler: 'library',
  query,
});

const { redirect } = queries;
/** For the requests of a browser that is redirected to Google and back. */
const googleRedirect = { key: false, addressLimit: 'public-address' } as const;
const read = { userLimit: 'read-user' } as const;
const write = { userLimit: 'write-user' } as const;

/** All endpoints that the site's client uses: there are no others. */
export const ENDPOINTS: readonly Endpoint[] = [
  auth('POST', 'signup', 'signUp', {
    query: redirect,
    body: bodies.credentials,
    addressLimit: 'sign-up-address',
    hashesPassword: true,
  }),
  auth('POST', 'token', 'token', {
    query: queries.token,
    body: bodies.token,
    addressLimit: 'refresh-address',
  }),
  auth('POST', 'verify', 'verify', { query: redirect, body: bodies.verify, addressLimit: 'redeem-address' }),
  auth('POST', 'recover', 'recover', { query: redirect, body: bodies.email, addressLimit: 'mail-address' }),
  auth('POST', 'resend', 'resend', { query: redirect, body: bodies.resend, addressLimit: 'mail-address' }),
  auth('GET', 'user', 'library', { session: true, ...read }),
  auth('PUT', 'user', 'changePassword', {
    session: true,
    query: redirect,
    body: bodies.newPassword,
    userLimit: 'password-user',
    hashesPassword: true,
  }),
  auth('POST', 'logout', 'library', { session: true, query: queries.logout, ...write }),
  auth('GET', 'settings', 'library', { addressLimit: 'public-address' }),
  auth('GET', 'authorize', 'library', { query: queries.authorize, ...googleRedirect }),
  auth('GET', 'callback', 'library', { query: queries.callback, ...googleRedirect }),
  rest('GET', 'tasks', queries.readTasks, read),
  rest('POST', 'tasks', queries.addTasks, { body: bodies.newTasks, maxBodyBytes: TASKS_BODY, ...write }),
  rest('PATCH', 'tasks', queries.oneTask, { body: bodies.taskChange, ...write }),
  rest('DELETE', 'tasks', queries.oneOrMoreTasks, write),
  rest('GET', 'profiles', queries.readProfile, read),
  rest('PATCH', 'profiles', queries.oneProfile, { body: bodies.profileChange, ...write }),
  rest('POST', 'rpc/delete_account', {}, { body: bodies.nothing, ...write }),
  rest('POST', 'rpc/search_tasks', {}, { body: bodies.searchTasks, ...read }),
  rest('POST', 'rpc/tasks_version', {}, { body: bodies.nothing, ...read }),
  rest('POST', 'rpc/restore_task', {}, { body: bodies.restoreTask, ...write }),
  // `rpc/calendar_feed` opens a feed by its secret. It is missing because only the server calls it.
  rest('POST', 'rpc/calendar_feed_since', {}, { body: bodies.nothing, ...read }),
  rest('POST', 'rpc/renew_calendar_feed', {}, { body: bodies.nothing, ...write }),
  rest('POST', 'rpc/withdraw_calendar_feed', {}, { body: bodies.nothing, ...write }),
];
