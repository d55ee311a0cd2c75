import { createHmac } from 'node:crypto';
import { attack, type Attack, type Block } from '../cases.ts';
import type { Person } from '../person.ts';
import type { Site } from '../site.ts';
import { endedSessions } from './sessions.ts';

type Request = Pick<Attack, 'method' | 'path' | 'body'>;

function requestsOf({ annasTask, anna }: Site): Readonly<Record<string, Request>> {
  const task = { title: 'x', task_date: '2026-11-20', user_id: anna.id };
  const annas = `/rest/v1/tasks?id=eq.${annasTask}`;
  return {
    'read the tasks': { path: '/rest/v1/tasks?select=*' },
    'add a task': { method: 'POST', path: '/rest/v1/tasks', body: JSON.stringify(task) },
    'change a task': { method: 'PATCH', path: annas, body: '{"title":"Stolen"}' },
    'delete a task': { method: 'DELETE', path: annas },
    'read the profile': { path: '/rest/v1/profiles?select=*' },
    'read the account': { path: '/auth/v1/user' },
    'change the password': { method: 'PUT', path: '/auth/v1/user', body: '{"password":"another1"}' },
    'delete the account': { method: 'POST', path: '/rest/v1/rpc/delete_account', body: '{}' },
  };
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function claimsOf({ token }: Person): Record<string, unknown> {
  const [, payload = ''] = token.split('.');
  // The server itself has written these claims.
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
}

/** Creates a token with any header and claims, signed with any secret (null: unsigned). */
function forge(head: object, claims: object, secret: string | null): string {
  const now = Math.floor(Date.now() / 1000);
  const content = `${encode({ typ: 'JWT', ...head })}.${encode({ iat: now, exp: now + 3600, ...claims })}`;
  const signature = secret === null ? '' : createHmac('sha256', secret).update(content).digest('base64url');
  return `${content}.${signature}`;
}

/** Values of the Authorization header that belong to no session, by name. */
function tokensOf({ server, anna, bert }: Site): Readonly<Record<string, string>> {
  const [own, berts] = [claimsOf(anna), claimsOf(bert)];
  const { jwtSecret } = server;
  const signed = (claims: object, head: object = { alg: 'HS256' }, secret: string | null = jwtSecret) =>
    `Bearer ${forge(head, { ...own, ...claims }, secret)}`;
  const [head, body, signature = ''] = anna.token.split('.');
  return {
    'no token': '',
    'the publishable key as token': `Bearer ${server.publishableKey}`,
    'the secret key as token': `Bearer ${server.secretKey}`,
    'alg none': signed({}, { alg: 'none' }, null),
    'alg None with a signature': signed({}, { alg: 'None' }),
    'alg HS512': signed({}, { alg: 'HS512' }),
    'alg RS256': signed({}, { alg: 'RS256' }),
    "lite's default secret": signed({}, { alg: 'HS256' }, 'unsafe-secret-change-me'),
    "lite's other default secret": signed({}, { alg: 'HS256' }, 'dev-secret-change-me'),
    "Supabase's known secret": signed(
      {},
      { alg: 'HS256' },
      'super-secret-jwt-token-with-at-least-32-characters-long',
    ),
    'an empty secret': signed({}, { alg: 'HS256' }, ''),
    'the publishable key as secret': signed({}, { alg: 'HS256' }, server.publishableKey),
    'an unknown critical head': signed({}, { alg: 'HS256', crit: ['x'], x: 1 }),
    'no signature': `Bearer ${head}.${body}.`,
    'a signature with a letter changed': `Bearer ${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
    'the claims of another': `Bearer ${head}.${encode({ ...own, sub: bert.id })}.${signature}`,
    'an expired token': signed({ exp: Math.floor(Date.now() / 1000) - 10 }),
    'a token for later': signed({ nbf: Math.floor(Date.now() / 1000) + 3600 }),
    'role service_role': signed({ role: 'service_role' }),
    'role anon': signed({ role: 'anon' }),
    'role postgres': signed({ role: 'postgres' }),
    'another audience': signed({ aud: 'admin' }),
    'no session': signed({ session_id: undefined }),
    'a session that never was': signed({ session_id: '00000000-0000-4000-8000-000000000000' }),
    "another's session": signed({ session_id: berts['session_id'] }),
    'a session that is SQL': signed({ session_id: "' or true --" }),
    'a user who is no UUID': signed({ sub: 'anna' }),
    'no user': signed({ sub: undefined }),
    'another scheme': `Basic ${Buffer.from(`anna:${anna.token}`).toString('base64')}`,
    'two tokens': `Bearer ${anna.token}, Bearer ${anna.token}`,
    'a token of 6,000 characters': `Bearer ${'a'.repeat(6000)}`,
  };
}

function apikeysOf({ server }: Site): Readonly<Record<string, string>> {
  return {
    'no apikey': '',
    'another apikey': 'sb_publishable_another',
    'the secret key as apikey': server.secretKey,
    'the secret of tokens as apikey': server.jwtSecret,
    'an apikey cut short': server.publishableKey.slice(0, -1),
    "Supabase's key for development": 'sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz',
  };
}

export const keys: Block = {
  name: 'keys',
  title: 'Keys, tokens and sessions that are none',
  limits: false,
  atOnce: 8,
  cases: (site) => [
    ...Object.entries(requestsOf(site)).flatMap(([name, request]) => [
      ...Object.entries(apikeysOf(site)).map(([key, apikey]) =>
        attack({
          ...request,
          name: `${name}: ${key}`,
          sends: `${request.method ?? 'GET'} with Anna's token and ${key}`,
          as: 'anna',
          headers: { apikey },
          expect: [401],
        }),
      ),
      ...Object.entries(tokensOf(site)).map(([token, authorization]) =>
        attack({
          ...request,
          name: `${name}: ${token}`,
          sends: `${request.method ?? 'GET'} with ${token}`,
          as: 'the key alone',
          headers: { Authorization: authorization },
          expect: [401, 403],
        }),
      ),
    ]),
    ...['access_token', 'apikey', 'token', 'jwt'].map((parameter) =>
      attack({
        name: `a token in the address: ${parameter}`,
        sends: `GET /rest/v1/tasks?select=*&${parameter}=TOKEN (the key alone)`,
        path: `/rest/v1/tasks?select=*&${parameter}=${site.anna.token}`,
        as: 'the key alone',
        expect: [400],
      }),
    ),
    ...endedSessions,
  ],
};
