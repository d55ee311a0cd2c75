import type { ZodType } from 'zod';
import * as bodies from './bodies.ts';
import type { LimitName } from './limits.ts';
import * as queries from './queries.ts';
import type { QueryRules } from './queries.ts';

/** What answers an endpoint: the library as it is, or a handler of ours before it. */
export type HandlerName = 'library' | 'signUp' | 'token' | 'verify' | 'recover' | 'resend' | 'changePassword';

/** One method of one path: what the gateway lets through, and under which conditions. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  handler: HandlerName;
  /** Does it need a signed-in user whose session still exists? */
  session: boolean;
  /** Does it need the publishable key? A browser that follows a redirect sends none. */
  key: boolean;
  query: QueryRules;
  /** Absent: the body, if there is one, is dropped. */
  body?: ZodType<Record<string, unknown>>;
  /** Bytes. */
  largestBody: number;
  /** Counted for the client's address, before anything else is done. */
  addressLimit?: LimitName;
  /** Counted for the signed-in user. */
  userLimit?: LimitName;
  /** Passwords are hashed outside the event loop, in a queue of their own. */
  hashes?: boolean;
}

const AUTH_BODY = 8 * 1024;
const REST_BODY = 64 * 1024;

type More = Partial<Omit<Endpoint, 'method' | 'path' | 'handler'>>;

const auth = (method: Endpoint['method'], name: string, handler: HandlerName, more: More): Endpoint => ({
  session: false,
  key: true,
  query: {},
  largestBody: AUTH_BODY,
  ...more,
  method,
  path: `/auth/v1/${name}`,
  handler,
});

const rest = (method: Endpoint['method'], name: string, query: QueryRules, more: More): Endpoint => ({
  session: true,
  key: true,
  largestBody: REST_BODY,
  ...more,
  method,
  path: `/rest/v1/${name}`,
  handler: 'library',
  query,
});

const { redirect } = queries;
/** Of a browser that goes to Google and comes back. */
const journey = { key: false, addressLimit: 'public-address' } as const;
const read = { userLimit: 'read-user' } as const;
const write = { userLimit: 'write-user' } as const;

/** All endpoints: those that the site's client uses. Besides, remotes have tables (`tables.ts`); else nothing exists (decision 026). */
const ENDPOINTS: readonly Endpoint[] = [
  auth('POST', 'signup', 'signUp', {
    query: redirect,
    body: bodies.credentials,
    addressLimit: 'sign-up-address',
    hashes: true,
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
    hashes: true,
  }),
  auth('POST', 'logout', 'library', { session: true, query: queries.logout, ...write }),
  auth('GET', 'settings', 'library', { addressLimit: 'public-address' }),
  auth('GET', 'authorize', 'library', { query: queries.authorize, ...journey }),
  auth('GET', 'callback', 'library', { query: queries.callback, ...journey }),
  rest('GET', 'tasks', queries.readTasks, read),
  rest('POST', 'tasks', queries.addTask, { body: bodies.newTask, ...write }),
  rest('PATCH', 'tasks', queries.oneTask, { body: bodies.taskChange, ...write }),
  rest('DELETE', 'tasks', queries.oneTask, write),
  rest('GET', 'profiles', queries.readProfile, read),
  rest('PATCH', 'profiles', queries.oneProfile, { body: bodies.profileChange, ...write }),
  rest('POST', 'rpc/delete_account', {}, { body: bodies.nothing, ...write }),
  rest('POST', 'rpc/search_tasks', {}, { body: bodies.searchTasks, ...read }),
  rest('POST', 'rpc/tasks_version', {}, { body: bodies.nothing, ...read }),
  rest('POST', 'rpc/own_tables', {}, { body: bodies.nothing, ...read }),
  rest('POST', 'rpc/restore_task', {}, { body: bodies.restoreTask, ...write }),
  // Asking for what a secret opens is not among them: the site's server does that (rule calendar-feed).
  rest('POST', 'rpc/calendar_feed_since', {}, { body: bodies.nothing, ...read }),
  rest('POST', 'rpc/renew_calendar_feed', {}, { body: bodies.nothing, ...write }),
  rest('POST', 'rpc/withdraw_calendar_feed', {}, { body: bodies.nothing, ...write }),
];

/** What may be asked of a table of a remote, and the rows that it takes. */
export interface TableRules {
  read: QueryRules;
  add: QueryRules;
  /** Of a change and a deletion: of one row. */
  one: QueryRules;
  row: ZodType<Record<string, unknown>>;
}

/** The endpoints of a table, with the limits that the site's own tables have. */
export function tableEndpoints(name: string, rules: TableRules): readonly Endpoint[] {
  return [
    rest('GET', name, rules.read, read),
    rest('POST', name, rules.add, { body: rules.row, ...write }),
    rest('PATCH', name, rules.one, { body: rules.row, ...write }),
    rest('DELETE', name, rules.one, write),
  ];
}

/** 'POST /auth/v1/signup' and so on: all that the site's client asks, but for tables of remotes. */
export const API_PATHS: readonly string[] = ENDPOINTS.map(({ method, path }) => `${method} ${path}`);

const KNOWN = new Map(ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]));

/** The endpoint of a method and a path, or undefined when there is none. */
export function findEndpoint(method: string, path: string): Endpoint | undefined {
  return KNOWN.get(`${method} ${path}`);
}
