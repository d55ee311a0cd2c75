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

const auth = { session: false, key: true, query: {}, largestBody: AUTH_BODY } as const;
const rest = { handler: 'library', session: true, key: true, largestBody: REST_BODY } as const;

/** All endpoints: those that the site's client uses. Everything else does not exist (decision 026). */
export const ENDPOINTS: readonly Endpoint[] = [
  {
    ...auth,
    method: 'POST',
    path: '/auth/v1/signup',
    handler: 'signUp',
    query: queries.redirect,
    body: bodies.credentials,
    addressLimit: 'sign-up-address',
    hashes: true,
  },
  {
    ...auth,
    method: 'POST',
    path: '/auth/v1/token',
    handler: 'token',
    query: queries.token,
    body: bodies.token,
    addressLimit: 'refresh-address',
  },
  {
    ...auth,
    method: 'POST',
    path: '/auth/v1/verify',
    handler: 'verify',
    query: queries.redirect,
    body: bodies.verify,
    addressLimit: 'redeem-address',
  },
  {
    ...auth,
    method: 'POST',
    path: '/auth/v1/recover',
    handler: 'recover',
    query: queries.redirect,
    body: bodies.email,
    addressLimit: 'mail-address',
  },
  {
    ...auth,
    method: 'POST',
    path: '/auth/v1/resend',
    handler: 'resend',
    query: queries.redirect,
    body: bodies.resend,
    addressLimit: 'mail-address',
  },
  {
    ...auth,
    method: 'GET',
    path: '/auth/v1/user',
    handler: 'library',
    session: true,
    userLimit: 'read-user',
  },
  {
    ...auth,
    method: 'PUT',
    path: '/auth/v1/user',
    handler: 'changePassword',
    session: true,
    query: queries.redirect,
    body: bodies.newPassword,
    userLimit: 'password-user',
    hashes: true,
  },
  {
    ...auth,
    method: 'POST',
    path: '/auth/v1/logout',
    handler: 'library',
    session: true,
    query: queries.logout,
    userLimit: 'write-user',
  },
  { ...auth, method: 'GET', path: '/auth/v1/settings', handler: 'library', addressLimit: 'public-address' },
  {
    ...auth,
    method: 'GET',
    path: '/auth/v1/authorize',
    handler: 'library',
    key: false,
    query: queries.authorize,
    addressLimit: 'public-address',
  },
  {
    ...auth,
    method: 'GET',
    path: '/auth/v1/callback',
    handler: 'library',
    key: false,
    query: queries.callback,
    addressLimit: 'public-address',
  },
  { ...rest, method: 'GET', path: '/rest/v1/tasks', query: queries.readTasks, userLimit: 'read-user' },
  {
    ...rest,
    method: 'POST',
    path: '/rest/v1/tasks',
    query: queries.addTask,
    body: bodies.newTask,
    userLimit: 'write-user',
  },
  {
    ...rest,
    method: 'PATCH',
    path: '/rest/v1/tasks',
    query: queries.oneTask,
    body: bodies.taskChange,
    userLimit: 'write-user',
  },
  { ...rest, method: 'DELETE', path: '/rest/v1/tasks', query: queries.oneTask, userLimit: 'write-user' },
  { ...rest, method: 'GET', path: '/rest/v1/profiles', query: queries.readProfile, userLimit: 'read-user' },
  {
    ...rest,
    method: 'PATCH',
    path: '/rest/v1/profiles',
    query: queries.oneProfile,
    body: bodies.profileChange,
    userLimit: 'write-user',
  },
  {
    ...rest,
    method: 'POST',
    path: '/rest/v1/rpc/delete_account',
    query: {},
    body: bodies.nothing,
    userLimit: 'write-user',
  },
  {
    ...rest,
    method: 'POST',
    path: '/rest/v1/rpc/restore_task',
    query: {},
    body: bodies.restoreTask,
    userLimit: 'write-user',
  },
];

const KNOWN = new Map(ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]));

/** The endpoint of a method and a path, or undefined when there is none. */
export function findEndpoint(method: string, path: string): Endpoint | undefined {
  return KNOWN.get(`${method} ${path}`);
}
